"""The kinds of policies that ship: the scripted solver, chat models, and the policies of installed packages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from r3gym.core.setting import Setting
from r3gym.core.tier import Tier
from r3gym.errors import InputError
from r3gym.policies.agent import LLMAgent
from r3gym.policies.base import Policy
from r3gym.policies.competence import DEFAULT_PROFILE, Skill
from r3gym.policies.installed import call_installed, check_policy, package_version
from r3gym.policies.scripted import ScriptedSolver
from r3gym.policies.spec import EpisodeContext, PolicySpec, ReadyPolicy
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.utils.services import ServiceUrl, VariableName, read_key

if TYPE_CHECKING:
    from r3gym.models.profile import ModelProfile, Prices


class SkillChoice(BaseModel):
    """One tier of a scripted solver's profile (`r3gym.policies.competence.Skill`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fewest: int = Field(ge=1)
    most: int = Field(ge=1)
    never: float = Field(ge=0, le=1)


class ScriptedSpec(PolicySpec):
    """The scripted solver (`r3gym.policies.ScriptedSolver`). ``profile`` replaces the default tier by tier."""

    kind: Literal["scripted"] = "scripted"
    personality: Literal["tunnel", "scanner"] = "tunnel"
    #: Without a limit an unbudgeted run would never end on a problem that it cannot solve.
    patience: int | None = Field(default=8, ge=1)
    feedback: Literal["sharp", "blind"] = "sharp"
    profile: dict[Tier, SkillChoice] = Field(default_factory=dict)

    def settings(self) -> frozenset[Setting]:
        """Return the agentic setting, the only one that the scripted solver plays."""
        return frozenset({Setting.AGENTIC})

    def definition(self) -> dict[str, Any]:
        """Return the fields with the whole profile, so that a changed default changes the episodes' identity."""
        skills = {tier.value: dict(vars(skill)) for tier, skill in self._profile().items()}
        decided = {**super().definition(), "profile": skills}
        if self.feedback == "sharp":
            del decided["feedback"]  # added after the first campaigns, whose episodes keep their identity
        return decided

    def make(self, episode: EpisodeContext) -> ReadyPolicy:
        """Make a solver with the episode's seed."""
        solver = ScriptedSolver(
            episode.suite,
            episode.domain,
            seed=episode.seed,
            personality=self.personality,
            patience=self.patience,
            feedback=self.feedback,
            profile=self._profile(),
        )
        return ReadyPolicy(solver, _title(solver, self.name))

    def _profile(self) -> dict[Tier, Skill]:
        return {**DEFAULT_PROFILE, **{tier: Skill(**vars(skill)) for tier, skill in self.profile.items()}}


class ModelSpec(PolicySpec):
    """A chat model in both settings: `r3gym.policies.LLMAgent` and `r3gym.policies.ToolFreeSolver`.

    ``model``: a shipped profile, a TOML file (from the campaign file's folder), or the server's own name for it.
    """

    kind: Literal["llm"] = "llm"
    model: str = Field(min_length=1)
    base_url: ServiceUrl | None = Field(default=None, repr=False)
    api_key_env: VariableName | None = Field(default=None, repr=False)
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    stages: Literal["auto"] | int = "auto"
    safety_cap: int | None = Field(default=None, ge=1)
    _loaded: ModelProfile | None = PrivateAttr(default=None)

    def settings(self) -> frozenset[Setting]:
        """Return both settings."""
        return frozenset(Setting)

    def waits(self) -> bool:
        """Return True: an episode mostly waits for the model's server."""
        return True

    def detects_stages(self) -> bool:
        """Return whether neither the policy nor the profile says if the model thinks."""
        return self.stages == "auto" and self._profile().thinking.enabled is None

    def definition(self) -> dict[str, Any]:
        """Return the profile as records keep it, without fields that only affect the traffic."""
        traffic = {"timeout_s", "retries", "concurrency", "requests_per_minute", "prices", "stream", "name"}
        traffic |= {"requests_per_turn", "idempotency_header"}
        profile = {k: v for k, v in self._profile().to_record().items() if k not in traffic}
        return {"kind": self.kind, "profile": profile, "stages": self.stages, "safety_cap": self.safety_cap}

    def paper_name(self) -> str | None:
        """Return the paper name of the profile."""
        return self._profile().paper_name

    def prices(self) -> Prices | None:
        """Return the prices of the profile."""
        return self._profile().prices

    def located(self, base: Path) -> PolicySpec:
        """Return the spec with its profile's file resolved against ``base``; raise `InputError` unless it loads."""
        file = base / self.model
        found = self.model_copy(update={"model": str(file)}) if self.model.endswith(".toml") else self.model_copy()
        found._loaded = found._profile()  # once: an edit of the file meanwhile changes no episode
        return found

    def check_ready(self) -> None:
        """Raise `InputError` unless the server's address is known and its key is set."""
        profile = self._profile()
        if profile.base_url is None:
            raise InputError(f"policy {self.name!r}: no base_url; give the address of its server")
        read_key(profile.api_key_env, f"policy {self.name!r}: api_key_env")

    def make(self, episode: EpisodeContext) -> ReadyPolicy:
        """Make an agent, or a tool-free solver."""
        profile, run, seed, cassette = self._profile(), episode.run, episode.seed, episode.cassette
        if episode.setting is Setting.AGENTIC:
            return ReadyPolicy(LLMAgent(profile=profile, run=run, seed=seed, cassette=cassette), profile.name)
        solver = ToolFreeSolver(
            profile=profile,
            run=run,
            seed=seed,
            cassette=cassette,
            stages=self.stages,
            thinks=episode.thinks,
            safety_cap=self.safety_cap,
        )
        return ReadyPolicy(solver, profile.name, {"protocol": solver.protocol.value})

    def _profile(self) -> ModelProfile:
        if self._loaded is not None:
            return self._loaded
        from r3gym.models.loading import load_profile

        given = {n: getattr(self, n) for n in ("base_url", "api_key_env", "temperature", "top_p")}
        return load_profile(self.model, **{name: value for name, value in given.items() if value is not None})


class InstalledSpec(PolicySpec):
    """A policy that an installed package offers by name (entry point ``r3gym.policies``), such as ``hare:42``.

    The package's version is no part of an episode's identity, but of the campaign's definition: a change is refused.
    """

    kind: Literal["installed"] = "installed"
    policy: str = Field(min_length=1)

    def settings(self) -> frozenset[Setting]:
        """Return the agentic setting."""
        return frozenset({Setting.AGENTIC})

    def located(self, base: Path) -> PolicySpec:
        """Return the spec; raise `InputError` unless the package is installed and loads."""
        check_policy(self.policy)
        return super().located(base)

    def versions(self) -> dict[str, str]:
        """Return the version of the package."""
        return package_version(self.policy)

    def make(self, episode: EpisodeContext) -> ReadyPolicy:
        """Make the policy by calling the package's entry point."""
        policy = call_installed(self.policy, suite=episode.suite, domain=episode.domain, seed=episode.seed)
        return ReadyPolicy(policy, _title(policy, self.policy))


def _title(policy: Policy, given: str) -> str:
    """Return the name in the policy's notes, or the name that was given."""
    return str(policy.notes().get("name", given))
