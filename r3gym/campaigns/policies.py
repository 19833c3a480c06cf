"""Who can play in a campaign: kinds of policies by name, each with its own checked fields.

A kind is a `CampaignPolicy` class. Three ship: ``scripted``, ``llm``, and ``installed`` for the policies that packages
offer under ``r3gym.policies``. A package that wants checked fields of its own adds a kind under the entry-point group
``r3gym.campaign_policies``: a name and the class.

    [project.entry-points."r3gym.campaign_policies"]
    mine = "my_package.campaign:MyPolicy"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from r3gym.core.domain import Domain
from r3gym.core.setting import Setting
from r3gym.core.tier import Tier
from r3gym.errors import InputError
from r3gym.utils.services import ServiceUrl, VariableName, read_key

if TYPE_CHECKING:
    from r3gym.models.profile import ModelProfile
    from r3gym.policies.playing import Contestant

ENTRY_POINTS = "r3gym.campaign_policies"

#: A name of a policy or a campaign: it goes into file names and tables.
PlainName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+:-]{0,79}$")]


@dataclass(frozen=True)
class Seat:
    """Where a policy is to play: enough to make one for this episode. ``run`` is the episode's identity."""

    setting: Setting
    domain: Domain
    suite: str
    scheduler: str
    seed: int
    run: str


@dataclass(frozen=True)
class Seated:
    """A policy ready to play one episode, and what its environment must be made with."""

    policy: Contestant
    environment: Mapping[str, Any] = field(default_factory=dict)


class CampaignPolicy(BaseModel):
    """The fields of a ``[[policies]]`` table; subclasses add their own and say how to make the policy."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: PlainName
    kind: str
    #: Overrides the campaign's calibration for this policy.
    calibration: str | None = None

    def settings(self) -> frozenset[Setting]:
        """The settings it can play."""
        raise NotImplementedError

    def waits(self) -> bool:
        """Whether its episodes mostly wait for a service, so that many can share a core."""
        return False

    def definition(self) -> dict[str, Any]:
        """All that decides what it does, as plain JSON: no address, key, or limit of the client."""
        return self.model_dump(mode="json", exclude={"name", "calibration"})

    def paper_name(self) -> str | None:
        """The paper's model whose published caps are its own, if there is one."""
        return None

    def located(self, base: Path) -> CampaignPolicy:
        """The same with its files named from ``base``; `InputError` when something that it names is not there."""
        del base
        return self

    def check_ready(self) -> None:
        """Raise `InputError` when something is missing that only playing needs: an address, a key."""

    def seat(self, seat: Seat) -> Seated:
        """The policy for one episode."""
        raise NotImplementedError


class SkillChoice(BaseModel):
    """One tier of a scripted solver's profile (`r3gym.policies.competence.Skill`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fewest: int = Field(ge=1)
    most: int = Field(ge=1)
    never: float = Field(ge=0, le=1)


class ScriptedPolicy(CampaignPolicy):
    """The scripted solver (`r3gym.policies.ScriptedSolver`). ``profile`` replaces the default tier by tier."""

    kind: Literal["scripted"] = "scripted"
    personality: Literal["tunnel", "scanner"] = "tunnel"
    #: Without an end an unbudgeted run would try a problem it never solves for ever.
    patience: int | None = Field(default=8, ge=1)
    feedback: Literal["sharp", "blind"] = "sharp"
    profile: dict[Tier, SkillChoice] = Field(default_factory=dict)

    def settings(self) -> frozenset[Setting]:
        """A shell is all it knows."""
        return frozenset({Setting.AGENTIC})

    def definition(self) -> dict[str, Any]:
        """The whole profile, so that another default makes other episodes."""
        skills = {tier.value: dict(vars(skill)) for tier, skill in self._profile().items()}
        decided = {**super().definition(), "profile": skills}
        if self.feedback == "sharp":
            del decided["feedback"]  # younger than the first campaigns, whose episodes keep their identity
        return decided

    def seat(self, seat: Seat) -> Seated:
        """A solver with the episode's seed."""
        from r3gym.policies import ScriptedSolver

        return Seated(
            ScriptedSolver(
                seat.suite,
                seat.domain,
                seed=seat.seed,
                personality=self.personality,
                patience=self.patience,
                feedback=self.feedback,
                profile=self._profile(),
            )
        )

    def _profile(self) -> dict[Tier, Any]:
        from r3gym.policies import DEFAULT_PROFILE, Skill

        return {**DEFAULT_PROFILE, **{tier: Skill(**vars(skill)) for tier, skill in self.profile.items()}}


