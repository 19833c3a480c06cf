"""Rows are pure functions of records, hold units and paid steps apart, and are read by one reader in both formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records import EpisodeRecord, read_record
from r3gym.records.planned import PlannedEpisode
from r3gym.records.row_file import RowTail, read_row_file
from r3gym.records.rows import Ending, EpisodeRow, FailureClass, RunKind

FORMAT1 = Path(__file__).parent / "format1"


def planned(record: EpisodeRecord, kind: RunKind = RunKind.CONTEST) -> PlannedEpisode:
    """A plan that such an episode could have had."""
    settings = record.settings
    assert settings.setting is not None
    return PlannedEpisode(
        id="e1",
        kind=kind,
        policy="p",
        setting=settings.setting,
        domain=str(settings.domain),
        suite="embedded",
        contest=str(settings.contest),
        problem_id=None,
        target=settings.target,
        scheduler="none",
        pressure=0.2,
        budget=settings.budget.total,
        repeat=1,
        seed=0,
    )


def row_of(name: str, kind: RunKind = RunKind.CONTEST) -> EpisodeRow:
    record = read_record(FORMAT1 / f"{name}.json")
    return EpisodeRow.from_record(record, planned(record, kind))


def test_an_agentic_row_counts_paid_steps_and_follows_their_path() -> None:
    row = row_of("math-coverage")
    assert row.failure is None
    assert row.paid_steps == row.spent == len(row.path or "") == 7
    assert [slot.paid_steps for slot in row.slots] == [(row.path or "").count(slot.label) for slot in row.slots]
    assert row.ending is Ending.FINISHED


@pytest.mark.parametrize("file", sorted(FORMAT1.glob("*.json")), ids=lambda file: file.stem)
def test_a_record_alone_makes_the_same_row_but_for_the_campaigns_part(file: Path) -> None:
    record = read_record(file)
    alone = EpisodeRow.from_record(record)
    assert alone == EpisodeRow.from_record(record), "a pure function"
    assert alone.budget == record.settings.budget.total
    if record.settings.target is not None:
        assert (alone.kind, alone.problem_id) == (RunKind.TARGET, _problem_of(record))
    elif len(record.settings.problems) == 1:
        assert (alone.kind, alone.problem_id) == (RunKind.CURVE, record.settings.problems[0].problem_id)
    campaign = EpisodeRow.from_record(record, planned(record, alone.kind))
    own = {"id", "policy", "suite", "problem_id", "pressure", "seed", "scheduler"}
    assert alone.model_dump(exclude=own) == campaign.model_dump(exclude=own)


def _problem_of(record: EpisodeRecord) -> str:
    return next(p.problem_id for p in record.settings.problems if p.label == record.settings.target)


def test_a_tool_free_row_spends_tokens_and_has_no_paid_steps() -> None:
    row = row_of("math-tool-free")
    assert (row.setting, row.spent, row.paid_steps, row.path) == (Setting.TOOL_FREE, 60, None, None)
    assert {slot.paid_steps for slot in row.slots} == {None}
    assert row_of("math-tool-free-cut").ending is Ending.CUT


@pytest.mark.parametrize(
    ("name", "kind"), [("math-agent-void", "model"), ("math-one-stage-void", "model"), ("ar-void", "sandbox")]
)
def test_a_void_episode_is_a_failure_of_its_class_and_has_no_score(name: str, kind: str) -> None:
    row = row_of(name)
    assert row.failure is not None
    assert (row.failure.kind, row.slots, row.spent) == (kind, (), 0)


def test_caps_are_told_apart_from_the_contestants_own_end() -> None:
    assert row_of("ar-step-cap").ending is Ending.STEP_CAP
    assert row_of("ar-step-cap", RunKind.BASELINE).ending is Ending.SAFETY_CAP
    assert row_of("math-agent").ending is Ending.FINISHED


def test_what_a_model_used_is_in_its_row() -> None:
    row = row_of("math-agent")
    assert row.spend is not None
    assert row.spend.calls == 6
    assert row.protocol_errors == 2


def test_files_keep_the_older_names_of_two_fields(tmp_path: Path) -> None:
    row = row_of("math-agent")
    line = json.loads(row.model_dump_json())
    assert (line["used"], line["slots"][0]["problem"]) == (row.spent, row.slots[0].problem_id)
    (tmp_path / "rows.jsonl").write_text(row.model_dump_json() + "\n", "utf-8")
    assert list(read_row_file(tmp_path / "rows.jsonl")) == [row]


def test_rows_of_the_first_format_are_read_with_their_paid_steps(tmp_path: Path) -> None:
    for name, paid in (("math-coverage", 7), ("math-tool-free", None)):
        old = json.loads(row_of(name).model_dump_json())
        del old["paid_steps"]
        for slot in old["slots"]:
            del slot["paid_steps"]
        file = tmp_path / f"{name}.jsonl"
        file.write_text(json.dumps({**old, "format": "r3gym-row-1"}) + "\n", "utf-8")
        (row,) = read_row_file(file)
        assert row.paid_steps == paid
        assert row == row_of(name)


def test_a_torn_last_line_is_left_out_and_any_other_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    line = row_of("math-agent").model_dump_json()
    file.write_text(f"{line}\n\n{line[:50]}", "utf-8")
    tail = RowTail()
    assert len(list(read_row_file(file, tail))) == 1
    assert tail.torn_bytes == 50
    file.write_text(f"{line}\n{line[:50]}\n{line}\n", "utf-8")
    with pytest.raises(InputError, match=r"rows\.jsonl, line 2: .*Invalid JSON"):
        list(read_row_file(file))


def test_an_episode_that_never_began_is_a_failure() -> None:
    record = read_record(FORMAT1 / "math-agent.json")
    row = EpisodeRow.not_begun(planned(record), FailureClass.SANDBOX, "x" * 5000, started="now", seconds=1.0)
    assert row.failure is not None
    assert (len(row.failure.message), row.seconds, row.record) == (2000, 1.0, None)
