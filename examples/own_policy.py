"""A policy of your own in thirty lines: spend one paid step on each problem, then hand in what Python printed.

Run: ``.venv/bin/python examples/own_policy.py``. It plays badly on purpose; what matters is the loop.
"""

import gymnasium as gym

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb


def act(verb: Verb, problem: int = 0, text: str = "") -> dict:
    """Return an action: problem 0 is none, 1 to 6 are the problems in presented order."""
    return {"verb": int(verb), "problem": problem, "text": text}


env = gym.make(
    "R3Contest-Math-v0", contest=0, pressure=0.8
)  # 8 counted actions, the published cap of the default model
obs, info = env.reset(seed=0)
print(info["instruction"][-400:])

for problem in range(1, 7):
    env.step(act(Verb.FOCUS, problem))  # free: the next paid step is booked on this problem
    obs, *_ = env.step(act(Verb.COMMAND, text="python3 -c 'print(6 * 7)'"))  # one unit
    guess = obs["text"].splitlines()[0]
    env.step(act(Verb.SUBMIT, problem, guess))  # free: recording never costs
    print(f"problem {problem}: {guess}, {obs['remaining'][0]} left")

obs, reward, terminated, truncated, info = env.step(act(Verb.FINISH))
print(f"score {reward:.0f} of 6:", [p["verdict"] for p in info["result"]["problems"]])
env.close()
