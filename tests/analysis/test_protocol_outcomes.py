"""Protocol outcomes of a campaign that was worked out by hand: every count beside what it is a count of."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command_line import r3gym_command
from made_campaign import played_suite, row, write_campaign

from r3gym.analysis import Resampling, analyse
from r3gym.analysis.outcome_layouts import SECTIONS
from r3gym.analysis.protocol_outcomes import Tally, added
from r3gym.campaigns import EpisodeRow
from r3gym.core.verdict import Outcome
from r3gym.figures import read_source
from r3gym.records.ending import FailureClass
from r3gym.records.rows import Ending
from r3gym.report.campaign_outcomes import protocol_outcomes

SUITE = played_suite({"x": "EEEMMH", "y": "HMMEEE"})
REGIME: dict[str, Any] = {"setting": "tool_free", "pressure": 0.2, "budget": 80}
READ = {"duplicate": False, "unmarked": False, "declined": False}


def stage(number: int, outcome: str, finish: str, cap: int, out: int | None) -> dict[str, Any]:
    tokens = {"prompt_tokens": None if out is None else 9, "completion_tokens": out}
    return {"stage": number, "outcome": outcome, "finish": finish, "cap": cap, **tokens}


def with_slots(one: EpisodeRow, **changes: dict[str, Any]) -> EpisodeRow:
    """The row with these fields of its problems, by label; all of them say how they were read."""
    slots = [slot.model_copy(update=READ | changes.get(f"p{slot.label}", {})) for slot in one.slots]
    return one.model_copy(update={"slots": tuple(slots)})


def campaign_rows() -> list[EpisodeRow]:
    """Two contests with a result, one that failed in stage 2, one older than all of this, and a single-problem run."""
    spend = {"calls": 2, "attempts": 3, "prompt_tokens": 18, "completion_tokens": 120, "reasoning_tokens": 60}
    first = with_slots(
        row(
            "contest", SUITE, "x", "+ww--m", repeat=1, ending="cut", protocol_errors=0, spend=spend, trims=0,
            trimmed_chars=0, trace_dropped=500, metering=["cut", "over_cap"], finishes={"length": 1, "stop": 1},
            stages=[stage(1, "cap", "length", 80, 80), stage(2, "done", "stop", 400, 40)], **REGIME,
        ),
        p1={"flagged": False, "score": 1.0},
        p2={"unsure": True, "flagged": True, "duplicate": True, "score": 0.05},
        p3={"unmarked": True, "flagged": False, "score": 0.0, "second": Outcome.ACCEPTED},
        p4={"declined": True},
    )  # fmt: skip
    second = with_slots(
        row(
            "contest", SUITE, "y", "+-----", repeat=1, spend={"calls": 2, "unreported": 1}, trims=2, trimmed_chars=70,
            trace_dropped=0, metering=["unreported"], finishes={"stop": 1, "length": 1}, protocol_errors=3,
            stages=[stage(1, "done", "stop", 80, None), stage(2, "cap", "length", 600, 60)], **REGIME,
        ),
        p1={"verdict": Outcome.JUDGE_ERROR, "correct": False},
        p2={"declined": True},
    )  # fmt: skip
    void = {"kind": "model", "message": "HTTP 500", "attempts": 1}
    failed = row(
        "contest", SUITE, "y", "++++++", repeat=2, failure=void, slots=[], finishes={"none": 1, "stop": 1},
        stages=[stage(1, "done", "stop", 80, 10), stage(2, "failed", "none", 600, None)], ending=None, **REGIME,
    )  # fmt: skip
    older = row("contest", SUITE, "x", "+-----", repeat=2, **REGIME)
    alone = row("curve", SUITE, "x", "-", problem="x1", repeat=1, **REGIME)
    return [first, second, failed, older, with_slots(alone)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_campaign(tmp_path_factory.mktemp("outcomes"), [SUITE], campaign_rows(), repeats=2, grid=[0.2])


@pytest.fixture(scope="module")
def outcomes(folder: Path) -> dict[tuple[str, str], tuple[float, int]]:
    contest, curve = analyse([folder], resampling=Resampling(20), tables=("outcomes",)).outcomes
    assert (contest.kind, curve.kind) == ("contest", "curve")
    assert (contest.key.pressure, contest.key.domain, contest.key.scheduler) == (0.2, "math", "none")
    assert curve.outcomes["reading", "no_marker"] == Tally(1, 1)
    return {name: (tally.count, tally.of) for name, tally in contest.outcomes.items()}


Counts = dict[tuple[str, str], tuple[float, int]]


def test_failures_are_of_all_episodes_and_endings_of_those_with_a_result(outcomes: Counts) -> None:
    assert outcomes["episodes", "played"] == (3, 4)
    assert outcomes["failed", "model"] == (1, 4)
    assert outcomes["failed", "judge"] == (0, 4)
    assert outcomes["ending", "cut"] == (1, 3)
    assert outcomes["ending", "finished"] == (2, 3)
    assert outcomes["protocol_errors", "episodes"] == (1, 3)
    assert outcomes["protocol_errors", "all"] == (3, 3)


def test_parse_states_are_of_all_problems_and_readings_of_those_that_say(outcomes: Counts) -> None:
    # Six problems each in three runs; the older row says nothing of how they were read.
    states = {group: counts for (figure, group), counts in outcomes.items() if figure == "parse"}
    assert states == {"answered": (5, 18), "missing": (12, 18), "malformed": (1, 18), "unparsable": (0, 18)}
    assert outcomes["reading", "duplicate"] == (1, 12)
    assert outcomes["reading", "unmarked"] == (1, 12)
    assert outcomes["reading", "declined"] == (2, 12)
    # Of 7 missing ones (two in the first run, five in the second) two were declined; one answer had no box.
    assert outcomes["reading", "no_marker"] == (6, 12)


def test_unsure_and_failed_judges_are_of_the_zeros_and_partial_credit_of_what_has_a_score(outcomes: Counts) -> None:
    assert outcomes["verdict", "accepted"] == (2, 5)  # x1 in both runs; the judge failed on y1
    assert outcomes["verdict", "judge_error"] == (1, 5)
    assert outcomes["zeros", "unsure"] == (1, 16)
    assert outcomes["zeros", "judge_error"] == (1, 16)
    assert outcomes["score", "partial"] == (1, 3)
    assert outcomes["score", "mean"] == (1.05, 3)
    assert outcomes["second_verdict", "differs"] == (1, 5)
    assert outcomes["audit", "flagged"] == (1, 3)


def test_the_calls_of_stage_2_are_counted_with_those_of_failed_episodes(outcomes: Counts) -> None:
    stage_2 = {group: counts for (figure, group), counts in outcomes.items() if figure == "stage_2"}
    assert stage_2 == {
        "done": (1, 3),
        "cap_reached": (1, 3),
        "stopped": (0, 3),
        "empty": (0, 3),
        "failed": (1, 3),
        "cap": (1600, 3),
        "prompt_tokens": (18, 2),
        "completion_tokens": (100, 2),
        "reasoning_tokens": (0, 0),
    }
    assert outcomes["stage_2_finish", "length"] == (1, 3)
    assert outcomes["stage_1", "cap_reached"] == (1, 3)
    assert {group: c for (figure, group), c in outcomes.items() if figure == "finish"} == {
        "length": (2, 6),
        "none": (1, 6),
        "stop": (3, 6),
    }


def test_context_and_usage_are_of_the_episodes_that_say(outcomes: Counts) -> None:
    assert outcomes["trimmed", "episodes"] == (1, 2)
    assert outcomes["trimmed", "cuts"] == (2, 2)
    assert outcomes["trimmed", "characters"] == (70, 2)
    assert outcomes["trace_dropped", "episodes"] == (1, 2)
    assert outcomes["trace_dropped", "characters"] == (500, 2)
    assert outcomes["completion", "over_cap"] == (1, 2)
    assert outcomes["completion", "unreported"] == (1, 2)
    assert outcomes["usage", "calls"] == (4, 2)
    assert outcomes["usage", "attempts"] == (3, 2)
    assert outcomes["usage", "reasoning_tokens"] == (60, 2)
    assert outcomes["usage", "unreported"] == (1, 2)


def test_outcomes_of_several_sets_add_up_and_a_reason_that_one_lacks_is_of_its_calls_too() -> None:
    one = {("finish", "stop"): Tally(2, 3), ("finish", "length"): Tally(1, 3), ("parse", "missing"): Tally(1, 6)}
    other = {("finish", "stop"): Tally(4, 4), ("parse", "missing"): Tally(0, 6)}
    found = added([one, other])
    assert found["finish", "length"] == Tally(1, 7)
    assert found["finish", "stop"] == Tally(6, 7)
    assert found["parse", "missing"].rate == 1 / 12


def r3gym(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [r3gym_command(), *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
        check=False,
    )


def test_the_table_shows_counts_with_their_denominators_in_eighty_columns(folder: Path) -> None:
    lines = r3gym("analyze", folder, "--table", "outcomes").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for title in ("episodes", "how answers were read", "judging", "stage 2", "usage", "finish reasons"):
        assert f"Protocol outcomes: {title}" in text
    assert "Tool-free · p · curve" in text
    read = lines[lines.index("Tool-free · p", lines.index("Protocol outcomes: how answers were read")) + 1].split()
    assert read == ["ρ=0.2", "Math", "18", "5", "12", "1", "0", "6", "2", "1", "1"]


def test_json_and_csv_hold_every_count(folder: Path, outcomes: Counts) -> None:
    plain = json.loads(r3gym("analyze", folder, "--table", "outcomes", "--json").stdout)["outcomes"]
    contest = next(cell for cell in plain if cell["kind"] == "contest")
    assert {(o["figure"], o["group"]): (o["count"], o["of"]) for o in contest["outcomes"]} == outcomes
    lines = list(csv.DictReader(io.StringIO(r3gym("analyze", folder, "--table", "outcomes", "--csv").stdout)))
    counted = [line for line in lines if line["part"] == "outcomes" and line["kind"] == "contest"]
    assert {(o["figure"], o["group"]): (float(o["count"]), int(o["of"])) for o in counted} == outcomes
    assert next(o for o in counted if o["group"] == "no_marker")["estimate"] == str(6 / 12)


def test_every_ending_and_every_cause_of_a_failure_has_a_column() -> None:
    shown = {name for section in SECTIONS for column in section.columns for name in column.names}
    assert shown >= {("ending", ending.value) for ending in Ending}
    assert shown >= {("failed", cause.value) for cause in FailureClass}


def test_the_page_of_the_campaign_has_the_same_tables(folder: Path) -> None:
    page = str(protocol_outcomes(read_source([folder], resampling=Resampling(20))))
    rows = [re.sub(r"<[^>]+>", " ", row).split("  ") for row in re.findall(r"<tr>(.*?)</tr>", page)]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    read = ["p · tool-free · Math · ρ=0.2", "18"]
    read += ["5 27.8%", "12 66.7%", "1 5.6%", "0 0.0%", "6 50.0%", "2 16.7%", "1 8.3%", "1 8.3%"]
    assert read in cells
    assert ["p · tool-free · Math · ρ=0.2", "6", "2 33.3%", "1 16.7%", "3 50.0%"] in cells, "finish reasons"
    assert any("p · tool-free · Math · ρ=0.2 · curve" in row for row in cells)
    for section in SECTIONS:
        assert section.note.replace("'", "&#x27;") in page


def test_a_finish_reason_on_the_page_is_text(tmp_path: Path) -> None:
    (one,) = [row for row in campaign_rows() if row.failure]
    hostile = one.model_copy(update={"finishes": {"<script>\x1b[31m\u202e": 1}})
    write_campaign(tmp_path, [SUITE], [hostile], repeats=2, grid=[0.2])
    page = str(protocol_outcomes(read_source([tmp_path], resampling=Resampling(20))))
    assert "&lt;script&gt;" in page
    assert not set("\x1b\u202e") & set(page)
