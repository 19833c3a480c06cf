"""A report shows what a step did for other problems, what was solved unbooked, and which rules counted."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from r3gym.core.charge import ChargeKind
from r3gym.records import EpisodeRecord, read_record
from r3gym.records.ending import CandidateVersion
from r3gym.records.steps import StepEffects
from r3gym.report.extract import make_report
from r3gym.report.page import report_page
from r3gym.report.plain_json import report_json
from r3gym.report.terminal import show_episode, show_table

OLD = Path(__file__).parents[1] / "records" / "format1" / "math-coverage.json"


def with_a_ride() -> EpisodeRecord:
    """An episode whose counted steps, all booked on problem 1, name problem 2, which is then solved."""
    old = read_record(OLD)
    assert old.result is not None
    seen = StepEffects(named=("2",), wrote=("3",), paths=("/app/problem_3/<b>",), changed=1)
    steps = tuple(
        step.model_copy(update={"problem": "1", "effects": seen, "full_output": "h"})
        if step.charge is not None and step.charge.kind is ChargeKind.COUNTED
        else step
        for step in old.steps
    )
    answer = CandidateVersion(label="2", version=1, step=steps[-1].id, content="h")
    problems = tuple(one.model_copy(update={"correct": one.label == "2"}) for one in old.result.problems)
    return old.model_copy(
        update={
            "steps": steps,
            "candidates": (answer,),
            "contents": {"h": "the whole <i>output</i>"},
            "result": old.result.model_copy(update={"problems": problems}),
        }
    )


def printed(record: EpisodeRecord) -> str:
    screen = io.StringIO()
    show_episode(Console(file=screen, width=300), make_report(record, "r"))
    return screen.getvalue()


def test_effects_and_rides_are_shown() -> None:
    report = make_report(with_a_ride(), "r")
    page = report_page([report], [])
    assert "printed for 2; wrote for 3 (/app/problem_3/&lt;b&gt;)" in page
    assert "the whole &lt;i&gt;output&lt;/i&gt;" in page
    said = "nothing booked on it; 7 counted actions on other problems named it or wrote for it"
    assert said in page
    assert said in printed(with_a_ride())
    (episode,) = report_json([report], [])["episodes"]
    assert episode["problems"][1]["booking"] == said
    assert "printed for 2; wrote for 3 (/app/problem_3/<b>)" in {step["effects"] for step in episode["steps"]}


def test_a_record_of_the_first_rules_says_so() -> None:
    old = read_record(OLD)
    said = "compute_tools-v1 (this r3gym counts by compute_tools-v2)"
    assert said in printed(old)
    report = make_report(old, "r")
    assert said in report_page([report], [])
    assert report_json([report], [])["episodes"][0]["counting_policy"] == "compute_tools-v1"
    new = old.model_copy(update={"versions": old.versions.model_copy(update={"counting_policy": "compute_tools-v2"})})
    assert "this r3gym counts by" not in printed(new)
    screen = io.StringIO()
    show_table(Console(file=screen, width=200), [report, make_report(new, "s")])
    assert "compute_tools-v1, compute_tools-v2: their units are not the same measure" in screen.getvalue()
