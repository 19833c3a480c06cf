"""The rules of a simulated contest: the same as those of the live one, and the same alone as among thousands."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st
from known_domains import CODE, DOMAINS, MATH
from simulation.conftest import make_profile

from r3gym.core.packed_state import pack, unpack
from r3gym.envs.candidates import NO_CANDIDATE, follow
from r3gym.errors import InputError
from r3gym.registration import twin_ids
from r3gym.schedulers import make_scheduler
from r3gym.schedulers.guard_rules import blocked_problems
from r3gym.simulation.contests import Contests
from r3gym.simulation.kernel import kernel_library
from r3gym.simulation.library import DRAWN, make_world, profiles_named
from r3gym.simulation.profiles import Signals, profile_world

moves = st.lists(st.integers(0, 5), min_size=1, max_size=40)
CLEAR = Signals()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**31), guard=st.sampled_from(["none", "coverage", "verification"]), data=st.data())
def test_single_and_batched_go_the_same_way(seed: int, guard: str, data: st.DataObject) -> None:
    many = gym.make_vec("R3Allocation-AR-v0", num_envs=5, scheduler=guard, reward="progress")
    alone = [gym.make("R3Allocation-AR-v0", scheduler=guard, reward="progress").unwrapped for _ in range(5)]
    seen, _ = many.reset(seed=seed)
    assert (seen == [env.reset(seed=seed + i)[0] for i, env in enumerate(alone)]).all()
    ended = np.zeros(5, np.bool_)
    for _ in range(30):
        actions = np.array(data.draw(st.lists(st.integers(0, 6), min_size=5, max_size=5)))
        batch = many.step(actions)
        for i, env in enumerate(alone):
            one: tuple[Any, ...] = (env.reset()[0], 0.0, False, False) if ended[i] else env.step(actions[i])[:4]
            assert (one[0] == batch[0][i]).all()
            assert one[1:] == tuple(part[i] for part in batch[1:4])
            assert (env.action_masks() == many.action_masks()[i]).all()
        ended = batch[2] | batch[3]


def test_neighbours_do_not_change_a_contest() -> None:
    world = make_world([CODE], "validation")
    few, many = Contests(world, 3), Contests(world, 50)
    few.reset([7, 8, 9])
    many.reset(np.arange(50))
    for step in range(12):
        assert (few.packed() == many.packed()[7:10]).all()
        few.step(np.full(3, step % 6))
        many.step(np.full(50, step % 6))


@pytest.mark.skipif(kernel_library() is None, reason="no C compiler here: there is only the NumPy form")
@pytest.mark.parametrize("guard", ["none", "coverage", "verification"])
@given(seed=st.integers(0, 2**62), problems=st.integers(2, 12), shuffled=st.booleans(), fixed=st.booleans())
@settings(max_examples=30, deadline=None)
def test_the_compiled_rules_are_the_rules(guard: str, seed: int, problems: int, shuffled: bool, fixed: bool) -> None:
    world = replace(make_world(DOMAINS, "held_out", problems=problems), shuffled=shuffled)
    templates = np.arange(40) % len(world) if fixed else None
    quick, plain = (Contests(world, 40, guard, templates, compiled=how) for how in (True, False))
    rng = np.random.default_rng(seed)
    for contests in (quick, plain):
        contests.reset(np.uint64(seed) + np.arange(40, dtype=np.uint64))
    for _ in range(60):
        actions = rng.choice(problems + 1, 40, p=[0.96 / problems] * problems + [0.04])
        found, wanted = quick.step(actions), plain.step(actions)
        for part in ("gained", "ended", "cut"):
            assert (getattr(found, part) == getattr(wanted, part)).all()
        rows = np.flatnonzero(found.ended | found.cut)
        for contests in (quick, plain):
            contests.renew(rows)
        for part in ("packed", "masks", "right"):
            assert (getattr(quick, part)() == getattr(plain, part)()).all()
        for part in ("solved", "template", "order"):
            assert (getattr(quick, part) == getattr(plain, part)).all()


def test_without_a_compiler_numpy_does_it(tmp_path: Path) -> None:
    code = (
        "import gymnasium as gym, r3gym; from r3gym.simulation.kernel import kernel_library\n"
        "env = gym.make('R3Allocation-Code-v0', budget=9); seen = [env.reset(seed=4)[0].sum()]\n"
        "seen += [env.step(n % 6)[0].sum() for n in range(9)]; print(kernel_library() is None, seen)"
    )
    said = []
    for path in (os.environ["PATH"], "/nowhere"):
        environment = {
            **os.environ,
            "PATH": path,
            "XDG_CACHE_HOME": str(tmp_path / path.strip("/").replace("/", "_")[:9]),
        }
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        said.append(done.stdout.split(" ", 1))
    assert said[1][0] == "True"
    assert said[0][1] == said[1][1]


@pytest.mark.parametrize("compiled", [True, False])
def test_a_copy_goes_on_by_itself(compiled: bool) -> None:
    contests = Contests(make_world([CODE], "validation"), 10, compiled=compiled)
    contests.reset(np.arange(10))
    contests.step(np.zeros(10, np.int64))
    for copied in (deepcopy(contests), pickle.loads(pickle.dumps(contests))):
        before = contests.packed()
        copied.step(np.ones(10, np.int64))
        assert (contests.packed() == before).all()
        twin = deepcopy(contests)
        twin.step(np.ones(10, np.int64))
        assert (twin.packed() == copied.packed()).all()


@given(moves=moves, seed=st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_the_visible_state_follows_the_rules_of_the_live_runtime(moves: list[int], seed: int) -> None:
    """Paid steps, focus, shelving, versions and checks, replayed with the live environment's own bookkeeping."""
    contests = Contests(profile_world([make_profile(budgets=(40, 40))]), 1)
    contests.reset([seed])
    state = unpack(contests.packed()[0])
    followed = {p.label: follow(NO_CANDIDATE, "v1" if p.candidate else None, checked=False) for p in state.problems}
    for step, move in enumerate(moves):
        label, before = state.labels[move], state
        contests.step(np.array([move]))
        state = unpack(contests.packed()[0])
        now = state.problem(label)
        assert now.paid_steps == before.problem(label).paid_steps + 1
        assert (state.used, state.remaining) == (before.used + 1, before.remaining - 1)
        assert (state.focus, now.shelved) == (label, False)
        assert now.last_exit in (0, 1)
        for other in state.problems:
            if other.label != label:
                was = before.problem(other.label)
                left_now = before.focus == other.label
                assert other == (was if not left_now else type(was)(**{**was.__dict__, "shelved": True}))
        # A worked step hands in new content after the paid command; a check leaves it as it is.
        changed = now.candidate_version > before.problem(label).candidate_version
        if changed:
            followed[label] = follow(followed[label], f"draft {step}", checked=False)
        else:
            followed[label] = follow(followed[label], followed[label].digest, checked=True)
        assert (now.candidate, now.candidate_version, now.checks_since_change) == (
            followed[label].present,
            followed[label].version,
            followed[label].checks,
        )


