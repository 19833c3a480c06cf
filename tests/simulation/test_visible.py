"""The packed visible state says what the state says, and nothing gets lost on the way back."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from known_domains import DOMAINS

from r3gym.core.packed_state import pack, unpack
from r3gym.core.state import ContestState, ProblemState

counts = st.integers(0, 40)


@st.composite
def states(draw: st.DrawFn) -> ContestState:
    domain = draw(st.sampled_from(DOMAINS))
    labels = domain.labels(draw(st.integers(1, 6)))
    problems = tuple(
        ProblemState(
            label,
            draw(counts),
            draw(st.booleans()),
            draw(st.booleans()),
            draw(counts),
            draw(counts),
            draw(st.sampled_from([None, 0, 1])),
        )
        for label in labels
    )
    used = sum(p.paid_steps for p in problems)
    left = draw(st.integers(0, 10))
    total = draw(st.sampled_from([None, min(254, used + left)]))
    focus = draw(st.sampled_from([None, *labels]))
    return ContestState(domain, problems, focus, total, used, None if total is None else total - used)


@given(states())
def test_packing_and_unpacking_gives_the_state_back(state: ContestState) -> None:
    assert unpack(pack(state)) == state


@given(states(), st.integers(2, 255))
def test_every_failing_exit_status_is_packed_alike(state: ContestState, status: int) -> None:
    first = replace(state.problems[0], last_exit=1)
    other = replace(first, last_exit=status)
    a = replace(state, problems=(first, *state.problems[1:]))
    assert (pack(a) == pack(replace(a, problems=(other, *state.problems[1:])))).all()
