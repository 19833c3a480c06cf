"""How many steps per second the batched twin does, interleaved with Gymnasium's own vectorised CartPole.

Run: ``.venv/bin/python benchmarks/twin_speed.py [--rounds 25] [--strict]``. Four ways to run environments at once take
turns: the batched twin as it is (compiled where there is a C compiler), the same kept to NumPy, CartPole, at 4,096
each, and a SyncVectorEnv of 64 single twins. The twin has noisy feedback,
computes its masks at every step and replaces ended contests; its actions are random problems, and finish one time in a
hundred, so that its episodes are about as long as CartPole's under random actions. CPU time on one core, because all of
it only computes and machines are shared; ratios round by round, then their median. Goals: 1 x CartPole, 100 x the
SyncVectorEnv.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.known_domains import get_domain
from r3gym.simulation.contests import Contests
from r3gym.simulation.library import make_world

CONTESTS, SINGLES = 4096, 64
STEPS, SINGLE_STEPS = 100, 20
CARTPOLE_GOAL, SYNC_GOAL = 1.0, 100.0
TWIN = "R3Allocation-Code-v0"


def rate(env: Any, actions: Any, masks: bool = False) -> float:
    """Environment steps per CPU second."""
    started = time.process_time()
    for action in actions:
        env.step(action)
        if masks:
            env.action_masks()
    return actions.size / (time.process_time() - started)


def episode_length(env: Any, actions: Any) -> float:
    ended = sum(int((found[2] | found[3]).sum()) for found in (env.step(action) for action in actions))
    return actions.size / max(ended, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--strict", action="store_true", help="fail when a goal is missed")
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    shares = [0.165] * 6 + [0.01]
    cartpole = gym.make_vec("CartPole-v1", num_envs=CONTESTS, vectorization_mode="vector_entry_point")
    twin = gym.make_vec(TWIN, num_envs=CONTESTS, pressure=0.8)
    plain = gym.make_vec(TWIN, num_envs=CONTESTS, pressure=0.8)
    world = make_world([get_domain("code")], "train", 0.8)
    plain._contests = Contests(world, CONTESTS, compiled=False)  # what a machine without a compiler runs
    singles = gym.vector.SyncVectorEnv([lambda: gym.make(TWIN, pressure=0.8)] * SINGLES)
    runs: dict[str, Callable[[], float]] = {
        "CartPole, vectorised": lambda: rate(cartpole, rng.integers(0, 2, (STEPS, CONTESTS))),
        "twin, batched": lambda: rate(twin, rng.choice(7, (STEPS, CONTESTS), p=shares), masks=True),
        "twin, batched, NumPy": lambda: rate(plain, rng.choice(7, (STEPS, CONTESTS), p=shares), masks=True),
        "twin, SyncVectorEnv": lambda: rate(singles, rng.choice(7, (SINGLE_STEPS, SINGLES), p=shares)),
    }
    for env in (cartpole, twin, plain, singles):
        env.reset(seed=0)
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(given.rounds + 1):
        for name, run in runs.items():
            found[name].append(run())
    lengths = {
        "CartPole, vectorised": episode_length(cartpole, rng.integers(0, 2, (STEPS, CONTESTS))),
        "twin, batched": episode_length(twin, rng.choice(7, (STEPS, CONTESTS), p=shares)),
    }
    for name, rates in found.items():
        mean = f", episodes of {lengths[name]:.1f} steps" if name in lengths else ""
        print(f"{name:22} {statistics.median(rates[1:]) / 1e6:8.3f} million steps per CPU second{mean}")
    missed = False
    for peer, goal in (("CartPole, vectorised", CARTPOLE_GOAL), ("twin, SyncVectorEnv", SYNC_GOAL)):
        ratios = [ours / theirs for ours, theirs in zip(found["twin, batched"][1:], found[peer][1:], strict=True)]
        ratio = statistics.median(ratios)
        missed = missed or ratio < goal
        print(f"batched twin / {peer}: {ratio:.2f} (from {min(ratios):.2f} to {max(ratios):.2f}), goal {goal:g}")
    sys.exit(1 if given.strict and missed else 0)


if __name__ == "__main__":
    main()
