"""A scheduler sees the visible state and nothing else: every registered one, against a state that fails on all else."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest
from contest_simulator import Simulated
from hypothesis import given, settings
from hypothesis import strategies as st

from r3gym.domains import Domain
from r3gym.schedulers import Driver, Scheduler, legal_steps, make_scheduler, scheduler_names
from r3gym.state import ContestState, ProblemState

#: All that a scheduler may touch.
VISIBLE = {
    ContestState: {f.name for f in fields(ContestState)} | {"labels", "exhausted", "problem"},
    ProblemState: {f.name for f in fields(ProblemState)},
}


class Proxy:
    """Passes visible attributes on, wrapped again; anything else is a breach of the contract."""

    def __init__(self, real: Any) -> None:
        object.__setattr__(self, "_real", real)

    def __getattribute__(self, name: str) -> Any:
        real = object.__getattribute__(self, "_real")
        if name == "__class__":
            return type(real)
        if name.startswith("__dataclass"):
            return getattr(real, name)  # `dataclasses.replace` asks for these
        if name not in VISIBLE[type(real)]:
            raise AssertionError(f"a scheduler asked for {type(real).__name__}.{name}")
        value = getattr(real, name)
        if name == "problems":
            return tuple(map(Proxy, value))
        return (lambda label: Proxy(value(label))) if name == "problem" else value

    def __setattr__(self, name: str, value: object) -> None:
        raise AssertionError(f"a scheduler wrote {name}")


def answers(scheduler: Scheduler, state: Any) -> tuple[Any, ...]:
    driven = scheduler.choose(state) if isinstance(scheduler, Driver) else None
    return scheduler.directive(state), scheduler.review(state), driven


def some_state(seed: int, domain: Domain = Domain.CODE) -> ContestState:
    """A state in the middle of a random contest, with a focus."""
    rng = random.Random(seed)
    contest = Simulated.opened(domain, rng.randrange(1, 41), 6, rng)
    for _ in range(rng.randrange(30)):
        contest.free()
        contest.pay(make_scheduler("none"), rng.choice(list(contest.problems)))
    return replace(contest.state, focus=rng.choice(list(contest.problems)))


@pytest.mark.parametrize("name", scheduler_names())
def test_a_scheduler_touches_the_visible_state_only(name: str) -> None:
    scheduler = make_scheduler(name)
    for seed in range(60):
        state = some_state(seed, list(Domain)[seed % 3])
        assert answers(scheduler, Proxy(state)) == answers(scheduler, state)


def test_the_proxy_fails_on_anything_else() -> None:
    for private in ("tier", "key", "curves", "contest"):
        with pytest.raises(AssertionError, match="asked for"):
            getattr(Proxy(some_state(1)), private)
    with pytest.raises(AssertionError, match="asked for"):
        _ = Proxy(some_state(1)).problems[0].tier


@pytest.mark.parametrize("name", scheduler_names())
def test_a_scheduler_is_a_function_of_the_state(name: str) -> None:
    """The same state gives the same word, whatever the same object was asked before."""
    used, fresh = make_scheduler(name), make_scheduler(name)
    for seed in range(40):
        answers(used, some_state(seed))
    assert answers(used, some_state(99)) == answers(fresh, some_state(99))


@pytest.mark.parametrize("name", scheduler_names())
@given(seed=st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_a_driver_allows_its_choice_alone_and_does_not_look_at_the_focus(name: str, seed: int) -> None:
    scheduler, state = make_scheduler(name), some_state(seed)
    if not isinstance(scheduler, Driver):
        return
    choice = scheduler.choose(state)
    assert all(scheduler.choose(replace(state, focus=label)) == choice for label in (None, *state.labels))
    assert legal_steps(scheduler, state) == (() if choice is None else (choice,))
