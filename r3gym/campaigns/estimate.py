"""Estimate a campaign before it is run: episodes, tokens, time, and the source of each figure.

Tokens and seconds come from rows of the same campaign or of a similar one; a scripted solver needs no tokens; a
completion costs at most its budget. Other figures are unknown and shown as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from r3gym.campaigns.running import PreparedCampaign
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.policies.shipped_specs import ScriptedSpec
from r3gym.records.planned import PlannedEpisode
from r3gym.records.rows import EpisodeRow, RunKind

#: Episodes with these four in common are estimated together.
EpisodeGroup = tuple[RunKind, str, Setting, str]


@dataclass(frozen=True)
class EstimateLine:
    """One line of the matrix: the number of episodes of one kind, and their tokens and time; None is unknown."""

    kind: RunKind
    policy: str
    setting: Setting
    domain: str
    schedulers: tuple[str, ...]
    levels: tuple[str, ...]
    episodes: int
    output_tokens: int | None
    seconds: float | None
    source: str


@dataclass(frozen=True)
class Estimate:
    """The whole matrix. ``seconds`` is wall-clock time with ``workers`` episodes at once."""

    lines: tuple[EstimateLine, ...]
    workers: int

    @property
    def episodes(self) -> int:
        """All episodes."""
        return sum(line.episodes for line in self.lines)

    @property
    def output_tokens(self) -> int | None:
        """All tokens, None when a part is unknown."""
        known = [line.output_tokens for line in self.lines if line.output_tokens is not None]
        return sum(known) if len(known) == len(self.lines) else None

    @property
    def seconds(self) -> float | None:
        """The time by the clock, None when a part is unknown."""
        known = [line.seconds for line in self.lines if line.seconds is not None]
        return sum(known) / self.workers if len(known) == len(self.lines) else None


def estimate(
    prepared: PreparedCampaign, episodes: Iterable[PlannedEpisode], workers: int, like: Iterable[EpisodeRow]
) -> Estimate:
    """Return the matrix of these episodes, with figures from similar rows (``like``)."""
    groups: dict[EpisodeGroup, list[PlannedEpisode]] = defaultdict(list)
    for episode in episodes:
        groups[episode.kind, episode.policy, episode.setting, episode.domain].append(episode)
    seen = _means(like)
    return Estimate(tuple(_line(prepared, group, found, seen) for group, found in groups.items()), workers)


def _means(rows: Iterable[EpisodeRow]) -> dict[EpisodeGroup, tuple[float, float]]:
    """Return the mean seconds and completion tokens of episodes with a result, by group."""
    sums: dict[EpisodeGroup, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for row in rows:
        if row.failure is None:
            total = sums[row.kind, row.policy, row.setting, row.domain]
            total[0] += 1
            total[1] += row.seconds
            total[2] += row.spend.completion_tokens if row.spend is not None else 0
    return {group: (seconds / n, tokens / n) for group, (n, seconds, tokens) in sums.items()}


def _line(
    prepared: PreparedCampaign,
    group: EpisodeGroup,
    episodes: list[PlannedEpisode],
    seen: dict[EpisodeGroup, tuple[float, float]],
) -> EstimateLine:
    kind, policy, setting, domain = group
    count = len(episodes)
    tokens: int | None = None
    seconds: float | None = None
    source = "unknown: give --like RUN, a campaign of the same policy"
    scripted = isinstance(prepared.campaign.policy(policy), ScriptedSpec)
    if group in seen:
        tokens, seconds = round(count * seen[group][1]), count * seen[group][0]
        source = "rows of the same kind, policy, setting and domain"
    elif scripted:
        tokens, seconds = 0, count * get_domain(domain).scripted_seconds[kind]
        source = "no model; processor time of the scripted solver as measured once (docs/campaigns.md)"
    elif setting is Setting.TOOL_FREE and all(episode.budget is not None for episode in episodes):
        tokens = sum(episode.budget or 0 for episode in episodes)
        source = "tokens: at most the budgets; time unknown"
    return EstimateLine(
        kind,
        policy,
        setting,
        domain,
        tuple(dict.fromkeys(episode.scheduler for episode in episodes)),
        tuple(dict.fromkeys(_level(episode) for episode in episodes)),
        count,
        tokens,
        seconds,
        source,
    )


def _level(episode: PlannedEpisode) -> str:
    if episode.kind is RunKind.BASELINE:
        return "unlimited"
    cap = "?" if episode.budget is None else str(episode.budget)
    return cap if episode.pressure is None else f"{episode.pressure:g}={cap}"
