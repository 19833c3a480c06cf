"""Train an allocation policy in the simulated twin with MaskablePPO, export it, and see how it does.

Run: ``.venv/bin/python examples/train_maskable_ppo.py`` after ``make train-setup``; half a minute on an idle core. The
command line does the same with checkpoints, logs and more comparisons: ``r3gym train --steps 1e6``.
"""

from pathlib import Path

import torch
from sb3_contrib import MaskablePPO

from r3gym.core.known_domains import get_domain
from r3gym.schedulers import make_scheduler
from r3gym.simulation.library import make_world
from r3gym.simulation.playing import driver_policy, play_contests, play_habit
from r3gym.train.export import export
from r3gym.train.network import MaskableEquivariantPolicy
from r3gym.train.vec_env import AllocationVecEnv

torch.set_num_threads(1)

# 512 contests at once; each draws one of hundreds of solver models, a pressure and an order of its six problems.
env = AllocationVecEnv(make_world([get_domain("code")], "train"), 512, seed=0)

model = MaskablePPO(
    MaskableEquivariantPolicy,  # one encoder for all problems: shuffling them shuffles the preferences, nothing else
    env,
    n_steps=32,  # 32 x 512 paid steps per update: about a contest each
    batch_size=2048,
    n_epochs=2,
    gae_lambda=0.98,
    gamma=1.0,  # a contest is short and its score is a count: nothing is discounted
    learning_rate=2e-3,
    ent_coef=0.003,
    seed=0,
    device="cpu",
)
model.learn(120_000)

# The weights go to NumPy: whoever uses the scheduler needs no torch.
path = Path("my_scheduler.npz")
export(model.policy.mlp_extractor, path, {"what": "an example, trained for seconds"})
learned = make_scheduler(f"learned:{path}")

# Solver models it has never seen, the same contests for everybody.
world = make_world([get_domain("code")], "held_out", pressure=0.8)
for guard in ("none", "coverage", "verification"):
    print(f"score {play_habit(world, 100, 1, guard).score.mean():.2f}  {guard} (the solver goes where it likes)")
for name in ("round_robin", "index"):
    played = play_contests(world, 100, 1, driver_policy(make_scheduler(name).choose))
    print(f"score {played.score.mean():.2f}  {name}")
print(f"score {play_contests(world, 100, 1, driver_policy(learned.choose)).score.mean():.2f}  {learned.name}")
