"""Compare schedulers on live contests, paired: the same contest, budget and solver seed for each of them.

Run: ``.venv/bin/python examples/scheduler_ab.py [--schedulers none coverage learned] [--contests 10] [--seeds 3]``.
Everything is real (sandbox, compiler, judge) but the solver: it is scripted, an instrument that measures schedulers.
"""

import argparse
from collections import defaultdict

import gymnasium as gym
import numpy as np

import r3gym  # noqa: F401 (registers the environments)
from r3gym.oracle.resampling import mean_interval
from r3gym.policies import ScheduledAgent, ScriptedSolver
from r3gym.policies.playing import play_episode
from r3gym.schedulers import Driver, make_scheduler

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--schedulers", nargs="+", default=["none", "learned"], help="the last is compared with all")
parser.add_argument("--first", type=int, default=0, help="the first of the ten embedded code contests to play")
parser.add_argument("--contests", type=int, default=1, help="how many")
parser.add_argument("--seed", type=int, default=0, help="the first solver seed")
parser.add_argument("--seeds", type=int, default=1, help="solver seeds per contest")
parser.add_argument("--budget", type=int, default=8)
chosen = parser.parse_args()

scores = defaultdict(list)
for contest in range(chosen.first, chosen.first + chosen.contests):
    for seed in range(chosen.seed, chosen.seed + chosen.seeds):
        for name in chosen.schedulers:
            env = gym.make("R3Contest-Code-v0", contest=contest, budget=chosen.budget, scheduler=name)
            solver = ScriptedSolver("embedded", "code", seed=seed)
            # A guard blocks; a driver also says where the next paid step goes, and the solver goes there.
            driven = isinstance(make_scheduler(name), Driver)
            played = play_episode(env, ScheduledAgent(solver, name) if driven else solver, seed=seed)
            scores[name].append(played.info["result"]["score"])
            env.close()
    print(f"contest {contest}:", {name: found[-chosen.seeds :] for name, found in scores.items()}, flush=True)

last = chosen.schedulers[-1]
for name in chosen.schedulers:
    gain = np.array(scores[last], float) - scores[name]
    interval = mean_interval(gain.reshape(chosen.contests, chosen.seeds).mean(axis=1))
    print(
        f"score {np.mean(scores[name]):.2f}  {name:14} {last} minus it: {interval.estimate:+.2f} "
        f"[{interval.low:+.2f}, {interval.high:+.2f}]"
    )
