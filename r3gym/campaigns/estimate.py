"""Estimate a campaign before it is run: episodes, calls, tokens, price, time, and the source of each figure.

Figures come from rows of the same campaign (a pilot, `campaign run --pilot`) or of a similar one; a scripted solver
needs no tokens; a completion has at most its budget. Other figures are unknown and shown as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from r3gym.campaigns.running import PreparedCampaign
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.models.messages import Usage
from r3gym.models.usage import cost
from r3gym.policies.shipped_specs import ScriptedSpec
from r3gym.records.model_spend import ModelSpend
from r3gym.records.planned import PlannedEpisode
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import UNBUDGETED, RunKind

#: Episodes with these four in common are estimated together.
EpisodeGroup = tuple[RunKind, str, Setting, str]


@dataclass(frozen=True)
class EstimateLine:
    """One line of the matrix: the number of episodes of one kind, their calls, tokens, price and time; None is unknown.

    ``cost`` needs prices in the model's profile, and the tokens of the prompts: rows have them.
    """

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
    calls: int | None = None
    cost: float | None = None
    currency: str | None = None


@dataclass(frozen=True)
class _Means:
    """The means of the episodes of a group."""

    seconds: float
    calls: float
    prompt_tokens: float
    output_tokens: float


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
    def calls(self) -> int | None:
        """All calls of models, None when a part is unknown."""
        known = [line.calls for line in self.lines if line.calls is not None]
        return sum(known) if len(known) == len(self.lines) else None

    @property
    def costs(self) -> dict[str, float] | None:
        """The price by currency, None when a part is unknown."""
        if any(line.cost is None for line in self.lines):
            return None
        sums: dict[str, float] = defaultdict(float)
        for line in self.lines:
            if line.cost:
                sums[line.currency or ""] += line.cost
        return dict(sums)

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


def _means(rows: Iterable[EpisodeRow]) -> dict[EpisodeGroup, _Means]:
    """Return the means of episodes with a result, by group."""
    groups: dict[EpisodeGroup, list[EpisodeRow]] = defaultdict(list)
    for row in rows:
        if row.failure is None:
            groups[row.kind, row.policy, row.setting, row.domain].append(row)
    return {group: _mean(found) for group, found in groups.items()}


def _mean(rows: list[EpisodeRow]) -> _Means:
    spends, n = [row.spend or ModelSpend() for row in rows], len(rows)
    return _Means(
        seconds=sum(row.seconds for row in rows) / n,
        calls=sum(spend.calls for spend in spends) / n,
        prompt_tokens=sum(spend.prompt_tokens for spend in spends) / n,
        output_tokens=sum(spend.completion_tokens for spend in spends) / n,
    )


def _line(
    prepared: PreparedCampaign,
    group: EpisodeGroup,
    episodes: list[PlannedEpisode],
    seen: dict[EpisodeGroup, _Means],
) -> EstimateLine:
    kind, policy, setting, domain = group
    count, spec = len(episodes), prepared.campaign.policy(policy)
    prices = spec.prices()
    line = EstimateLine(
        kind,
        policy,
        setting,
        domain,
        tuple(dict.fromkeys(episode.scheduler for episode in episodes)),
        tuple(dict.fromkeys(_level(episode) for episode in episodes)),
        count,
        output_tokens=None,
        seconds=None,
        source="unknown: play a few with --pilot, or give --like RUN, a campaign of the same policy",
    )
    if group in seen:
        mean = seen[group]
        used = Usage(round(count * mean.prompt_tokens), round(count * mean.output_tokens))
        return replace(
            line,
            output_tokens=used.completion_tokens,
            seconds=count * mean.seconds,
            source="rows of the same kind, policy, setting and domain",
            calls=round(count * mean.calls),
            cost=cost(used, prices) if prices is not None else None if mean.calls else 0.0,
            currency=None if prices is None else prices.currency,
        )
    if isinstance(spec, ScriptedSpec):
        known = get_domain(domain).scripted_seconds.get(kind)
        source = "processor time of the scripted solver as measured once (docs/campaigns.md)"
        if known is None:
            source = "time unknown: give --like RUN, a campaign of the same policy"
        seconds = None if known is None else count * known
        return replace(line, output_tokens=0, seconds=seconds, source=f"no model; {source}", calls=0, cost=0.0)
    if setting is Setting.TOOL_FREE and all(episode.budget is not None for episode in episodes):
        tokens = sum(episode.budget or 0 for episode in episodes)
        return replace(line, output_tokens=tokens, source="tokens: at most the budgets; time and price unknown")
    return line


def _level(episode: PlannedEpisode) -> str:
    if episode.kind in UNBUDGETED:
        return "unlimited"
    cap = "?" if episode.budget is None else str(episode.budget)
    return cap if episode.pressure is None else f"{episode.pressure:g}={cap}"
