"""What the viewer shows of an episode: everything that the record holds."""

from __future__ import annotations

import json
import os
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play
from shared_data import shared_data

from r3gym.errors import InputError
from r3gym.records import read_record
from r3gym.records.partial import PARTIAL
from r3gym.records.reading import RecordError
from r3gym.viewer.documents import Documents
from r3gym.viewer.opening import open_run
from r3gym.viewer.run import UnknownEpisode
from r3gym.viewer.searching import search, texts
from r3gym.viewer.visible_text import visible

HERE = Path(__file__).parents[1]


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        if "parts" in value:
            return ["".join(text for _, text in value["parts"])]
        return [text for part in value.values() for text in strings(part)]
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def pieces(document: dict[str, Any]) -> set[str]:
    """All texts, and the sections of a completion put together."""
    whole = [document["completion"][name] for name in ("reasoning", "text")] if document["completion"] else []
    return {*strings(document), *("".join(text for _, text in parts) for parts in whole)}


def test_nothing_of_a_record_is_cut() -> None:
    """Every text of every real episode is in its document as a whole."""
    for run in (shared_data("episodes"), HERE / "report", HERE / "records" / "format1"):
        opened = open_run(run)
        documents = Documents(opened, live=False)
        for entry in opened.entries:
            record, _ = opened.record(entry.key)
            found = pieces(documents.episode(entry.key))
            missing = [where for where, text in texts(record) if visible(text).strip() and visible(text) not in found]
            assert not [where for where in missing if where != "failure"], entry.record


