"""Estimate a campaign before it is run: episodes, calls, tokens, price, time, and the source of each figure.

Figures come from rows of the same campaign (a pilot, `campaign run --pilot`) or of a similar one; a scripted solver
needs no tokens; a completion has at most its budget. Other figures are unknown and shown as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from r3gym.campaigns.bill_file import JudgeCalls
from r3gym.campaigns.prepared import PreparedCampaign
from r3gym.campaigns.price_groups import price_group
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.models.messages import Usage
from r3gym.models.profile import Prices
from r3gym.models.usage import cost
from r3gym.policies.shipped_specs import ScriptedSpec
from r3gym.records.planned import PlannedEpisode
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import UNBUDGETED, RunKind

#: Episodes with these four in common are one line.
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
    """The means of the episodes of a group; the tokens and calls are None where no row says them all."""

    seconds: float
    calls: float | None
    prompt_tokens: float | None
    cached_tokens: float | None
    output_tokens: float | None


@dataclass(frozen=True)
class Estimate:
    """The whole matrix. ``seconds`` is wall-clock time with ``workers`` episodes at once.

    ``judge_calls`` are the requests of model judges, which are in no line, and ``judge_cost`` their price: as many per
    episode as in the campaign so far. None is unknown; 0 where no model judges.
    """

    lines: tuple[EstimateLine, ...]
    workers: int
    judge_calls: int | None = 0
    judge_cost: float | None = 0.0
    judge_currency: str | None = None

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
        """The price by currency with that of judges, None when a part is unknown."""
        if self.judge_cost is None or any(line.cost is None for line in self.lines):
            return None
        sums: dict[str, float] = defaultdict(float)
        for line in self.lines:
            if line.cost:
                sums[line.currency or ""] += line.cost
        if self.judge_cost:
            sums[self.judge_currency or ""] += self.judge_cost
        return dict(sums)

    @property
    def seconds(self) -> float | None:
        """The time by the clock, None when a part is unknown."""
        known = [line.seconds for line in self.lines if line.seconds is not None]
        return sum(known) / self.workers if len(known) == len(self.lines) else None


def estimate(
    prepared: PreparedCampaign,
    episodes: Iterable[PlannedEpisode],
    workers: int,
    like: Iterable[EpisodeRow],
    judged: JudgeCalls | None = None,
) -> Estimate:
    """Return the matrix of these episodes, with figures from similar rows (``like``).

    ``judged``: the judges' calls for the rows among them that are the campaign's own.
    """
    groups: dict[EpisodeGroup, list[PlannedEpisode]] = defaultdict(list)
    for episode in episodes:
        groups[episode.kind, episode.policy, episode.setting, episode.domain].append(episode)
    rows = [row for row in like if row.failure is None]
    seen = _SeenMeans(_means(rows, price_group), _means(rows, _line_group))
    lines = tuple(_line(prepared, group, found, seen) for group, found in groups.items())
    return _with_judges(Estimate(lines, workers), prepared, rows, judged or JudgeCalls())


def _with_judges(found: Estimate, prepared: PreparedCampaign, rows: list[EpisodeRow], judged: JudgeCalls) -> Estimate:
    asking = {
        name: prices
        for name, prices in prepared.campaign.judges.prices().items()
        if name in prepared.campaign.file.domains
    }
    if not asking:
        return found
    currency = next((prices.currency for prices in asking.values() if prices is not None), None)
    own = [row for row in rows if row.domain in asking]
    due = sum(line.episodes for line in found.lines if line.domain in asking)
    if not own or not judged.requests:
        return replace(found, judge_calls=None, judge_cost=None, judge_currency=currency)
    share = due / len(own)
    price = None if judged.unpriced else share * (judged.cost + judged.bounded)
    return replace(found, judge_calls=round(share * judged.requests), judge_cost=price, judge_currency=currency)


@dataclass(frozen=True)
class _SeenMeans:
    """The means of rows: by price group, and where a group has no row by line."""

    by_group: Mapping[object, _Means]
    by_line: Mapping[object, _Means]

    def of(self, episode: PlannedEpisode) -> _Means | None:
        return self.by_group.get(price_group(episode)) or self.by_line.get(_line_group(episode))


def _line_group(episode: PlannedEpisode | EpisodeRow) -> EpisodeGroup:
    return episode.kind, episode.policy, episode.setting, episode.domain


def _means(rows: Iterable[EpisodeRow], group: Callable[[EpisodeRow], object]) -> dict[object, _Means]:
    groups: dict[object, list[EpisodeRow]] = defaultdict(list)
    for row in rows:
        groups[group(row)].append(row)
    return {name: _mean(found) for name, found in groups.items()}


def _mean(rows: list[EpisodeRow]) -> _Means:
    """Return the means. Rows whose usage is not known whole say nothing about tokens: unknown is not 0."""
    known = [row.spend for row in rows if row.spend is not None and not row.spend.unreported]
    asked = [row.spend.calls for row in rows if row.spend is not None]

    def mean(name: str) -> float | None:
        return sum(getattr(spend, name) for spend in known) / len(known) if known else None

    return _Means(
        seconds=sum(row.seconds for row in rows) / len(rows),
        calls=sum(asked) / len(asked) if asked else None,
        prompt_tokens=mean("prompt_tokens"),
        cached_tokens=mean("cached_tokens"),
        output_tokens=mean("completion_tokens"),
    )


def _line(
    prepared: PreparedCampaign, group: EpisodeGroup, episodes: list[PlannedEpisode], seen: _SeenMeans
) -> EstimateLine:
    kind, policy, setting, domain = group
    count, spec = len(episodes), prepared.campaign.policy(policy)
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
    scripted = isinstance(spec, ScriptedSpec)
    means = [seen.of(episode) for episode in episodes]
    found = [mean for mean in means if mean is not None]
    if len(found) == count:
        own = all(price_group(episode) in seen.by_group for episode in episodes)
        return _from_means(line, found, spec.prices(), no_model=scripted, own=own)
    if scripted:
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


def _from_means(
    line: EstimateLine, found: list[_Means], prices: Prices | None, *, no_model: bool, own: bool
) -> EstimateLine:
    """Return the line with the sums of these means, one per episode; a sum with an unknown part is unknown."""
    seconds = sum(mean.seconds for mean in found)
    level = "" if own else "; some levels or schedulers have none: those of the others"
    line = replace(line, seconds=seconds, source=f"rows of the same kind, policy, setting and domain{level}")
    if no_model:
        return replace(line, output_tokens=0, calls=0, cost=0.0)
    asked, read, kept, written = (
        _total(getattr(mean, name) for mean in found)
        for name in ("calls", "prompt_tokens", "cached_tokens", "output_tokens")
    )
    price = None
    if prices is not None and read is not None and written is not None:
        price = cost(Usage(read, written, cached_tokens=kept), prices)
    currency = None if prices is None else prices.currency
    return replace(line, output_tokens=written, calls=asked, cost=price, currency=currency)


def _total(parts: Iterable[float | None]) -> int | None:
    known = list(parts)
    return None if None in known else round(sum(part for part in known if part is not None))


def _level(episode: PlannedEpisode) -> str:
    if episode.kind in UNBUDGETED:
        return "unlimited"
    cap = "?" if episode.budget is None else str(episode.budget)
    return cap if episode.pressure is None else f"{episode.pressure:g}={cap}"
