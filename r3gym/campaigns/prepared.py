"""A campaign with its suites loaded: what it consists of, before anything is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.identity import identity
from r3gym.campaigns.plan import plan
from r3gym.campaigns.suite_selection import ChosenSuite, choose_suites
from r3gym.records.planned import PlannedEpisode


@dataclass(frozen=True)
class PreparedCampaign:
    """A campaign with its suites loaded."""

    campaign: Campaign
    suites: tuple[ChosenSuite, ...]

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that defines the results, as it was when the campaign was prepared or first asked for it."""
        return identity(self.campaign, self.suites)

    def size(self) -> int:
        """Return the number of episodes."""
        return sum(1 for _ in plan(self.campaign, self.suites, None))

    def suite_of(self, episode: PlannedEpisode) -> ChosenSuite:
        """Return the suite of an episode."""
        wanted = (episode.suite, episode.domain)
        return next(chosen for chosen in self.suites if (chosen.given, chosen.domain.name) == wanted)


def prepare(campaign: Campaign) -> PreparedCampaign:
    """Load the campaign's suites."""
    return PreparedCampaign(campaign, choose_suites(campaign))
