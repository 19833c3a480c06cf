"""Several episodes side by side: one group per combination of contestant, setting, scheduler and budget, with its
means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from r3gym.analysis.figure import Name
from r3gym.analysis.protocol_outcomes import Tally, added
from r3gym.report.episode_report import EpisodeReport, ReportUsage


@dataclass(frozen=True, slots=True)
class GroupMeans:
    """Episodes that differ only in contest and random seed. Means are over those with a result.

    ``score`` is None when all are void; ``cost`` is the sum over all episodes, None when no record has a cost, and
    ``cost_partly`` whether some calls are not in it because their cost is unknown.
    """

    contestant: str
    setting: str
    domain: str
    scheduler: str
    total: int | None
    unit: str
    episodes: int
    void: int
    score: float | None
    problems: float | None
    used: float | None
    output_tokens: float | None
    cost: float | None
    currency: str
    cost_partly: bool
    outcomes: Mapping[Name, Tally]


def grouped(accounts: Sequence[EpisodeReport]) -> list[GroupMeans]:
    """Return the groups, in the order in which they first appear."""
    members: dict[tuple[str, str, str, str, int | None, str], list[EpisodeReport]] = {}
    for one in accounts:
        key = (one.contestant, one.setting, one.domain, one.scheduler, one.total, one.unit)
        members.setdefault(key, []).append(one)
    return [_group(key, found) for key, found in members.items()]


def _group(key: tuple[str, str, str, str, int | None, str], found: list[EpisodeReport]) -> GroupMeans:
    scored = [one for one in found if not one.void]
    costs = [one.usage.cost for one in found if one.usage is not None and one.usage.cost is not None]
    return GroupMeans(
        *key,
        episodes=len(found),
        void=len(found) - len(scored),
        score=_mean(scored, lambda one: one.score),
        problems=_mean(scored, lambda one: len(one.problems)),
        used=_mean(scored, lambda one: one.used),
        output_tokens=_mean(scored, lambda one: None if one.usage is None else one.usage.completion_tokens),
        cost=sum(costs) if costs else None,
        currency=next((one.usage.currency for one in found if one.usage is not None and one.usage.currency), ""),
        cost_partly=any(one.usage is not None and _partly(one.usage) for one in found),
        outcomes=added(one.outcomes for one in found),
    )


def _partly(used: ReportUsage) -> bool:
    return bool(used.unreported) or (bool(used.calls) and used.cost is None)


def _mean(accounts: Iterable[EpisodeReport], figure: Callable[[EpisodeReport], int | None]) -> float | None:
    known = [value for one in accounts if (value := figure(one)) is not None]
    return sum(known) / len(known) if known else None