class ModelPolicy(CampaignPolicy):
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

    def settings(self) -> frozenset[Setting]:
        """Both."""
        return frozenset(Setting)

    def waits(self) -> bool:
        """It waits for the model's server."""
        return True

    def definition(self) -> dict[str, Any]:
        """The profile as records keep it, without what only shapes the traffic."""
        traffic = {"timeout_s", "retries", "concurrency", "requests_per_minute", "prices", "stream", "name"}
        profile = {k: v for k, v in self._profile().to_record().items() if k not in traffic}
        return {"kind": self.kind, "profile": profile, "stages": self.stages, "safety_cap": self.safety_cap}

    def paper_name(self) -> str | None:
        """As the profile says."""
        return self._profile().paper_name

    def located(self, base: Path) -> CampaignPolicy:
        """The profile must load."""
        file = base / self.model
        found = self.model_copy(update={"model": str(file)}) if self.model.endswith(".toml") else self
        found._profile()
        return found

    def check_ready(self) -> None:
        """The server's address must be known and its key must be there."""
        profile = self._profile()
        if profile.base_url is None:
            raise InputError(f"policy {self.name!r}: no base_url; give the address of its server")
        read_key(profile.api_key_env, f"policy {self.name!r}: api_key_env")

    def seat(self, seat: Seat) -> Seated:
        """An agent, or a solver of one completion."""
        from r3gym.policies import LLMAgent, ToolFreeSolver

        profile = self._profile()
        if seat.setting is Setting.AGENTIC:
            return Seated(LLMAgent(profile=profile, run=seat.run, seed=seat.seed))
        solver = ToolFreeSolver(
            profile=profile, run=seat.run, seed=seat.seed, stages=self.stages, safety_cap=self.safety_cap
        )
        return Seated(solver, {"protocol": solver.protocol.value})

    def _profile(self) -> ModelProfile:
        from r3gym.models.loading import load_profile

        given = {n: getattr(self, n) for n in ("base_url", "api_key_env", "temperature", "top_p")}
        return load_profile(self.model, **{name: value for name, value in given.items() if value is not None})


class InstalledPolicy(CampaignPolicy):
    """A policy that an installed package offers by name (entry point ``r3gym.policies``), such as ``hare:42``.

    The package's version is no part of what defines an episode: name a new policy when it changes.
    """

    kind: Literal["installed"] = "installed"
    policy: str = Field(min_length=1)

    def settings(self) -> frozenset[Setting]:
        """The agentic one."""
        return frozenset({Setting.AGENTIC})

    def located(self, base: Path) -> CampaignPolicy:
        """The package must be there and load."""
        from r3gym.policies import check_policy

        check_policy(self.policy)
        return super().located(base)

    def seat(self, seat: Seat) -> Seated:
        """As the package makes it."""
        from r3gym.policies import make_policy

        return Seated(make_policy(self.policy, suite=seat.suite, domain=seat.domain, seed=seat.seed))


_SHIPPED: dict[str, type[CampaignPolicy]] = {
    "scripted": ScriptedPolicy,
    "llm": ModelPolicy,
    "installed": InstalledPolicy,
}


@cache
def policy_kinds() -> Mapping[str, type[CampaignPolicy]]:
    """Every kind by its name: ours, then those that other packages bring."""
    found = dict(_SHIPPED)
    for entry in entry_points(group=ENTRY_POINTS):
        made = entry.load()
        if not (isinstance(made, type) and issubclass(made, CampaignPolicy)):
            raise InputError(f"entry point {entry.name!r} of {ENTRY_POINTS}: not a CampaignPolicy class")
        found.setdefault(entry.name, made)
    return found
