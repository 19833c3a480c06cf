"""A scheduler sees the visible state and nothing else: every registered one, against a state that fails on all else."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from contest_actions import do, run
from contest_simulator import Simulated
from hypothesis import given, settings
from hypothesis import strategies as st
from known_domains import CODE, DOMAINS, MATH

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb
from r3gym.core.domain import Domain
from r3gym.core.state import ContestState, ProblemState
from r3gym.schedulers import Driver, Scheduler, legal_steps, make_scheduler, scheduler_names
from r3gym.suites import build_suite

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


def some_state(seed: int, domain: Domain = CODE) -> ContestState:
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
        state = some_state(seed, DOMAINS[seed % 3])
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


def hidden_side(folder: Path, turn: int) -> str:
    """A suite of one contest: the same public problems, with tiers and answers turned by some places."""
    tiers = ("easy", "easy", "easy", "medium", "medium", "hard")
    rows = [
        {"id": f"p{n}", "statement": f"Find {n}.", "tier": tiers[(n + turn) % 6], "answer": str((n + turn) % 6)}
        for n in range(6)
    ]
    pool = folder / f"pool-{turn}.jsonl"
    pool.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_suite(pool, MATH, folder / f"suite-{turn}", name="same")
    return str(folder / f"suite-{turn}")


def words(suite: str, scheduler: str) -> tuple[list[Any], list[bool]]:
    """All that a scheduler says in an episode, and which answers were right in the end."""
    env = gym.make("R3Contest-Math-v0", suite=suite, contest=0, budget=7, scheduler=scheduler)
    _, info = env.reset(seed=0)
    said: list[Any] = [info["instruction"]]
    for number in (1, 1, 2, 3, 4, 5, 6, 1, 1):
        env.step(do(Verb.FOCUS, number))
        info = env.step(run("python3 -c 'print(1)'"))[4]
        said += [info["charge"], env.get_wrapper_attr("action_masks")().tolist()]
        env.step(do(Verb.SUBMIT, number, str(number)))
    result = env.step(do(Verb.FINISH))[4]["result"]
    env.close()
    return said, [p["correct"] for p in result["problems"]]


def test_permuting_hidden_tiers_and_keys_changes_nothing_that_a_scheduler_says(tmp_path: Path) -> None:
    """Response curves are not even there to be permuted: they are made of finished campaigns."""
    suites = [hidden_side(tmp_path, turn) for turn in (0, 1)]
    for name in scheduler_names():
        (one, right), (other, turned) = (words(suite, name) for suite in suites)
        assert one == other, name
        assert right != turned, "the keys are really different"
