"""While a campaign runs: rows appear as they are written, and an episode is followed by its partial file."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
from campaign_runs import campaign, play
from viewer_server import viewer

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.policies import ScriptedSolver
from r3gym.policies.playing import play_episode
from r3gym.records.partial import partial_path
from r3gym.viewer.documents import Documents
from r3gym.viewer.opening import open_run


def events(answer: Any) -> Iterator[tuple[str, Any]]:
    name = ""
    for raw in answer:
        line = raw.decode().rstrip("\n")
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def played(folder: Path) -> Path:
    play(campaign(folder, repeats=3), folder / "run")
    return folder / "run"


def asking(address: str, path: str) -> urllib.request.Request:
    base, token = address.split("/?token=")
    return urllib.request.Request(f"{base}/{path}", headers={"Authorization": f"Bearer {token}"})


def test_rows_and_partial_files_are_told_as_they_appear(tmp_path: Path) -> None:
    run = played(tmp_path)
    lines = (run / "rows.jsonl").read_text().splitlines(keepends=True)
    assert len(lines) == 3
    (run / "rows.jsonl").write_text(lines[0])
    with viewer(run) as address, urllib.request.urlopen(asking(address, "data/events?entries=1")) as answer:
        told = events(answer)
        assert next(told) == ("unfinished", [])
        with (run / "rows.jsonl").open("a") as file:
            file.write(lines[1] + lines[2][:50])  # the last line is being written
        name, chunk = next(told)
        assert (name, chunk["start"], chunk["length"]) == ("entries", 1, 1)
        with (run / "rows.jsonl").open("a") as file:
            file.write(lines[2][50:])
        name, chunk = next(told)
        assert (name, chunk["start"], chunk["length"]) == ("entries", 2, 1)
        assert chunk["columns"]["key"] == [json.loads(lines[2])["id"][:16]]
        (run / "records" / "ab").mkdir(exist_ok=True)
        (run / "records" / "ab" / f"{'ab' * 32}.partial.jsonl").write_text('{"begin": ')
        name, opened = next(told)
        assert (name, [one["key"] for one in opened], opened[0]["running"]) == ("unfinished", ["ab" * 8], True)


def test_an_episode_is_followed_step_by_step(tmp_path: Path) -> None:
    env = RecordEpisodes(gym.make("R3Contest-Math-v0", contest=0, budget=2), tmp_path)
    seen = []

    def look(_: int) -> None:
        if not any(tmp_path.glob("*.partial.jsonl")):
            return  # the last step: the record is whole
        documents = Documents(open_run(tmp_path), live=True)
        [opened] = documents.open_episodes()
        document = documents.episode(opened["key"])
        assert (document["running"], document["banner"][0], document["score"]) == (True, "live", None)
        seen.append((opened["key"], len(document["transcript"])))

    play_episode(env, ScriptedSolver("embedded", "math"), seed=0, on_step=look)
    env.close()
    assert len(seen) > 3
    assert [steps for _, steps in seen] == [*range(1, len(seen) + 1)]
    after = open_run(tmp_path)
    assert [entry.key for entry in after.entries] == [seen[0][0]]  # the address stays when the record is whole
    assert not Documents(after, live=True).episode(seen[0][0])["running"]


def test_an_episode_that_was_left_says_so(tmp_path: Path) -> None:
    run = played(tmp_path)
    record = next((run / "records").glob("*/*.json"))
    lines = {"begin": json.loads(record.read_text())}
    begin = {name: lines["begin"][name] for name in ("settings", "versions")} | {"started": "2026"}
    left = partial_path(record)
    left.write_text(json.dumps({"begin": begin}) + "\n" + '{"step": {"torn')
    record.unlink()
    (run / "rows.jsonl").write_text("")
    os.utime(left, (0, 0))
    documents = Documents(open_run(run), live=True)
    [opened] = documents.open_episodes()
    assert (opened["running"], opened["policy"]) == (False, "scanner")
    document = documents.episode(opened["key"])
    assert document["banner"] == [
        "bad",
        "The episode was interrupted: it has no result. This is what was recorded until then.",
    ]
