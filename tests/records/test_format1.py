"""Records of the first format are read whole: what the old file said can be read back from the new record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from format1_view import format1_view
from shared_data import shared_data

from r3gym.records import EpisodeRecord, read_record, write_record
from r3gym.records.suite_name import portable_reference

HERE = Path(__file__).parent
OWN = sorted((HERE / "format1").glob("*.json"))


def old_file(path: Path) -> dict[str, Any]:
    """The old file, its suite without the folder: that is the one thing that records no longer keep."""
    old: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return {**old, "suite": portable_reference(old["suite"])}


def test_there_are_old_episodes_of_every_setting_and_kind() -> None:
    seen = [old_file(path) for path in OWN]
    assert len(seen) >= 20
    assert {(old["setting"], old["domain"]) for old in seen} == {
        (setting, domain) for setting in ("agentic", "tool_free") for domain in ("code", "math", "ar")
    }
    assert any("Single" in old["env"] for old in seen)
    assert any(old["target"] for old in seen)
    assert sum(old["result"] is None for old in seen) >= 4


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_an_old_record_is_read_whole(path: Path) -> None:
    assert format1_view(read_record(path)) == old_file(path)


def test_the_episodes_of_a_language_model_are_read_whole(tmp_path: Path) -> None:
    episodes = sorted(shared_data("episodes").glob("*.json"))
    assert len(episodes) == 23
    for path in episodes:
        record = read_record(path)
        assert format1_view(record) == old_file(path), path.name
        assert written_and_read(record, tmp_path) == record, path.name


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_migrated_record_survives_its_own_file(path: Path, tmp_path: Path) -> None:
    record = read_record(path)
    assert written_and_read(record, tmp_path) == record


def written_and_read(record: EpisodeRecord, folder: Path) -> EpisodeRecord:
    write_record(folder / "again.json", record)
    return read_record(folder / "again.json")


def test_every_quotation_of_the_labels_has_an_address() -> None:
    episodes = shared_data("episodes")
    records: dict[str, EpisodeRecord] = {}
    labels = [json.loads(line) for line in (episodes / "labels.jsonl").read_text("utf-8").splitlines()]
    for label in labels:
        name = label["episode"]
        record = records.setdefault(name, read_record(episodes / name))
        if label.get("quote"):
            assert label["quote"] in record.quote(address(label)), label


def address(label: dict[str, Any]) -> str:
    turn, step = label["turn"], label["step"]
    return {
        "reasoning": f"r{turn or 1}",
        "content": f"t{turn}",
        "text": f"s{step}",
        "output": f"s{step}.output",
    }[label["field"]]


def test_what_an_old_file_does_not_know_is_none() -> None:
    record = read_record(HERE / "format1" / "math-agent.json")
    assert record.candidates is record.scratch is record.answers is record.clock is None
    assert record.steps[0].state.problems is None
    assert record.turns[0].sent is record.opening.tools is record.opening.finalization is None
    assert record.versions.python is None


def test_the_problem_of_a_step_needs_no_looking_back() -> None:
    record = read_record(HERE / "format1" / "math-agent.json")
    assert [(step.action.verb, step.problem) for step in record.steps] == [
        ("focus", "1"),
        ("command", "1"),
        ("command", "1"),
        ("submit", "1"),
        ("finish", "1"),
    ]
