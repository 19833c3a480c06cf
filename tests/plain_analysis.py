"""The paper's figures once more, slowly: plain loops over the rows of complete cells, every assignment tried."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

from plain_oracle import enumerate_all

from r3gym.campaigns import CampaignSuite, EpisodeRow

Value = Fraction | None


def ratio(numerator: int | Fraction, denominator: int | Fraction) -> Value:
    return Fraction(numerator) / Fraction(denominator) if denominator else None


class PlainCell:
    """One contest cell with its curves; every method is a definition, written down."""

    def __init__(
        self, suite: CampaignSuite, contests: Sequence[EpisodeRow], curves: Sequence[EpisodeRow], repeats: int
    ):
        self.suite, self.repeats = suite, repeats
        self.runs = {c.id: [r for r in contests if r.contest == c.id] for c in suite.contests}
        self.curves: dict[str, dict[float, list[EpisodeRow]]] = {}
        for r in curves:
            assert r.problem_id is not None
            assert r.pressure is not None
            self.curves.setdefault(r.problem_id, {}).setdefault(r.pressure, []).append(r)
        self.budget = contests[0].budget or 0
        self.size = len(suite.contests[0].problems)

    def levels(self, problem: str, without: int | None = None) -> tuple[list[int], list[int]]:
        costs, won = [0], [0]
        for _, runs in sorted(self.curves[problem].items()):
            costs.append(runs[0].budget or 0)
            won.append(sum(r.score for r in runs if r.repeat != without))
        return costs, won

    def best(self, contest: str, without: int | None = None) -> tuple[int, int, tuple[int, ...]]:
        levels = [self.levels(p, without) for p in self.problems(contest)]
        return enumerate_all([c for c, _ in levels], [s for _, s in levels], self.budget)

    def problems(self, contest: str) -> list[str]:
        return [p.id for c in self.suite.contests if c.id == contest for p in c.problems]

    def slots(self, tier: str | None = None, place: int | None = None) -> list[tuple[EpisodeRow, int]]:
        """Every slot of every run, or those of a tier or a position."""
        found = []
        for contest in self.suite.contests:
            for r in self.runs[contest.id]:
                for n, problem in enumerate(contest.problems):
                    if (tier is None or problem.tier == tier) and (place is None or n == place):
                        found.append((r, n))
        return found

    def contest(self) -> Fraction:
        return self.mean([Fraction(sum(r.score for r in runs), len(runs)) for runs in self.runs.values()])

    def oracle(self) -> Fraction:
        return self.mean([Fraction(self.best(c)[0], self.repeats) for c in self.runs])

    def equal(self) -> Fraction:
        share = self.budget // self.size
        within = 0
        for contest in self.runs:
            for problem in self.problems(contest):
                runs = [r for level in self.curves[problem].values() for r in level]
                within += any(r.score == 1 and r.spent <= share for r in runs)
        return Fraction(within, len(self.runs))

    def cross_fitted(self) -> Fraction:
        total = 0
        for contest in self.runs:
            for left_out in range(1, self.repeats + 1):
                choice = self.best(contest, without=left_out)[2]
                for problem, level in zip(self.problems(contest), choice, strict=True):
                    if level:
                        runs = self.curves[problem][sorted(self.curves[problem])[level - 1]]
                        total += next(r.score for r in runs if r.repeat == left_out)
        return Fraction(total, self.repeats * len(self.runs))

    def masses(self) -> dict[tuple[str, int], Fraction]:
        found = {}
        for contest, runs in self.runs.items():
            for n, (problem, level) in enumerate(zip(self.problems(contest), self.best(contest)[2], strict=True)):
                expected = Fraction(self.levels(problem)[1][level], self.repeats)
                actual = Fraction(sum(r.slots[n].correct for r in runs), len(runs))
                found[contest, n] = max(Fraction(0), expected - actual) if expected else Fraction(0)
        return found

    def miss_rate(self, tier: str | None = None, place: int | None = None) -> Fraction:
        mine = Fraction(0)
        for (contest, n), mass in self.masses().items():
            problem = next(c for c in self.suite.contests if c.id == contest).problems[n]
            if (tier is None or problem.tier == tier) and (place is None or n == place):
                mine += mass
        return mine / (len(self.runs) * self.size)

    def portfolio(self, tier: str) -> Value:
        tiers = []
        for contest in self.suite.contests:
            for problem, level in zip(contest.problems, self.best(contest.id)[2], strict=True):
                if self.levels(problem.id)[1][level]:
                    tiers.append(problem.tier)
        return ratio(tiers.count(tier), len(tiers))  # type: ignore[arg-type]

    def accuracy(self, tier: str | None = None, place: int | None = None) -> Value:
        slots = self.slots(tier, place)
        return ratio(sum(r.slots[n].correct for r, n in slots), len(slots))

    def cumulative_share(self, place: int) -> Value:
        return ratio(sum(r.slots[n].spent for r, n in self.slots() if n <= place), self.output())

    def wasted(self, tier: str | None = None) -> Value:
        lost = sum(r.slots[n].spent for r, n in self.slots(tier) if not r.slots[n].correct)
        return ratio(lost, self.output())

    def output(self) -> int:
        return sum(slot.spent for runs in self.runs.values() for r in runs for slot in r.slots)

    def omission(self, name: str, place: int | None = None) -> Value:
        slots = self.slots(place=place)
        return ratio(sum(self.omitted(r, n) == name for r, n in slots), len(slots))

    def omitted(self, r: EpisodeRow, n: int) -> str:
        slot = r.slots[n]
        if slot.parse == "answered":
            return "answered"
        if r.setting == "tool_free":
            later = any(s.parse == "answered" for s in r.slots[n + 1 :])
            stopped = r.ending == "cut" and not later
        else:
            stopped = slot.parse == "missing" and r.budget is not None and r.spent >= r.budget
        if stopped:
            return "truncated"
        if slot.parse != "missing":
            return "format"
        return "unresolved" if slot.spent else "insufficient"

    def regrets(self, r: EpisodeRow) -> list[Fraction]:
        """The value before each paid step minus the value after it, the knapsack solved anew each time."""
        values = [self.rest(r, taken) for taken in range(len(r.path or "") + 1)]
        return [before - after for before, after in itertools.pairwise(values)]

    def rest(self, r: EpisodeRow, taken: int, left: int | None = None) -> Fraction:
        path = (r.path or "")[:taken]
        costs, won = [], []
        for problem, slot in zip(self.problems(r.contest), r.slots, strict=True):
            caps, successes = self.levels(problem)
            costs.append([max(0, cap - path.count(slot.label)) for cap in caps])
            won.append(successes)
        budget = self.budget - taken if left is None else left
        return Fraction(enumerate_all(costs, won, budget)[0], self.repeats)

    def mean(self, values: Sequence[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values)


def as_float(value: Value) -> float | None:
    return None if value is None else float(value)
