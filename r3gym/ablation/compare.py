"""Compare the schedulers of a matchup with its first one: differences, intervals, exact tests and power."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from r3gym.ablation.pairing import Matchup, PairedEpisodes
from r3gym.ablation.statistics import SignTest, contests_needed, permutation_test, sign_test
from r3gym.core.tier import Tier
from r3gym.oracle.costs import OracleCost
from r3gym.oracle.resampling import Interval, mean_interval, ratio_interval
from r3gym.records.rows import OLDEST_POLICY, EpisodeRow


@dataclass(frozen=True)
class Side:
    """One scheduler: its score, and per episode the problems with a paid step, blocked commands and unused budget.

    ``covered``, ``blocked`` and ``unused`` are means over episodes; ``unused`` is None without a budget.
    """

    scheduler: str
    score: Interval
    covered: float
    blocked: float
    unused: float | None


@dataclass(frozen=True)
class Difference:
    """A scheduler against the first one, contest by contest.

    ``recovered``: the share of the oracle gap that it closes, None without curves. ``needed``: contests for 80 % power.
    ``where``: the part of the difference that comes from each tier and each position; each adds up to the mean.
    ``by_contest``: the difference of every contest, mean over repeats.
    """

    scheduler: str
    mean: Interval
    sign: SignTest
    permutation_p: float
    needed: int | None
    recovered: Interval | None
    where: Mapping[str, float]
    by_contest: Mapping[str, float]

    @property
    def seen(self) -> bool:
        """Whether the interval excludes 0."""
        low, high = self.mean.low, self.mean.high
        return low is not None and high is not None and (low > 0 or high < 0)


@dataclass(frozen=True)
class Comparison:
    """One matchup: a side for each scheduler, and a difference for each but the first."""

    matchup: Matchup
    budget: int | None
    contests: int
    episodes: int
    left_out: int
    oracle: float | None
    sides: tuple[Side, ...]
    differences: tuple[Difference, ...]
    #: The episodes by the version of the rules that counted their actions.
    counting_policies: Mapping[str, int] = field(default_factory=dict)
    #: What the oracle pays; None without one.
    oracle_cost: OracleCost | None = None

    @property
    def best(self) -> tuple[str, ...]:
        """The schedulers with the highest mean score: several when they are equal."""
        top = max(side.score.estimate or 0.0 for side in self.sides)
        return tuple(side.scheduler for side in self.sides if side.score.estimate == top)


def compare(
    paired: PairedEpisodes,
    *,
    tiers: Mapping[str, Tier],
    oracle: Mapping[str, float] | None = None,
    oracle_cost: OracleCost = OracleCost.NOMINAL,
    resamples: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Compare the schedulers of a matchup.

    ``tiers``: of each problem; ``oracle``: the value of each contest at ``oracle_cost``.
    """
    first = next(iter(paired.episodes))
    means = {
        s: {contest: fmean(row.score for row in rows) for contest, rows in own.items()}
        for s, own in paired.episodes.items()
    }
    sides = tuple(
        _side(s, mean_interval(list(means[s].values()), resamples=resamples, seed=seed), _rows(own))
        for s, own in paired.episodes.items()
    )
    differences = []
    for scheduler, own in paired.episodes.items():
        if scheduler == first:
            continue
        by_contest = {c: means[scheduler][c] - means[first][c] for c in paired.contests}
        counts = [_solved(own[c]) - _solved(paired.episodes[first][c]) for c in paired.contests]
        gaps = None if oracle is None else [oracle[c] - means[first][c] for c in paired.contests]
        values = list(by_contest.values())
        differences.append(
            Difference(
                scheduler=scheduler,
                mean=mean_interval(values, resamples=resamples, seed=seed),
                sign=sign_test(counts),
                permutation_p=permutation_test(counts),
                needed=contests_needed(counts) if len(counts) > 1 else None,  # whole numbers: no rounding near 0
                recovered=None if gaps is None else ratio_interval(values, gaps, resamples=resamples, seed=seed),
                where=_where(paired, scheduler, first, tiers),
                by_contest=by_contest,
            )
        )
    return Comparison(
        matchup=paired.matchup,
        budget=paired.budget,
        contests=len(paired.contests),
        episodes=sum(len(_rows(own)) for own in paired.episodes.values()),
        left_out=paired.left_out,
        oracle=None if oracle is None else fmean(oracle[c] for c in paired.contests),
        sides=sides,
        differences=tuple(differences),
        counting_policies=dict(
            Counter(
                sorted(row.counting_policy or OLDEST_POLICY for own in paired.episodes.values() for row in _rows(own))
            )
        ),
        oracle_cost=None if oracle is None else oracle_cost,
    )


def dominance(comparisons: Sequence[Comparison]) -> str | None:
    """Return the scheduler that is best in every matchup, alone or with others; None when there is none."""
    shared = set.intersection(*(set(c.best) for c in comparisons)) if comparisons else set()
    names = [side.scheduler for side in comparisons[0].sides] if comparisons else []
    return next((name for name in names if name in shared), None)


def _side(scheduler: str, score: Interval, rows: Sequence[EpisodeRow]) -> Side:
    left = [row.budget - row.spent for row in rows if row.budget is not None]
    return Side(
        scheduler=scheduler,
        score=score,
        covered=fmean(sum(slot.spent > 0 for slot in row.slots) for row in rows),
        blocked=fmean(row.blocked for row in rows),
        unused=fmean(left) if left else None,
    )


def _where(paired: PairedEpisodes, scheduler: str, first: str, tiers: Mapping[str, Tier]) -> dict[str, float]:
    """Return the difference by tier and by position, in solved problems per contest."""
    ours, theirs = (_parts(_rows(paired.episodes[name]), tiers) for name in (scheduler, first))
    return {name: ours.get(name, 0.0) - theirs.get(name, 0.0) for name in {**theirs, **ours}}


def _parts(rows: Sequence[EpisodeRow], tiers: Mapping[str, Tier]) -> dict[str, float]:
    found: dict[str, float] = {}
    present = {tiers[slot.problem_id] for row in rows for slot in row.slots}
    for tier in (tier for tier in Tier if tier in present):
        found[tier.value] = fmean(sum(s.correct and tiers[s.problem_id] is tier for s in row.slots) for row in rows)
    for position in range(len(rows[0].slots)):
        found[f"position {position + 1}"] = fmean(row.slots[position].correct for row in rows)
    return found


def _solved(rows: Sequence[EpisodeRow]) -> int:
    return sum(row.score for row in rows)


def _rows(own: Mapping[str, tuple[EpisodeRow, ...]]) -> list[EpisodeRow]:
    return [row for rows in own.values() for row in rows]
