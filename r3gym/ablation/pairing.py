"""Pair rows: the same contest, in the same order, with the same seed, under every scheduler."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from r3gym.errors import InputError
from r3gym.records.rows import EpisodeRow, RunKind


@dataclass(frozen=True, order=True)
class Matchup:
    """The conditions of a comparison, the same for all schedulers. ``regime`` is in words (``pressure 0.2``).

    Contests of several suites are compared together.
    """

    policy: str
    domain: str
    regime: str


@dataclass(frozen=True)
class PairedEpisodes:
    """The episodes of a matchup: for each scheduler contest by contest, the repeats that all schedulers have.

    ``left_out`` counts the episodes without a partner: a failure, or one that was not played yet.
    """

    matchup: Matchup
    budget: int | None
    episodes: Mapping[str, Mapping[str, tuple[EpisodeRow, ...]]]
    left_out: int

    @property
    def contests(self) -> tuple[str, ...]:
        """The contests, by name."""
        return tuple(next(iter(self.episodes.values())))


def matchup_of(row: EpisodeRow) -> Matchup:
    """Return the matchup that a row belongs to."""
    return Matchup(row.policy, row.domain, regime_label(row.pressure, row.budget))


def contest_name(suite: str, contest: str) -> str:
    """Return the name of a contest among those of several suites."""
    return f"{suite}/{contest}"


def regime_label(pressure: float | None, budget: int | None) -> str:
    """Return the pressure or the budget in words.

    >>> regime_label(0.2, 7), regime_label(None, 7)
    ('pressure 0.2', 'budget 7')
    """
    return f"budget {budget}" if pressure is None else f"pressure {pressure:g}"


def pair_up(rows: Iterable[EpisodeRow], schedulers: tuple[str, ...]) -> list[PairedEpisodes]:
    """Return the pairs of every matchup. An episode belongs to a pair when it has a result under every scheduler.

    Raises `InputError` for partners with different seeds, orders or budgets, which cannot be paired.
    """
    found: dict[Matchup, dict[tuple[str, int], dict[str, EpisodeRow]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        if row.kind is RunKind.CONTEST and row.scheduler in schedulers:
            found[matchup_of(row)][contest_name(row.suite, row.contest), row.repeat][row.scheduler] = row
    return [_paired(matchup, cells, schedulers) for matchup, cells in sorted(found.items())]


def _paired(
    matchup: Matchup, cells: Mapping[tuple[str, int], Mapping[str, EpisodeRow]], schedulers: tuple[str, ...]
) -> PairedEpisodes:
    episodes: dict[str, dict[str, list[EpisodeRow]]] = {scheduler: {} for scheduler in schedulers}
    left_out, budgets = 0, set()
    for (contest, repeat), sides in sorted(cells.items(), key=lambda cell: cell[0][1]):
        there = {name: row for name, row in sides.items() if row.failure is None}
        if len(there) < len(schedulers):
            left_out += len(sides)
            continue
        if len({(r.seed, r.budget, tuple(s.problem_id for s in r.slots)) for r in there.values()}) > 1:
            raise InputError(
                f"{contest}, repeat {repeat}: the schedulers played it with different seeds, budgets or orders, so "
                "these episodes are no pair; play them in one campaign"
            )
        for scheduler in schedulers:
            episodes[scheduler].setdefault(contest, []).append(there[scheduler])
        budgets.add(there[schedulers[0]].budget)
    frozen = {s: {c: tuple(repeats) for c, repeats in sorted(own.items())} for s, own in episodes.items()}
    return PairedEpisodes(matchup, budgets.pop() if len(budgets) == 1 else None, frozen, left_out)
