"""Train an allocation policy in the twin with stable-baselines3, and export it as a scheduler file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO, RecurrentPPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.on_policy_algorithm import OnPolicyAlgorithm

from r3gym.core.domain import Domain
from r3gym.core.known_domains import domain_names, get_domain, paper_domains
from r3gym.errors import InputError
from r3gym.schedulers.guard_rules import check_guard
from r3gym.simulation.library import DRAWN, HELD_OUT, make_world
from r3gym.train.evaluation import Score, compare_schedulers
from r3gym.train.export import as_network, export
from r3gym.train.network import HIDDEN, EquivariantFeatures, EquivariantPolicy, MaskableEquivariantPolicy
from r3gym.train.vec_env import AllocationVecEnv
from r3gym.version import __version__

ALGORITHMS = ("maskable_ppo", "ppo", "recurrent_ppo")
#: Steps of each contest between two updates: about an episode, since the value of a paid step is known at its end.
ROLLOUT = 32
#: Files of a training run.
MODEL, SCHEDULER, CARD = "model.zip", "scheduler.npz", "card.json"
#: A line for each evaluation; the figure learning_curves reads it (`r3gym.figures.learning_curves`).
VALIDATION = "validation.jsonl"


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a training run; the same settings give the same weights on the same machine.

    ``problems`` is the size of the contests, six by default, or that of the campaign that ``profiles`` names.
    """

    algo: str = "maskable_ppo"
    domain: str = "all"
    steps: int = 1_000_000
    seed: int = 0
    contests: int = 1024
    profiles: str = "train"
    guard: str = "none"
    problems: int | None = None
    hidden: int = HIDDEN
    learning_rate: float = 1.5e-3
    evaluate_every: int = 250_000
    evaluation_contests: int = 32

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains trained on."""
        return paper_domains() if self.domain == "all" else (get_domain(self.domain),)


@dataclass(frozen=True)
class TrainingResult:
    """The results of a run: its folder, the scheduler's file (None for a recurrent policy), and the last comparison."""

    folder: Path
    scheduler: Path | None
    scores: list[Score]
    seconds: float


def train(
    settings: TrainingSettings,
    out: Path,
    *,
    resume: bool = False,
    on_steps: Callable[[int], None] | None = None,
    on_scores: Callable[[int, list[Score]], None] | None = None,
) -> TrainingResult:
    """Train, with a checkpoint and a comparison with the other schedulers every ``evaluate_every`` steps.

    ``resume`` continues from the folder's last checkpoint up to ``settings.steps``.
    """
    _check(settings, out, resume)
    torch.set_num_threads(1)  # two were slower: the network is small
    out.mkdir(parents=True, exist_ok=True)
    world = make_world(settings.domains, settings.profiles, problems=settings.problems)
    env = AllocationVecEnv(world, settings.contests, settings.seed, settings.guard)
    model = _load(settings, out, env) if resume else make_model(settings, env, out)
    checkpoints = _Checkpoints(settings, world.problems, out, on_steps, on_scores)
    started = time.perf_counter()
    left = settings.steps - model.num_timesteps
    if left <= 0:
        raise InputError(
            f"steps={settings.steps:,}: the run in {out} has {model.num_timesteps:,} already; --steps counts them too"
        )
    model.learn(left, callback=checkpoints, reset_num_timesteps=False, tb_log_name="run")
    checkpoints.checkpoint()
    return TrainingResult(out, checkpoints.exported, checkpoints.scores, time.perf_counter() - started)