@given(moves=moves, seed=st.integers(0, 1000), guard=st.sampled_from(["coverage", "verification"]))
@settings(max_examples=60, deadline=None)
def test_the_batched_guards_are_the_schedulers_guards(moves: list[int], seed: int, guard: str) -> None:
    contests = Contests(profile_world([make_profile(budgets=(40, 40))]), 1)
    contests.reset([seed])
    scheduler = make_scheduler(guard)
    for move in moves:
        state = unpack(contests.packed()[0])
        said = [scheduler.review(type(state)(**{**state.__dict__, "focus": label})).blocked for label in state.labels]
        assert blocked_problems(guard, contests.packed())[0].tolist() == said
        contests.step(np.array([move]))


def test_with_clear_feedback_a_right_answer_shows_and_stays() -> None:
    contests = Contests(profile_world([make_profile(CLEAR, budgets=(60, 60), free=0.0)]), 200)
    contests.reset(np.arange(200))
    for _ in range(20):
        contests.step(np.zeros(200, np.int64))
        passed = np.array([unpack(row).problems[0].last_exit == 0 for row in contests.packed()])
        assert (passed == contests.right()[:, 0]).all()


def test_a_never_solvable_problem_never_becomes_right() -> None:
    profile = make_profile(CLEAR, budgets=(200, 200), free=0.0)
    world = profile_world(
        [profile.model_copy(update={"tiers": profile.tiers.model_copy(update={"easy": _hopeless()})})]
    )
    contests = Contests(world, 100)
    contests.reset(np.arange(100))
    easy = contests.order < 3
    for step in range(190):
        contests.step(np.full(100, step % 6))
    assert not contests.right()[easy].any()
    assert contests.right()[~easy].any()


