"""`PolicySpec`: a policy as data, checked before anything is played, from which a policy for each episode is made.

A kind of policy is a `PolicySpec` class. Three ship (`r3gym.policies.shipped_specs`). A package that wants checked
fields of its own adds a kind under the entry-point group ``r3gym.campaign_policies``: a name and the class.

    [project.entry-points."r3gym.campaign_policies"]
    mine = "my_package.campaign:MySpec"
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints

from r3gym.core.domain import Domain
from r3gym.core.setting import Setting
from r3gym.models.profile import Prices
from r3gym.models.reply_store import ReplyStore
from r3gym.policies.base import Policy

#: A name of a policy or a campaign: it goes into file names and tables.
PlainName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+:-]{0,79}$")]


@dataclass(frozen=True)
class EpisodeContext:
    """What a policy is made for: one episode.

    ``run`` is the episode's identity; ``cassette`` is where a model's replies are kept and replayed from: a policy that
    asks a model passes it on, and a campaign that is stopped buys no reply twice. ``thinks``: the policy's first reply
    showed a reasoning channel (`PolicySpec.detects_stages`).
    """

    setting: Setting
    domain: Domain
    suite: str
    scheduler: str
    seed: int
    run: str
    cassette: Path | ReplyStore | None = None
    thinks: bool = False


@dataclass(frozen=True)
class ReadyPolicy:
    """A policy for one episode, its short name for tables and files, and what its environment must be made with."""

    policy: Policy
    title: str
    environment: Mapping[str, Any] = field(default_factory=dict)


class PolicySpec(BaseModel):
    """The fields of a policy, as in a ``[[policies]]`` table; a kind adds its own and says how to make the policy."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: PlainName
    kind: str
    #: Overrides the campaign's calibration for this policy.
    calibration: str | None = None

    @abstractmethod
    def settings(self) -> frozenset[Setting]:
        """Return the settings that the policy can play."""

    def waits(self) -> bool:
        """Return whether its episodes mostly wait for a service, so that many can share a core."""
        return False

    def detects_stages(self) -> bool:
        """Return whether its first tool-free reply decides how many stages its model plays in."""
        return False

    def definition(self) -> dict[str, Any]:
        """Return all that determines its behaviour, as plain JSON: no address, key, or limit of the client."""
        return self.model_dump(mode="json", exclude={"name", "calibration"})

    def versions(self) -> dict[str, str]:
        """Return the versions of the packages that it comes from, besides r3gym."""
        return {}

    def paper_name(self) -> str | None:
        """Return the name of the paper's model whose published caps apply, or None."""
        return None

    def prices(self) -> Prices | None:
        """Return the prices of its model, None when they are not known or nothing is asked."""
        return None

    def located(self, base: Path) -> PolicySpec:
        """Return the spec with files resolved against ``base``; raise `InputError` when something named is missing."""
        del base
        return self

    def check_ready(self) -> None:
        """Raise `InputError` when something is missing that only playing needs: an address, a key."""

    @abstractmethod
    def make(self, episode: EpisodeContext) -> ReadyPolicy:
        """Make the policy for one episode."""
