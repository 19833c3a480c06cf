"""How many stages a model plays in, where neither its policy nor its profile says: its first reply decides.

While a policy has had no reply, its tool-free episodes are played one at a time. The first reply fixes the prompt of
all later ones: the stage-1 prompt if it showed a reasoning channel, else the one-stage prompt. What was found is in the
rows, so a campaign that is resumed knows it. The episode of the first reply is not played again: with a reasoning
channel its reply is stage 1 already.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from r3gym.campaigns.campaign_file import Campaign
from r3gym.core.completion import StageDecision, ToolFreeProtocol
from r3gym.core.setting import Setting
from r3gym.records.planned import PlannedEpisode
from r3gym.records.rows import EpisodeRow

_FOUND = (StageDecision.DETECTED, StageDecision.DETECTED_HERE)


@dataclass
class StageDetection:
    """What the first replies have shown so far: for each policy of ``detecting`` that had one, whether it thinks."""

    detecting: frozenset[str]
    thinks: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, campaign: Campaign, rows: Iterable[EpisodeRow]) -> StageDetection:
        """Return what these rows tell, in the order in which they were written."""
        found = cls(frozenset(policy.name for policy in campaign.policies if policy.detects_stages()))
        for row in rows:
            found.add(row)
        return found

    def add(self, row: EpisodeRow) -> None:
        """Take in the next row, also that of an attempt that failed after its first reply."""
        if row.stage_protocol is not None and row.stage_protocol_by in _FOUND:
            self.thinks.setdefault(row.policy, row.stage_protocol == ToolFreeProtocol.TWO_STAGE)

    def is_first(self, episode: PlannedEpisode) -> bool:
        """Return whether the episode is to be played alone: it may bring the first reply."""
        undecided = episode.policy in self.detecting and episode.policy not in self.thinks
        return undecided and episode.setting is Setting.TOOL_FREE

    def next_of(
        self,
        queue: deque[PlannedEpisode],
        alone: Collection[str],
        may_start: Callable[[str], bool] = lambda policy: True,  # noqa: ARG005
    ) -> PlannedEpisode | None:
        """Take the first episode out of the queue that may start now; None if all have to wait.

        ``alone``: the policies whose first reply is being waited for. ``may_start`` is asked about each policy.
        """
        answers: dict[str, bool] = {}
        for place, episode in enumerate(queue):
            if episode.policy not in answers:
                answers[episode.policy] = may_start(episode.policy)
            if not answers[episode.policy]:
                continue
            if episode.policy not in alone or episode.setting is not Setting.TOOL_FREE:
                del queue[place]
                return episode
        return None