def _hopeless() -> Any:
    return make_profile().tiers.easy.model_copy(update={"free": 0.0, "never": 1.0})


def test_solving_without_a_paid_step_exists_and_shows_as_an_answer() -> None:
    contests = Contests(make_world([MATH], "Claude-Opus-4.8"), 500)
    contests.reset(np.arange(500))
    right = contests.right()
    assert right.any()
    answered = contests.packed().reshape(500, 7, 8)[:, :6, 4] == 1
    assert answered[right].all()


def test_a_contest_ends_when_finished_or_spent_and_rewards_sum_to_the_score() -> None:
    for reward in ("score", "progress"):
        env = gym.make("R3Allocation-Code-v0", budget=4, reward=reward)
        env.reset(seed=3)
        total, ended, steps = 0.0, False, 0
        while not ended:
            _, gained, ended, truncated, info = env.step(steps % 6)
            assert not truncated
            total, steps = total + gained, steps + 1
        assert (steps, total) == (4, info["score"])
        with pytest.raises(gym.error.ResetNeeded):
            env.unwrapped.step(0)
        env.reset(seed=3)
        assert env.step(6)[2]


def test_one_action_is_always_legal_and_blocked_ones_are_free() -> None:
    env = gym.make("R3Allocation-Code-v0", budget=3, scheduler="coverage").unwrapped
    env.reset(seed=0)
    assert env.action_masks().all()
    before = env.step(0)[0]
    assert env.action_masks().tolist() == [False, True, True, True, True, True, True]
    after, _, ended, cut, _ = env.step(0)
    assert (after == before).all()
    assert not ended
    for _ in range(100):
        *_, ended, cut, _ = env.step(0)
        if cut:
            break
    assert cut
    assert not ended


def test_observation_is_the_packed_visible_state() -> None:
    env = gym.make("R3Allocation-Math-v0").unwrapped
    obs, _ = env.reset(seed=1)
    assert (pack(env.state) == obs).all()


@pytest.mark.parametrize("env_id", twin_ids())
def test_vector_form_is_the_batched_one(env_id: str) -> None:
    many = gym.make_vec(env_id, num_envs=4096)
    assert type(many).__name__ == "AllocationVectorEnv"
    assert many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, _ = many.reset(seed=0)
    assert seen.shape == (4096, 56)
    assert many.observation_space.contains(seen)


def test_profiles_of_the_splits_have_nothing_in_common() -> None:
    for domain in DOMAINS:
        splits = [{p.name for p in profiles_named(name, domain)} for name in DRAWN]
        assert sum(map(len, splits)) == len(set.union(*splits))


def test_a_wrong_number_of_actions_is_named() -> None:
    many = gym.make_vec("R3Allocation-Code-v0", num_envs=5)
    many.reset(seed=0)
    with pytest.raises(InputError, match=r"\(4,\).*5 contests"):
        many.step(np.zeros(4, np.int64))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"profiles": "nowhere.json"}, "nowhere.json"),
        ({"pressure": 0.5}, "pressure=0.5"),
        ({"budget": 0}, "1 to 254"),
        ({"scheduler": "greedy"}, "drivers are the policies"),
        ({"reward": "points"}, "score, progress"),
    ],
)
def test_wrong_arguments_name_the_rule(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        gym.make("R3Allocation-Code-v0", **arguments)
