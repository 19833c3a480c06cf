"""Full credit or none: what was not accepted by a judge scores zero, whatever the reason."""

from __future__ import annotations

import pytest

from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.verdict import Outcome, ParseState, Verdict


@pytest.mark.parametrize("state", [state for state in ParseState if state is not ParseState.ANSWERED])
def test_a_parser_failure_scores_zero(state: ParseState) -> None:
    result = ContestResult("c", (ProblemResult("1", "p", state, None, 3),))
    assert (result.score, result.problems[0].correct, result.problems[0].word) == (0, False, state.value)


@pytest.mark.parametrize("outcome", Outcome)
def test_accepted_alone_is_correct_and_a_judges_failure_stays_visible(outcome: Outcome) -> None:
    result = ContestResult("c", (ProblemResult("1", "p", ParseState.ANSWERED, Verdict(outcome, "test"), 3),))
    assert result.score == (outcome is Outcome.ACCEPTED)
    assert result.judge_errors == (("1",) if outcome is Outcome.JUDGE_ERROR else ())
    assert result.problems[0].word == outcome.value