def test_lanes_lie_over_the_budget_unit_by_unit() -> None:
    opened = open_run(shared_data("episodes"))
    documents = Documents(opened, live=False)
    for entry in opened.entries:
        document = documents.episode(entry.key)
        lanes = [*document["lanes"]["lanes"], document["lanes"]["elsewhere"]]
        spans = sorted((span[0], span[1]) for lane in lanes for span in lane["spans"])
        assert all(end <= begin for (_, end), (begin, _) in pairwise(spans)), entry.record
        if entry.setting == "agentic":
            assert [end - begin for begin, end in spans] == [1] * entry.spent


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real campaign with curves: two policies, two schedulers."""
    folder = tmp_path_factory.mktemp("campaign")
    policies = [
        {"name": "scanner", "kind": "scripted", "personality": "scanner"},
        {"name": "tunnel", "kind": "scripted", "personality": "tunnel"},
    ]
    fields = {"kinds": ["baseline", "contest", "curve"], "budgets": None, "pressures": [0.8], "calibration": "measured"}
    play(campaign(folder, policies, schedulers=["none", "coverage"], repeats=2, **fields), folder / "run")
    return folder / "run"


def test_the_regret_of_the_decisions_leads_from_the_oracle_to_the_score(played: Path) -> None:
    opened = open_run(played)
    documents = Documents(opened, live=False)
    contests = [entry for entry in opened.entries if entry.kind == "contest"]
    assert len(contests) == 8
    for entry in contests:
        found = documents.analysis(entry.key)
        assert [len(one["levels"]) for one in found["problems"]] == [5] * 6
        assert found["oracle_pays"] == "Oracle cost nominal: a level costs its cap."
        parts = found["regret"]
        assert len(parts["steps"]) == entry.spent
        lost = sum(one for _, one in parts["steps"])
        assert found["oracle"] - lost - parts["unspent"] - parts["execution"] == pytest.approx(parts["score"])
        assert parts["score"] == entry.score


def test_without_curves_there_is_a_sentence(played: Path) -> None:
    opened = open_run(played)
    curve = next(entry for entry in opened.entries if entry.kind == "curve")
    assert "contests with a budget" in Documents(opened, live=False).analysis(curve.key)["note"]


def test_a_scoreboard_has_every_policy_and_the_time_of_every_answer(played: Path) -> None:
    opened = open_run(played)
    documents = Documents(opened, live=False)
    entry = next(entry for entry in opened.entries if entry.kind == "contest")
    board = documents.board(entry.board)
    contests = [line for line in board["lines"] if line["kind"] == "contest"]
    assert {(line["policy"], line["scheduler"]) for line in contests} == {
        (policy, scheduler) for policy in ("scanner", "tunnel") for scheduler in ("none", "coverage")
    }
    for line in contests:
        assert sum(cell["sign"] == "+" for cell in line["cells"]) == line["score"]
        assert sorted(unit for cell in line["cells"] for unit in cell["paid"]) == [*range(1, line["spent"] + 1)]
        assert all(cell["time"] <= line["spent"] for cell in line["cells"] if cell["time"] is not None)


def test_versions_of_answers_come_with_their_differences(played: Path) -> None:
    opened = open_run(played)
    documents = Documents(opened, live=False)
    several = 0
    for entry in opened.entries:
        for one in documents.episode(entry.key)["versions"]:
            for before, after in pairwise(one["versions"]):
                several += 1
                kept = [line for sign, line in after["change"] if sign != "+"]
                assert "\n".join(kept) == strings(before["source"])[0]
                assert "\n".join(line for sign, line in after["change"] if sign != "-") == strings(after["source"])[0]
    assert several


def test_texts_of_all_records_are_searched() -> None:
    opened = open_run(shared_data("episodes"))
    found = {one["key"]: one for one in search(opened, "UNSURE: the sets") if "key" in one}
    assert [opened.counting(key).contest for key in found] == ["math_suite_031"]
    assert next(iter(found.values()))["where"] == "verdict 1"
    assert not [one for one in search(opened, "words that nobody wrote") if "key" in one]


def test_hidden_characters_are_words_that_can_be_read(tmp_path: Path) -> None:
    record = json.loads((HERE / "report" / "agent_episode.json").read_text())
    record["policy"]["name"] = record["policy"]["profile"]["model"] = "a\u202eb\u200b\x1b[31m\U000e0041"
    (tmp_path / "one.json").write_text(json.dumps(record))
    documents = Documents(open_run(tmp_path / "one.json"), live=False)
    words = documents.chunk(0)["words"]
    assert "a<U+202E>b<U+200B>␛[31m<U+E0041>" in words
    assert documents.episode(documents.run.entries[0].key)["title"].endswith(" · a<U+202E>b<U+200B>␛[31m<U+E0041>")


def test_one_record_is_a_run() -> None:
    opened = open_run(HERE / "report" / "agent_episode.json")
    assert [entry.record for entry in opened.entries] == ["agent_episode.json"]
    assert read_record(HERE / "report" / "agent_episode.json").settings.contest == opened.entries[0].contest


def test_what_is_no_run_is_refused_with_what_would_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not found; give a campaign's folder"):
        open_run(tmp_path / "nothing")
    with pytest.raises(InputError, match="no run: neither a campaign's folder"):
        open_run(tmp_path)
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(InputError, match=r"no record of r3gym.*; give a campaign's folder"):
        open_run(tmp_path / "a.json")
    with pytest.raises(InputError, match=r"neither .* \(a.json: no record of r3gym"):
        open_run(tmp_path)


def test_a_line_that_is_no_row_is_an_error_with_its_number(played: Path, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes((played / "manifest.json").read_bytes())
    (tmp_path / "rows.jsonl").write_text('{"id": 3}\n')
    with pytest.raises(InputError, match=r"rows.jsonl, line 1: "):
        open_run(tmp_path)


def test_rows_that_were_damaged_are_notices_also_the_first(played: Path, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes((played / "manifest.json").read_bytes())
    rows = (played / "rows.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "rows.jsonl").write_bytes(b"damaged\n" + rows[0] + rows[1][:40] + b"\n" + rows[2])
    opened = open_run(tmp_path)
    assert len(opened.entries) == 2
    assert ["line 1:" in opened.notices[0], "line 3:" in opened.notices[1]] == [True, True]


def test_curves_need_all_rows_and_say_which_is_damaged(played: Path, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes((played / "manifest.json").read_bytes())
    rows = (played / "rows.jsonl").read_bytes()
    (tmp_path / "rows.jsonl").write_bytes(rows.replace(b'"correct":false', b'"correct":true', 1))
    opened = open_run(tmp_path)
    (notice,) = opened.notices
    assert "the checksum does not fit" in notice
    contest = next(entry for entry in opened.entries if entry.kind == "contest")
    assert Documents(opened, live=False).analysis(contest.key)["note"] == f"No response curves: {notice}"


def test_a_missing_record_is_named(played: Path, tmp_path: Path) -> None:
    for name in ("manifest.json", "rows.jsonl"):
        shutil.copy(played / name, tmp_path)
    opened = open_run(tmp_path)
    entry = opened.entries[0]
    with pytest.raises(RecordError, match=f"^{entry.record}: cannot be read: No such file"):
        Documents(opened, live=False).episode(entry.key)


def test_a_folder_shows_its_own_ordinary_files_alone(tmp_path: Path) -> None:
    """A folder of somebody else may hold links to anything, and pipes, which a reader waits at."""
    outside = HERE / "report" / "agent_episode.json"
    run = tmp_path / "run"
    run.mkdir()
    shutil.copy(outside, run / "own.json")
    (run / "beside.json").symlink_to("own.json")
    (run / "out.json").symlink_to(outside)
    (run / "device.json").symlink_to("/dev/zero")
    (run / "dangling.json").symlink_to("nowhere")
    (run / "folder.json").mkdir()
    os.mkfifo(run / "pipe.json")
    os.mkfifo(run / f"pipe{PARTIAL}")
    (run / f"out{PARTIAL}").symlink_to(outside)
    opened = open_run(run)
    assert [entry.record for entry in opened.entries] == ["beside.json", "own.json"]
    assert [notice.partition(":")[0] for notice in opened.notices] == [
        f"{name}.json" for name in ("dangling", "device", "folder", "out", "pipe")
    ]
    assert list(opened.open_episodes()) == []


def test_a_record_that_became_a_link_is_not_followed(played: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(played, run)
    opened = open_run(run)
    entry = opened.entries[0]
    assert entry.record is not None
    (run / entry.record).replace(tmp_path / "moved.json")
    (run / entry.record).symlink_to(tmp_path / "moved.json")
    with pytest.raises(UnknownEpisode, match="outside of the run's folder"):
        Documents(opened, live=False).episode(entry.key)
