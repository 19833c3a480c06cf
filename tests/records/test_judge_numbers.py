"""A judge's own number and another judge's verdict survive from the verdict to result, record, row and report."""

from __future__ import annotations

from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.verdict import Outcome, ParseState, SecondOpinion, Verdict
from r3gym.records.from_core import contest_verdict
from r3gym.records.rows import _slot
from r3gym.report.extract import _detail

RAW = SecondOpinion("reasoning-gym/raw", Outcome.ACCEPTED, 1.0)
RESULT = ContestResult(
    "c",
    (
        ProblemResult("1", "p1", ParseState.ANSWERED, Verdict(Outcome.WRONG_ANSWER, "rg", "no", score=0.05), 1),
        ProblemResult("2", "p2", ParseState.ANSWERED, Verdict(Outcome.WRONG_ANSWER, "reasoning-gym", second=RAW), 1),
        ProblemResult("3", "p3", ParseState.MISSING, None, 0),
    ),
)  # fmt: skip


def test_partial_credit_is_kept_everywhere_and_counts_nowhere() -> None:
    assert RESULT.score == 0
    assert [p.get("score") for p in RESULT.summary()["problems"]] == [0.05, None, None]
    stored = contest_verdict(RESULT).problems
    assert [p.score for p in stored] == [0.05, None, None]
    assert [_slot(p, None, None).score for p in stored] == [0.05, None, None]
    assert _detail(stored[0]) == "no; score 0.05"


def test_another_judges_verdict_is_kept_everywhere() -> None:
    said = {"judge": "reasoning-gym/raw", "verdict": "accepted", "score": 1.0}
    assert [p.get("second") for p in RESULT.summary()["problems"]] == [None, said, None]
    stored = contest_verdict(RESULT).problems[1]
    assert stored.second is not None
    assert stored.second.model_dump(mode="json") == said
    assert _slot(stored, None, None).second is Outcome.ACCEPTED
    assert _detail(stored) == "reasoning-gym/raw: accepted"
