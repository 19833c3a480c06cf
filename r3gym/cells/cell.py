"""Cells: the runs that a figure is computed from, as dense arrays, and which of them are missing.

A contest cell is one policy, setting, domain, suite, scheduler and regime (a pressure, or a budget in units): contests
x repeats x positions. A curve cell is one policy, setting, domain and suite: problems x levels x repeats. They are
gathered from a campaign's rows in `r3gym.cells.gathering`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from r3gym.calibration.caps import published_domains
from r3gym.cells.campaign import SuiteArrays
from r3gym.cells.table import Flags, Ints
from r3gym.core.verdict import ParseState
from r3gym.records.rows import Ending

#: Parser states in the order of their numbers in a cell.
STATES = tuple(ParseState)
ENDINGS = tuple(Ending)

#: The domain of a mean over domains.
MACRO = "macro"


@dataclass(frozen=True, slots=True)
class CellKey:
    """The identity of a cell; ``budget`` is part of it only where no ``pressure`` was given."""

    policy: str
    setting: str
    domain: str
    suite: str
    pressure: float | None = None
    budget: int | None = None
    scheduler: str = "none"

    @property
    def regime(self) -> str:
        """The budget regime: ``ρ=0.2``, or ``B=8`` where a budget was given in units."""
        if self.pressure is not None:
            return f"ρ={self.pressure:g}"
        return "unlimited" if self.budget is None else f"B={self.budget}"

    @property
    def curves(self) -> CellKey:
        """The key of the matching curves."""
        return CellKey(self.policy, self.setting, self.domain, self.suite)

    def __str__(self) -> str:
        parts = [self.policy, self.setting, self.domain, self.suite]
        if self.pressure is not None or self.budget is not None:
            parts += [self.regime, self.scheduler]
        return " · ".join(parts)


@dataclass(frozen=True, eq=False)
class ContestCell:
    """Contests x repeats (x positions). Where ``played`` is False the other arrays are undefined."""

    key: CellKey
    suite: SuiteArrays
    #: Numbers of the suite's contests; all of them unless `reduced`.
    contests: Ints
    budget: int | None
    played: Flags
    correct: Ints
    parse: Ints
    spent: Ints
    #: Counted actions on the problem, and those on others that named it or wrote for it; -1 where a row does not say.
    booked: Ints
    rides: Ints
    #: Whether the answer counts as wrong only because the judge could not decide.
    unsure: Ints
    used: Ints
    ending: Ints
    paths: tuple[tuple[str | None, ...], ...]

    @property
    def runs(self) -> Ints:
        """How often each contest was played."""
        return _counted(self.played)

    @property
    def tiers(self) -> Ints:
        """The tier at each position of each contest."""
        return self.suite.tiers[self.contests]

    @property
    def problems(self) -> Ints:
        """The problem at each position of each contest."""
        return self.suite.order[self.contests]

    @property
    def complete(self) -> bool:
        """Whether every contest of the suite was played as often as it should be."""
        return bool(self.played.all())

    @cached_property
    def solved(self) -> Ints:
        """How often each problem was solved: contests x positions."""
        return np.asarray((self.correct * self.played[:, :, None]).sum(axis=1), np.int64)

    def missing(self) -> Iterator[str]:
        """Yield a description of each missing run."""
        for contest, repeat in zip(*np.nonzero(~self.played), strict=True):
            yield f"{self.suite.contests[self.contests[contest]]} repeat {repeat + 1}"

    def reduced(self) -> ContestCell:
        """Return the cell with only the contests that were played at least once."""
        kept = np.nonzero(self.runs)[0]
        names = ("contests", "played", "correct", "parse", "spent", "booked", "rides", "unsure", "used", "ending")
        arrays = {name: getattr(self, name)[kept] for name in names}
        return replace(self, **arrays, paths=tuple(self.paths[n] for n in kept))


@dataclass(frozen=True, eq=False)
class CurveCell:
    """Problems x levels x repeats; ``outcome`` is 1 (solved), 0, or -1 where the run is missing."""

    key: CellKey
    suite: SuiteArrays
    grid: tuple[float, ...]
    #: The nominal cap of each level; -1 where no run states it.
    caps: Ints
    outcome: Ints
    used: Ints
    #: The word for how each run ended (`r3gym.cells.gathering.run_endings`), numbers into ``words``.
    ended: Ints
    words: tuple[str, ...]

    @property
    def repeats(self) -> int:
        """The number of runs that each level should have."""
        return int(self.outcome.shape[2])

    @property
    def runs(self) -> Ints:
        """How many runs there are: problems x levels."""
        return _counted(self.outcome >= 0)

    @property
    def successes(self) -> Ints:
        """How many of them were solved."""
        return _counted(self.outcome == 1)

    @property
    def complete(self) -> bool:
        """Whether no run is missing."""
        return bool((self.outcome >= 0).all())

    def missing(self) -> Iterator[str]:
        """Yield a description of each missing run."""
        for problem, level, repeat in zip(*np.nonzero(self.outcome < 0), strict=True):
            yield f"{self.suite.problems[problem]} level {self.grid[level]:g} repeat {repeat + 1}"


@dataclass(frozen=True, eq=False)
class TargetCell:
    """Target-in-suite runs: contests x positions, how many and how many of them solved."""

    key: CellKey
    suite: SuiteArrays
    runs: Ints
    solved: Ints


def _counted(flags: Flags) -> Ints:
    """Return how many flags are set along the last axis."""
    return np.asarray(flags.sum(axis=-1), np.int64)


#: The orders of the paper's tables; other values come last.
_ORDER = ("tool_free", "agentic", "none", "coverage", "verification", *published_domains())


def rank(word: str) -> tuple[int, str]:
    """Return the sort key of a setting, scheduler or domain in the order of the paper's tables."""
    return _ORDER.index(word) if word in _ORDER else len(_ORDER), word


def sort_key(key: CellKey) -> tuple[object, ...]:
    """Return the sort key of a cell: setting, policy, suite, scheduler, regime, domain."""
    setting, scheduler, domain = map(rank, (key.setting, key.scheduler, key.domain))
    pressure = -1.0 if key.pressure is None else key.pressure
    budget = -1 if key.budget is None else key.budget
    return (setting, key.policy, key.suite, scheduler, pressure, budget, domain)


def across_domains(keys: Iterable[CellKey]) -> list[list[CellKey]]:
    """Group keys that differ in the domain only; also in the suite, where each domain has just one."""
    together: dict[CellKey, list[CellKey]] = defaultdict(list)
    for key in keys:
        together[replace(key, domain=MACRO, suite="")].append(key)
    found = []
    for mates in together.values():
        if len({key.domain for key in mates}) == len(mates):
            found.append(mates)
        else:
            by_suite: dict[str, list[CellKey]] = defaultdict(list)
            for key in mates:
                by_suite[key.suite].append(key)
            found += by_suite.values()
    return found
