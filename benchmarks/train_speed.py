"""How fast MaskablePPO trains on 1,024 batched contests, interleaved with the usual DummyVecEnv of eight.

Run: ``.venv/bin/python benchmarks/train_speed.py [--rounds 3] [--steps 65536] [--strict]`` after ``make train-setup``.
Both sides train the same network with the same settings per sample (epochs, minibatches; a rollout is 32 steps of the
batch, 256 of the eight environments); the twin's share of the time is measured inside the run. CPU time on one core.
Goals: 5 x the frames per second, the environment under 5 % of the time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import Any

import gymnasium as gym
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.known_domains import get_domain
from r3gym.simulation.library import make_world
from r3gym.train.network import MaskableEquivariantPolicy
from r3gym.train.vec_env import AllocationVecEnv

CONTESTS, USUAL = 1024, 8
SPEED_GOAL, SHARE_GOAL = 5.0, 0.05
TWIN = "R3Allocation-Code-v0"


class Timed(AllocationVecEnv):
    """The adapter with a clock around the simulator."""

    spent = 0.0

    def step_wait(self) -> Any:  # noqa: D102
        started = time.process_time()
        found = super().step_wait()
        self.spent += time.process_time() - started
        return found

    def env_method(self, *args: Any, **kwargs: Any) -> Any:  # noqa: D102
        started = time.process_time()
        found = super().env_method(*args, **kwargs)
        self.spent += time.process_time() - started
        return found


def model(env: Any, rollout: int) -> MaskablePPO:
    return MaskablePPO(
        MaskableEquivariantPolicy, env, n_steps=rollout, batch_size=2048, n_epochs=2, gamma=1.0, seed=0, device="cpu"
    )


def frames(learner: MaskablePPO, steps: int) -> float:
    started = time.process_time()
    learner.learn(steps, reset_num_timesteps=False)
    return steps / (time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=65_536, help="per round of the batch; the eight do an eighth")
    parser.add_argument("--strict", action="store_true", help="fail when a goal is missed")
    given = parser.parse_args()
    torch.set_num_threads(1)
    batched = Timed(make_world([get_domain("code")], "train"), CONTESTS)
    usual = DummyVecEnv([lambda: gym.make(TWIN, reward="progress")] * USUAL)
    batch, eight = model(batched, 32), model(usual, 256)
    frames(batch, CONTESTS * 32), frames(eight, USUAL * 256)
    found, shares = [], []
    for _ in range(given.rounds):
        batched.spent, started = 0.0, time.process_time()
        fast = frames(batch, given.steps)
        shares.append(batched.spent / (time.process_time() - started))
        found.append((fast, frames(eight, given.steps // 8)))
    fast, slow = (statistics.median(side) for side in zip(*found, strict=True))
    ratio, share = statistics.median([a / b for a, b in found]), statistics.median(shares)
    print(f"MaskablePPO on {CONTESTS} batched contests {fast:10,.0f} frames per CPU second")
    print(f"MaskablePPO on {USUAL} in a DummyVecEnv    {slow:10,.0f} frames per CPU second")
    print(
        f"ratio {ratio:.1f}, goal {SPEED_GOAL:g}; the twin takes {share:.1%} of the time, goal under {SHARE_GOAL:.0%}"
    )
    print(f"a million steps: {1e6 / fast:.0f} CPU seconds")
    sys.exit(1 if given.strict and (ratio < SPEED_GOAL or share > SHARE_GOAL) else 0)


if __name__ == "__main__":
    main()
