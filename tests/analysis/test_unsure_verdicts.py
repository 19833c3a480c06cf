"""Unsure verdicts on their way from the judge to the analysis: no credit, and visible at every station."""

from __future__ import annotations

from fractions import Fraction as F
from io import StringIO
from pathlib import Path

from made_campaign import played_suite, row, write_campaign
from rich.console import Console
from shared_data import shared_data

from r3gym.analysis.analyse import TABLES, cell_figures
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells
from r3gym.cli.results import results_table
from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.verdict import Outcome, ParseState, Verdict
from r3gym.records.ending import ProblemVerdict
from r3gym.records.from_core import contest_verdict
from r3gym.records.reading import read_record
from r3gym.report import phrases
from r3gym.report.extract import make_report

UNSURE = Verdict(Outcome.WRONG_ANSWER, "math-offline", "unsure: words can only be compared as text", undecided=True)
WRONG = Verdict(Outcome.WRONG_ANSWER, "math-offline", "different value")
RIGHT = Verdict(Outcome.ACCEPTED, "math-offline", "same value")
RESULT = ContestResult(
    "c",
    tuple(
        ProblemResult(str(n), f"p{n}", ParseState.ANSWERED, verdict, 1)
        for n, verdict in enumerate((RIGHT, UNSURE, WRONG), 1)
    ),
)


def test_a_result_names_what_is_unsure_and_gives_no_credit() -> None:
    assert (RESULT.score, RESULT.unsure, RESULT.judge_errors) == (1, ("2",), ())
    summary = RESULT.summary()
    assert summary["unsure"] == ["2"]
    assert [p["unsure"] for p in summary["problems"]] == [False, True, False]


def test_the_play_table_shows_it_apart_from_a_wrong_answer() -> None:
    ledger = {"used": 3, "total": 8, "per_problem": {"1": 1, "2": 1, "3": 1}}
    row = {"contest": "c", "policy": "p", "ledger": ledger, "result": RESULT.summary()}
    console = Console(width=160, record=True, file=StringIO())
    console.print(results_table([row]))
    line = next(line for line in console.export_text().splitlines() if "1 AC" in line)
    assert "1 AC" in line
    assert "1 ??" in line
    assert "1 WA" in line


def test_records_keep_it_and_old_ones_say_it_in_their_detail() -> None:
    kept = contest_verdict(RESULT).problems
    assert [p.unsure for p in kept] == [False, True, False]
    assert [p.left_unsure for p in kept] == [False, True, False]
    old = [ProblemVerdict.model_validate({**p.model_dump(), "unsure": None}) for p in kept]
    assert [p.left_unsure for p in old] == [False, True, False]


def test_a_report_of_a_published_episode_shows_it() -> None:
    path = shared_data("episodes/math-agentic-suite-018-8.json")
    one = make_report(read_record(path), "one")
    assert one.unsure == ("4",)
    assert [p.word for p in one.problems if not p.correct] == ["unsure", "wrong_answer"]
    assert "judge unsure about 4" in phrases.remarks(one)
    assert phrases.verdict_tone("unsure") == phrases.ODD


def test_the_analysis_says_how_many_zeros_are_unsure_and_how_far_the_score_could_move(tmp_path: Path) -> None:
    suite = played_suite({"x": "EEEMMH"})
    made = row("contest", suite, "x", "++w-ww", pressure=0.8, budget=8, repeat=1)
    slots = tuple(slot.model_copy(update={"unsure": n in (2, 4)}) for n, slot in enumerate(made.slots))
    campaign = read_campaign(
        [write_campaign(tmp_path, [suite], [made.model_copy(update={"slots": slots})], repeats=1, grid=[0.2])]
    )
    (cell,) = contest_cells(campaign)
    found = cell_figures(cell, None, ("unsure",))
    assert {name[1]: figure.value for name, figure in found.items() if name[0] == "judged"} == {
        "score": F(2),
        "zeros": F(4),
        "unsure": F(2),
        "most": F(4),
    }
    assert "unsure" in TABLES
