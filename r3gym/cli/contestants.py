"""Who plays on the command line: the scripted solver, or a chat model in either setting."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from r3gym.core.domain import Domain
from r3gym.core.setting import Setting
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.policies.playing import Contestant


@dataclass(frozen=True)
class ModelChoice:
    """Which model plays and how it is reached. ``name``: a shipped profile, a TOML file, or the server's own name."""

    name: str | None
    base_url: str | None = None
    api_key_env: str | None = None
    cassette: Path | None = None

    @property
    def says_how(self) -> bool:
        """Whether it reaches a model; the name of a shipped profile alone only says whose published cap applies."""
        reached = (self.base_url, self.api_key_env, self.cassette)
        return any(given is not None for given in reached) or (self.name or "").endswith(".toml")


@dataclass(frozen=True)
class Chosen:
    """A policy ready to play, its short name for tables and files, and what its environment must be made with."""

    policy: Contestant
    name: str
    settings: dict[str, Any]


def by_name(spec: str, suite: str, domain: Domain, seed: int) -> Chosen:
    """A policy that needs no model: the scripted solver, or one of an installed package (`r3gym.policies`)."""
    from r3gym.policies import make_policy

    policy = make_policy(spec, suite=suite, domain=domain, seed=seed)
    return Chosen(policy, str(policy.notes().get("name", spec)), {})


def model_player(choice: ModelChoice, setting: Setting, seed: int) -> Chosen:
    """A chat model: `LLMAgent` or `ToolFreeSolver`. Its own published caps apply where the paper has some."""
    from r3gym.models.opening import open_model
    from r3gym.policies import LLMAgent, ToolFreeSolver

    if choice.name is None:
        raise InputError("--policy llm: say which model with --model NAME, and where it is with --base-url URL")
    model = open_model(choice.name, base_url=choice.base_url, api_key_env=choice.api_key_env, cassette=choice.cassette)
    caps = {} if model.profile.paper_name is None else {"model": model.profile.paper_name}
    run = f"play-{seed}"
    if setting is Setting.AGENTIC:
        return Chosen(LLMAgent(model, run=run, seed=seed), model.profile.name, caps)
    solver = ToolFreeSolver(model, run=run, seed=seed)
    return Chosen(solver, model.profile.name, {**caps, "protocol": solver.protocol.value})
