"""Episodes that cost about the same: of one kind, policy, setting, domain, level and scheduler.

A pilot plays a few of each, and an estimate takes the means of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from r3gym.core.setting import Setting
from r3gym.records.planned import PlannedEpisode
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import RunKind

#: Kind, policy, setting, domain, level (pressure, else budget) and scheduler.
PriceGroup = tuple[RunKind, str, Setting, str, float | None, str]


def price_group(episode: PlannedEpisode | EpisodeRow) -> PriceGroup:
    """Return the group of an episode or of its row."""
    level = episode.budget if episode.pressure is None else episode.pressure
    return episode.kind, episode.policy, episode.setting, episode.domain, level, episode.scheduler


def pilot_of(planned: Sequence[PlannedEpisode], few: int) -> Iterator[PlannedEpisode]:
    """Yield ``few`` episodes of each group in order, evenly from its first to its last: contests differ in price."""
    sizes, seen = Counter(map(price_group, planned)), Counter[PriceGroup]()
    for episode in planned:
        group = price_group(episode)
        place, size = seen[group], sizes[group]
        seen[group] += 1
        if place in _places(size, few):
            yield episode


def _places(size: int, few: int) -> range | set[int]:
    """Return which of ``size`` places are taken.

    >>> _places(10, 2), _places(2, 5)
    ({2, 7}, range(0, 2))
    """
    return range(size) if few >= size else {(2 * n + 1) * size // (2 * few) for n in range(few)}