def make_model(settings: TrainingSettings, env: AllocationVecEnv, logs: Path | None = None) -> OnPolicyAlgorithm:
    """Make the untrained algorithm. Rewards are counts within one short contest: nothing is discounted."""
    common: dict[str, Any] = {
        "env": env,
        "n_steps": ROLLOUT,
        "gamma": 1.0,
        "gae_lambda": 0.98,
        "learning_rate": lambda left: settings.learning_rate * max(left, 0.05),
        "ent_coef": 0.003,
        "max_grad_norm": 0.5,
        "seed": settings.seed,
        "device": "cpu",
        "tensorboard_log": str(logs) if logs is not None and _has_tensorboard() else None,
    }
    rollout = ROLLOUT * env.num_envs
    if settings.algo == "recurrent_ppo":
        sizes = {"features_extractor_class": EquivariantFeatures, "lstm_hidden_size": 64, "net_arch": []}
        return RecurrentPPO("MlpLstmPolicy", batch_size=rollout // 4, n_epochs=3, policy_kwargs=sizes, **common)
    common |= {"batch_size": max(64, rollout // 8), "n_epochs": 2, "policy_kwargs": {"net_arch": [settings.hidden]}}
    if settings.algo == "ppo":
        return PPO(EquivariantPolicy, **common)
    return MaskablePPO(MaskableEquivariantPolicy, **common)


class _Checkpoints(BaseCallback):
    """Progress, checkpoints, and a comparison with the other schedulers at regular intervals."""

    def __init__(
        self,
        settings: TrainingSettings,
        problems: int,
        out: Path,
        on_steps: Callable[[int], None] | None,
        on_scores: Callable[[int, list[Score]], None] | None,
    ) -> None:
        super().__init__()
        self.scores: list[Score] = []
        self.exported: Path | None = None
        self._settings, self._problems, self._out = settings, problems, out
        self._on_steps, self._on_scores = on_steps, on_scores
        self._next = 0
        self._evaluated = -1

    def _on_training_start(self) -> None:
        self._next = (self.num_timesteps // self._settings.evaluate_every + 1) * self._settings.evaluate_every

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        if self._on_steps is not None:
            self._on_steps(self.num_timesteps)
        if self.num_timesteps >= self._next:
            self._next += self._settings.evaluate_every
            self.checkpoint()

    def checkpoint(self) -> None:
        """Save the model, export the scheduler, compare."""
        settings, out = self._settings, self._out
        self.model.save(out / "part.zip")
        (out / "part.zip").replace(out / MODEL)
        if settings.algo == "recurrent_ppo":
            return
        network: Any = self.model.policy.mlp_extractor
        self.scores = compare_schedulers(
            as_network(network, {"guard": settings.guard}),
            settings.domains,
            "validation",
            settings.evaluation_contests,
            settings.seed,
            self._problems,
        )
        card = make_card(settings, self._problems, self.model.num_timesteps, self.scores)
        self.exported = out / SCHEDULER
        export(network, self.exported, card)
        (out / CARD).write_text(json.dumps(card, indent=2) + "\n", "utf-8")
        if self.model.num_timesteps != self._evaluated:  # the last checkpoint may be the one just made
            self._evaluated = self.model.num_timesteps
            line = {"steps": self._evaluated, "scores": [asdict(score) for score in self.scores]}
            with (out / VALIDATION).open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        for score in self.scores:
            self.logger.record(f"{score.cell}/{score.scheduler}", score.mean)
        if self._on_scores is not None:
            self._on_scores(self.model.num_timesteps, self.scores)


def make_card(settings: TrainingSettings, problems: int, steps: int, scores: list[Score]) -> dict[str, Any]:
    """Describe a scheduler in its file; ``guard`` is the one it was trained under and is used with."""
    return {
        "what": "an allocation policy trained in the simulated twin of r3gym; it has seen no language model",
        "r3gym": __version__,
        "settings": asdict(settings),
        "guard": settings.guard,
        "steps": steps,
        "data": {
            "profiles": f"{settings.profiles}: fitted stand-ins of the paper's models and profiles drawn at random",
            "drawn": {name: {"per domain": count, "seed": seed} for name, (count, seed) in DRAWN.items()},
            "never seen": [*HELD_OUT, "and all profiles of the seeds of validation and held_out"],
        },
        "validation": [asdict(score) for score in scores],
        "limits": [
            "trained on solver models, not on solvers: how far it carries over must be measured (docs/learned.md)",
            f"contests of {problems} problems with a budget of 1 to 50 counted actions; other sizes run, untrained",
            "it reads the visible state only, and not its history",
        ],
    }


def _load(settings: TrainingSettings, out: Path, env: AllocationVecEnv) -> OnPolicyAlgorithm:
    kind: Any = {"maskable_ppo": MaskablePPO, "ppo": PPO, "recurrent_ppo": RecurrentPPO}[settings.algo]
    try:
        model: OnPolicyAlgorithm = kind.load(out / MODEL, env=env, device="cpu")
    except (ValueError, KeyError, TypeError, RuntimeError) as error:  # torch and zip files fail in many ways
        raise InputError(
            f"{out / MODEL}: not a checkpoint of algo={settings.algo} in this version ({str(error).splitlines()[0]}); "
            "give the --algo and --problems it was begun with, or train anew in another folder with --out"
        ) from None
    wanted = make_model(settings, env)
    if type(model.policy) is not type(wanted.policy) or model.policy.net_arch != wanted.policy.net_arch:
        raise InputError(
            f"{out}: holds another network than algo={settings.algo}, hidden={settings.hidden}; give --algo and "
            f"--hidden as the run was begun with ({CARD} there says), or train anew in another folder with --out"
        )
    # Seeds of contests that were already played are not used again.
    env.seed(settings.seed + model.num_timesteps)
    return model


def _check(settings: TrainingSettings, out: Path, resume: bool) -> None:
    if settings.algo not in ALGORITHMS:
        raise InputError(f"algo={settings.algo!r}: choose one of {', '.join(ALGORITHMS)}")
    if settings.domain != "all" and settings.domain not in domain_names():
        raise InputError(f"domain={settings.domain!r}: choose one of {', '.join(domain_names())}, all")
    check_guard(settings.guard)
    for name in ("steps", "contests", "evaluate_every", "hidden"):
        if getattr(settings, name) < 1:
            raise InputError(f"{name}={getattr(settings, name)}: must be a whole number above 0")
    if resume and not (out / MODEL).is_file():
        raise InputError(f"{out}: holds no {MODEL} to go on from; train without --resume first")
    if not resume and (out / MODEL).exists():
        raise InputError(f"{out}: a training run is there; go on with --resume, or choose another folder with --out")


def _has_tensorboard() -> bool:
    try:
        import tensorboard  # noqa: F401
    except ImportError:
        return False
    return True
