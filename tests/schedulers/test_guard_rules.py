"""The rules of the guards on any state: the paper's words, the live schedulers and the batched masks agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_domains import DOMAINS

from r3gym.core.packed_state import pack
from r3gym.core.state import ContestState, ProblemState
from r3gym.errors import InputError
from r3gym.schedulers import make_scheduler
from r3gym.schedulers.guard_rules import GUARDS, blocked_problems

counts = st.sampled_from([0, 0, 1, 1, 2, 3, 254, 255, 256, 400])


@st.composite
def states(draw: st.DrawFn) -> ContestState:
    """Any state, also counts that a byte does not hold and combinations that no contest reaches."""
    domain = draw(st.sampled_from(DOMAINS))
    problems = tuple(
        ProblemState(label, paid_steps=draw(counts), candidate=draw(st.booleans()), checks_since_change=draw(counts))
        for label in domain.labels(draw(st.integers(1, 12)))
    )
    used = sum(p.paid_steps for p in problems)
    return ContestState(domain, problems, problems[0].label, None, used, None)


def as_the_paper_says(guard: str, state: ContestState, label: str) -> bool:
    """Whether a paid step is blocked, in the words of the paper's Strategies A and B."""
    problem = state.problem(label)
    if guard == "none":
        return False
    if any(other.paid_steps == 0 for other in state.problems):
        return problem.paid_steps > 0
    if guard == "coverage" or not problem.candidate:
        return False
    further_checks = problem.checks_since_change
    if further_checks == problem.paid_steps:  # one of them was the coverage probe
        further_checks -= 1
    return further_checks >= 1


@pytest.mark.parametrize("guard", GUARDS)
@settings(max_examples=200, deadline=None)
@given(state=states())
def test_live_guards_and_batched_masks_say_what_the_paper_says(guard: str, state: ContestState) -> None:
    wanted = [as_the_paper_says(guard, state, label) for label in state.labels]
    scheduler = make_scheduler(guard)
    assert [scheduler.review(replace(state, focus=label)).blocked for label in state.labels] == wanted
    assert blocked_problems(guard, pack(state)[None])[0].tolist() == wanted


def test_another_guard_is_named() -> None:
    with pytest.raises(InputError, match="guard='curfew': choose one of none, coverage, verification"):
        blocked_problems("curfew", np.zeros((1, 16), np.uint8))
