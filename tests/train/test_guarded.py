"""A scheduler trained under a guard carries the guard in its file and never chooses what the guard blocks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from contest_actions import do, run
from known_domains import MATH

from r3gym.core.actions import Verb
from r3gym.core.packed_state import unpack
from r3gym.core.state import read_state
from r3gym.errors import InputError
from r3gym.schedulers import Verification, legal_steps, make_scheduler
from r3gym.schedulers.learned import LearnedScheduler, Network, load_learned
from r3gym.simulation.contests import Contests
from r3gym.simulation.library import make_world

pytest.importorskip("torch", reason="the extra 'train' is not installed: make train-setup")
pytest.importorskip("sb3_contrib", reason="the extra 'train' is not installed: make train-setup")

from r3gym.train.training import CARD, TrainingSettings, train


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a scheduler after a few thousand steps under the verification guard."""
    settings = TrainingSettings(
        steps=4096, contests=64, domain="math", guard="verification", evaluate_every=4096, evaluation_contests=1
    )
    folder = tmp_path_factory.mktemp("guarded")
    done = train(settings, folder)
    assert json.loads((folder / CARD).read_text())["guard"] == "verification"
    assert done.scheduler is not None
    return done.scheduler


def blocked_choices(network: Network) -> int:
    """How many of the network's choices the verification guard blocks, in simulated contests to their end."""
    world = make_world([MATH], "validation", problems=6).with_budgets(30)
    contests = Contests(world, 200, "verification")
    contests.reset(np.arange(200))
    over, found = np.zeros(200, np.bool_), 0
    for _ in range(60):
        actions = np.where(over, contests.finish, network.best(contests.packed()))
        found += int((~np.take_along_axis(contests.masks(), actions[:, None], 1)).sum())
        over |= contests.step(actions).ended
    return found


def test_in_the_twin_no_choice_is_ever_blocked(trained: Path) -> None:
    network = load_learned(str(trained)).network
    assert network.guard == "verification"
    assert blocked_choices(network) == 0
    unguarded = Network(network.weights, {**network.card, "guard": "none"})
    assert blocked_choices(unguarded) > 0, "the same weights without their guard run into it"


def test_its_own_guard_allows_one_choice_that_the_guard_allows_too(trained: Path) -> None:
    scheduler: Any = make_scheduler(f"learned:{trained}")
    contests = Contests(make_world([MATH], "validation").with_budgets(20), 50)
    contests.reset(np.arange(50))
    for _ in range(20):
        for state in map(unpack, contests.packed()):
            assert set(legal_steps(scheduler, state)) <= set(legal_steps(Verification(), state))
        contests.step(scheduler.network.best(contests.packed()))


def test_in_a_live_contest_no_step_is_ever_blocked(trained: Path) -> None:
    env = gym.make("R3Contest-Math-v0", contest=0, budget=14, scheduler=f"learned:{trained}")
    try:
        obs, info = env.reset(seed=0)
        for step in range(14):
            state = read_state(obs, MATH, info["labels"])
            allowed = np.flatnonzero(env.unwrapped.action_masks()[:-1])  # type: ignore[attr-defined]
            assert {state.labels[place] for place in allowed} <= set(legal_steps(Verification(), state))
            if not len(allowed):
                break
            place = int(allowed[0]) + 1
            env.step(do(Verb.FOCUS, place))
            obs, *_, info = env.step(run("python3 -c 'print(1)'"))
            if step % 2:
                obs, *_, info = env.step(do(Verb.SUBMIT, place, str(step)))
        assert info["ledger"]["used"] >= 6, "the guard's coverage came first"
        assert info["ledger"]["blocked"] == 0
    finally:
        env.close()


def test_a_card_without_the_field_means_no_guard_and_an_unknown_guard_is_named(tmp_path: Path) -> None:
    shipped = load_learned().network
    assert "guard" not in shipped.card
    assert shipped.guard == "none"
    card = np.array(json.dumps({**shipped.card, "guard": "curfew"}))
    np.savez(tmp_path / "odd.npz", card=card, **shipped.weights)
    with pytest.raises(InputError, match=r"odd\.npz: guard='curfew': choose one of none, coverage, verification"):
        load_learned(str(tmp_path / "odd.npz"))


def test_a_contest_whose_problems_are_all_gated_is_finished(trained: Path) -> None:
    network = load_learned(str(trained)).network
    packed = np.zeros((1, 8 * 7), np.uint8)
    packed.reshape(7, 8)[:6, [0, 2, 4]] = (3, 2, 1)  # three paid steps, two of them checks of the answer that stands
    packed.reshape(7, 8)[6, 1:3] = (30, 12)
    assert network.best(packed).tolist() == [6]
    assert LearnedScheduler(network).choose(unpack(packed[0])) is None
