"""One definition, one identity: a change is refused by name, or accepted and visible in every table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play, puzzle_suite, r3gym, rows, write_campaign
from loopback_model import calls, model_server

from r3gym.analysis import Resampling
from r3gym.campaigns.accepting import change_notes
from r3gym.campaigns.campaign_file import load_campaign
from r3gym.campaigns.checking import check_folder
from r3gym.campaigns.executors import LocalExecutor
from r3gym.campaigns.identity import changes_between
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import campaign_status, reopen, run_campaign
from r3gym.campaigns.store import Store, read_definition, read_plan
from r3gym.errors import InputError
from r3gym.figures import FIGURES, read_source
from r3gym.records.rows import EpisodeRow
from r3gym.report.campaign_notes import left_out
from r3gym.suites import build_suite
from r3gym.viewer.opening import open_run

DONE = calls(("mark_task_complete", {}))


def profile(folder: Path, url: str, **fields: Any) -> list[dict[str, Any]]:
    given = {"model": "m", "base_url": url, "tools": "native", "retries": 0, "temperature": 0.6, **fields}
    (folder / "my.toml").write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in given.items()))
    return [{"name": "my-model", "kind": "llm", "model": "my.toml"}]


def corrected_suite(folder: Path, problem: str, answer: str) -> None:
    """Build the suite again with another reference answer for one problem."""
    pool = folder / "pool.jsonl"
    found = [json.loads(line) for line in pool.read_text("utf-8").splitlines()]
    changed = [{**row, "answer": answer} if row["id"] == problem else row for row in found]
    pool.write_text("".join(json.dumps(row) + "\n" for row in changed), "utf-8")
    for path in sorted((folder / "suite").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (folder / "suite").rmdir()
    build_suite(pool, "ar", folder / "suite")


def one_more(folder: Path, run: Path, *, accept_change: bool, keep: int = 1) -> None:
    """Take away all rows but the first with their records, and go on."""
    lines = (run / "rows.jsonl").read_bytes().splitlines(keepends=True)
    for row in rows(run)[keep:]:
        (run / str(row.record)).unlink()
    (run / "rows.jsonl").write_bytes(b"".join(lines[:keep]))
    executor = LocalExecutor(1)
    with Store(run) as store:
        run_campaign(prepare(load_campaign(folder / "campaign.toml")), store, executor, accept_change=accept_change)
    executor.close()


def test_a_profile_that_changed_is_refused_by_name_or_accepted_and_told_everywhere(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with model_server(model=lambda _: DONE) as server:
        play(campaign(tmp_path, profile(tmp_path, server.url), repeats=2), run, workers=1)
        identities = {episode.id for episode in read_plan(run)}
        profile(tmp_path, server.url, temperature=1.0)
        with pytest.raises(InputError, match=r"profile of my-model: temperature changed from 0\.6 to 1\.0.*--accept-c"):
            reopen(run)
        one_more(tmp_path, run, accept_change=True)
    assert [row.edition for row in rows(run)] == [0, 1]
    assert {row.id for row in rows(run)} == identities, "the same episodes: only how they were played differs"
    (note,) = change_notes(run)
    assert "1 episodes before and 1 after" in note
    assert "profile of my-model: temperature changed from 0.6 to 1.0" in note
    assert campaign_status(run).changes == (note,)
    assert check_folder(run).findings == []
    for words in (("status", run), ("export", run, "--out", tmp_path / "x.csv")):
        assert "temperature changed from 0.6 to 1.0" in " ".join(r3gym("campaign", *words).stdout.split())
    said = r3gym("analyze", run, "--allow-incomplete")
    assert "temperature changed from 0.6 to 1.0" in " ".join(said.stderr.split())
    assert note in json.loads(r3gym("analyze", run, "--allow-incomplete", "--json").stdout)["changes"]
    assert "edition" in (tmp_path / "x.csv").read_text().splitlines()[0]
    compared = r3gym("paper", "compare", run)
    assert "temperature changed from 0.6 to 1.0" in " ".join(compared.stderr.split())
    source = read_source([run], allow_incomplete=True, resampling=Resampling(20, 0))
    drawing = FIGURES["scoreboard"].draw(source)
    assert note in drawing.note
    assert "temperature" in drawing.svg(), "the picture itself says it"
    assert "temperature changed from 0.6 to 1.0" in left_out(source, [])
    assert open_run(run).notices == [note]


def test_a_profile_is_read_once(tmp_path: Path) -> None:
    with model_server(model=lambda _: DONE) as server:
        prepared = prepare(campaign(tmp_path, profile(tmp_path, server.url)))
        profile(tmp_path, server.url, temperature=1.0)
        executor = LocalExecutor(1)
        with Store(tmp_path / "run") as store:
            run_campaign(prepared, store, executor)
        executor.close()
        assert {body["temperature"] for body in server.bodies} == {0.6}


def test_a_corrected_key_means_judging_again_and_not_playing_again(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play(campaign(tmp_path, budgets=[30], repeats=2), run)
    before = rows(run)
    judged = next(slot.problem_id for slot in before[0].slots if slot.verdict is not None)
    corrected_suite(tmp_path, judged, "another")
    with pytest.raises(
        InputError, match=rf"suite suite ar: the answer key of problem {judged} changed.*campaign judge"
    ):
        reopen(run)
    one_more(tmp_path, run, accept_change=True, keep=2)
    assert rows(run) == before, "nothing was played"
    assert any("2 episodes were judged with another answer key" in note for note in change_notes(run))
    assert not check_folder(run).findings


def test_a_key_that_changes_while_the_campaign_runs_is_noticed_and_named(tmp_path: Path) -> None:
    prepared = prepare(campaign(tmp_path, budgets=[30]))
    assert prepared.identity["keys"], "as it was when the campaign began"
    corrected_suite(tmp_path, "p0", "another")
    executor = LocalExecutor(1)
    with (
        Store(tmp_path / "run") as store,
        pytest.raises(InputError, match="the answer key of problem p0 changed while the campaign ran"),
    ):
        run_campaign(prepared, store, executor)
    executor.close()
    (row,) = rows(tmp_path / "run")
    assert row.failure is None, "what was played is kept"


def test_other_episodes_are_another_campaign(tmp_path: Path) -> None:
    play(campaign(tmp_path), tmp_path / "run")
    other = campaign(tmp_path, seed=2)
    executor = LocalExecutor(1)
    with Store(tmp_path / "run") as store, pytest.raises(InputError, match=r"another campaign: seed changed.*--out"):
        run_campaign(prepare(other), store, executor, accept_change=True)
    executor.close()


DEFINED: dict[str, Any] = {
    "seed": 0,
    "limits": {"wall_clock_s": 1.0},
    "policies": {"a": {"kind": "llm", "profile": {"temperature": 0.6}}},
    "judges": {"math": {"judge": "offline"}},
    "prompts": "x",
    "prompt_texts": {"contest": "1", "role": "2"},
    "content": {"s math": "h"},
    "contest_problems": {"s math": {"c": ["p"]}},
    "problems": {"s math": {"p": "t"}},
    "keys": {"s math": {"p": "k"}},
    "versions": {"r3gym": "0.1.0"},
}


@pytest.mark.parametrize(
    ("change", "said", "acceptable"),
    [
        ({"seed": 1}, "seed changed from 0 to 1", False),
        ({"limits": {"wall_clock_s": 2.0}}, "limits.wall_clock_s changed from 1.0 to 2.0", True),
        (
            {"policies": {"a": {"kind": "llm", "profile": {"temperature": 1.0}}}},
            "profile of a: temperature changed from 0.6 to 1.0",
            True,
        ),
        ({"policies": {"b": {}}}, "policy a removed", False),
        ({"judges": {"math": {"judge": "llm"}}}, 'judge of math: judge changed from "offline" to "llm"', True),
        ({"prompts": "y", "prompt_texts": {"contest": "3", "role": "2"}}, "prompts: contest changed", True),
        (
            {"content": {"s math": "g"}, "keys": {"s math": {"p": "l"}}},
            "suite s math: the answer key of problem p",
            True,
        ),
        ({"content": {"s math": "g"}, "problems": {"s math": {"p": "u"}}}, "suite s math: the text of problem p", True),
        ({"contest_problems": {"s math": {"c": ["q"]}}}, "suite s math: contest c has other problems", False),
        ({"versions": {"r3gym": "0.2.0"}}, 'version of r3gym changed from "0.1.0" to "0.2.0"', True),
    ],
)
def test_every_change_has_a_name(change: dict[str, Any], said: str, acceptable: bool) -> None:
    (found,) = changes_between(DEFINED, {**DEFINED, **change})
    assert found.what.startswith(said)
    assert found.acceptable is acceptable


def test_what_an_older_definition_does_not_say_is_not_compared() -> None:
    older = {name: value for name, value in DEFINED.items() if name not in ("keys", "versions", "problems")}
    assert changes_between(older, DEFINED) == []


def test_definitions_hold_no_secret_and_no_answer(tmp_path: Path) -> None:
    puzzle_suite(tmp_path)
    made = load_campaign(write_campaign(tmp_path, profile(tmp_path, "http://127.0.0.1:9/v1", api_key_env="MY_KEY")))
    text = json.dumps(prepare(made).identity)
    assert "127.0.0.1" not in text
    assert "MY_KEY" not in text
    assert set(prepare(made).identity["keys"]["suite ar"]) == {f"p{n}" for n in range(6)}


def test_rows_say_by_which_key_each_answer_was_judged(tmp_path: Path) -> None:
    play(campaign(tmp_path, budgets=[30]), tmp_path / "run")
    row: EpisodeRow = rows(tmp_path / "run")[0]
    keys = read_definition(tmp_path / "run").definition["keys"]["suite ar"]
    assert all(slot.key == (keys[slot.problem_id] if slot.verdict else None) for slot in row.slots)
    assert any(slot.key for slot in row.slots)
