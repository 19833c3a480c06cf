"""The paper's online schedulers as guards: coverage (Strategy A) and verification (Strategy B)."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import CODE, MATH

from r3gym.core.state import ContestState, ProblemState
from r3gym.schedulers import legal_steps, make_scheduler, scheduler_names

LABELS = CODE.labels()


def state(focus: str, *paid: int, **focused: object) -> ContestState:
    problems = tuple(ProblemState(label, paid_steps=n) for label, n in zip(LABELS, paid, strict=True))
    problems = tuple(replace(p, **focused) if p.label == focus else p for p in problems)  # type: ignore[arg-type]
    return ContestState(CODE, problems, focus, 20, sum(paid), 20 - sum(paid))


def blocked(name: str, now: ContestState) -> bool:
    return make_scheduler(name).review(now).blocked


def test_coverage_gives_every_problem_one_probe_before_a_second_on_any() -> None:
    assert not blocked("coverage", state("A", 0, 0, 0, 0, 0, 0))
    assert blocked("coverage", state("A", 1, 0, 0, 0, 0, 0))
    assert not blocked("coverage", state("B", 1, 0, 0, 0, 0, 0))
    assert blocked("coverage", state("A", 1, 1, 1, 1, 1, 0))
    assert not blocked("coverage", state("A", 1, 1, 1, 1, 1, 1))


def test_a_block_says_where_to_go() -> None:
    review = make_scheduler("coverage").review(state("A", 1, 1, 0, 1, 0, 1))
    assert "C, E" in review.reason
    assert "focus_problem C" in review.reason


@given(st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_coverage_never_deadlocks(paid: list[int]) -> None:
    assert any(not blocked("coverage", state(label, *paid)) for label in LABELS)


def test_after_coverage_an_unchanged_candidate_gets_at_most_one_further_check() -> None:
    probed = state("A", 1, 1, 1, 1, 1, 1, candidate=True, checks_since_change=1)
    assert not blocked("verification", probed), "the coverage probe is not a further check"
    checked = state("A", 2, 1, 1, 1, 1, 1, candidate=True, checks_since_change=2)
    assert blocked("verification", checked)


def test_changing_the_candidate_allows_one_check_again() -> None:
    assert not blocked("verification", state("A", 2, 1, 1, 1, 1, 1, candidate=True, checks_since_change=0))
    assert blocked("verification", state("A", 3, 1, 1, 1, 1, 1, candidate=True, checks_since_change=1))


def test_without_a_candidate_there_is_nothing_to_gate() -> None:
    assert not blocked("verification", state("A", 5, 1, 1, 1, 1, 1, candidate=False))


def test_the_gate_is_shut_only_after_coverage() -> None:
    assert not blocked("verification", state("A", 0, 1, 1, 1, 1, 1, candidate=True))
    review = make_scheduler("verification").review(state("A", 2, 1, 1, 1, 1, 0, candidate=True, checks_since_change=2))
    assert review.reason.startswith("coverage")


def test_a_shut_gate_says_where_to_go_and_a_closed_contest_says_finish() -> None:
    checked = {"candidate": True, "checks_since_change": 1}
    one = state("A", 2, 2, 2, 2, 2, 2, **checked)
    assert "next is one of B, C, D, E, F (focus_problem B)" in make_scheduler("verification").review(one).reason
    everybody = replace(one, problems=tuple(replace(p, **checked) for p in one.problems))
    assert legal_steps(make_scheduler("verification"), everybody) == ()
    reason = make_scheduler("verification").review(everybody).reason
    assert "change it, or: nothing else is open: finish (mark_task_complete)" in reason


def test_shelving_opens_and_closes_nothing() -> None:
    for name in ("coverage", "verification", "stop"):
        now = state("A", 1, 1, 0, 1, 1, 0)
        shelved = replace(now, problems=tuple(replace(p, shelved=True) for p in now.problems))
        assert legal_steps(make_scheduler(name), now) == legal_steps(make_scheduler(name), shelved) == ("C", "F")


def test_scheme_d_stops_where_an_answer_stands_and_its_last_step_ended_well() -> None:
    final = {"candidate": True, "last_exit": 0}
    assert not blocked("stop", state("A", 1, 1, 1, 1, 1, 1, candidate=True, last_exit=1)), "a failing check goes on"
    assert not blocked("stop", state("A", 1, 1, 1, 1, 1, 1, last_exit=0)), "no answer is recorded"
    assert blocked("stop", state("A", 1, 1, 1, 1, 1, 1, **final))
    assert blocked("stop", state("A", 3, 1, 1, 1, 1, 1, **final, candidate_version=4)), "a rewrite does not reopen it"
    review = make_scheduler("stop").review(state("A", 1, 0, 1, 1, 1, 1, **final))
    assert review.reason.startswith("coverage"), "coverage comes first"


def test_scheme_d_ends_with_finish() -> None:
    now = state("A", 1, 1, 1, 1, 1, 1)
    done = replace(now, problems=tuple(replace(p, candidate=True, last_exit=0) for p in now.problems))
    assert legal_steps(make_scheduler("stop"), done) == ()
    assert make_scheduler("stop").review(done).reason.endswith("finish (mark_task_complete)")


def test_none_allows_everything_and_says_nothing() -> None:
    assert not blocked("none", state("A", 9, 0, 0, 0, 0, 0, candidate=True, checks_since_change=9))
    assert make_scheduler("none").directive(state("A", 0, 0, 0, 0, 0, 0)) == ""


def test_directives_grow_from_none_to_verification() -> None:
    names = ("none", "coverage", "verification", "stop")
    texts = [make_scheduler(n).directive(state("A", 0, 0, 0, 0, 0, 0)) for n in names]
    assert all(longer.startswith(text) and longer != text for text, longer in itertools.pairwise(texts))


def test_the_verification_rule_names_the_answer_of_the_domain() -> None:
    now = state("A", 0, 0, 0, 0, 0, 0)
    assert "its solution file" in make_scheduler("verification").directive(now)
    maths = replace(now, domain=MATH)
    assert "/logs/artifacts/answer.txt" in make_scheduler("verification").directive(maths)


def test_an_unknown_scheduler_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=f"choose one of {', '.join(scheduler_names())}"):
        make_scheduler("fifo")
