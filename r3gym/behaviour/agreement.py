"""Agreement of annotators on the episodes that several of them labelled: Cohen's kappa and Krippendorff's alpha.

A unit is one value: an episode's label of a kind, problem by problem where the kind is about problems. Both measures
are nominal, and are computed from counts by episode, so that the intervals are those of a bootstrap over episodes:
labels of one episode are not independent of each other. Neither exists where everyone always gives the same one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from r3gym.behaviour.codebook import CODEBOOK, About
from r3gym.behaviour.label import Annotator, Label
from r3gym.behaviour.rates import episode_labels
from r3gym.oracle.resampling import Interval, draw_contests

#: Episode, kind, and the problem where the kind is about problems.
Unit = tuple[str, str, str | None]
Counts = npt.NDArray[np.float64]
Measure = Callable[[Counts], float | None]
#: All kinds together.
ALL_KINDS = "all"
_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Agreement:
    """The agreement on a kind: ``observed`` is the share of equal values; kappa exists for two annotators."""

    kind: str
    units: int
    episodes: int
    observed: float
    kappa: Interval | None
    alpha: Interval


def agreement(
    labels: Mapping[Annotator, Iterable[Label]], *, resamples: int = 2000, seed: int = 0
) -> tuple[Agreement, ...]:
    """Return the agreement on every kind that at least two annotators gave, and on all together.

    ``labels`` are those of each annotator; only units that two or more of them labelled count.
    """
    values = {who: unit_values(own) for who, own in labels.items()}
    units = sorted({unit for own in values.values() for unit in own}, key=str)
    shared = [unit for unit in units if sum(unit in own for own in values.values()) >= 2]
    kinds = [kind for kind in CODEBOOK if any(unit[1] == kind for unit in shared)]
    found = []
    for kind in (*kinds, ALL_KINDS):
        mine = [unit for unit in shared if kind in (unit[1], ALL_KINDS)]
        if mine:
            found.append(_one(kind, mine, list(values.values()), resamples, seed))
    return tuple(found)


def unit_values(labels: Iterable[Label]) -> dict[Unit, str]:
    """Return the value of every unit that one annotator labelled: by episode, kind, and problem or None."""
    by_episode: dict[str, list[Label]] = {}
    for label in labels:
        by_episode.setdefault(label.episode, []).append(label)
    found: dict[Unit, str] = {}
    for episode, own in by_episode.items():
        merged = episode_labels(own)
        for kind in CODEBOOK.values():
            if kind.about is About.EPISODE:
                if kind.name in merged.kinds:
                    found[episode, kind.name, None] = merged.kinds[kind.name]
            else:
                for problem, value in merged.of(kind.name).items():
                    found[episode, kind.name, problem] = value
    return found


def _one(
    kind: str, units: Sequence[Unit], values: Sequence[Mapping[Unit, str]], resamples: int, seed: int
) -> Agreement:
    episodes = list(dict.fromkeys(unit[0] for unit in units))
    # Values of different kinds are different categories: "true" of one kind is not that of another.
    words = sorted({f"{unit[1]} {own[unit]}" for unit in units for own in values if unit in own})
    place, at = {word: n for n, word in enumerate(words)}, {episode: n for n, episode in enumerate(episodes)}
    confusion = np.zeros((len(episodes), len(words), len(words)))
    coincidence = np.zeros_like(confusion)
    for unit in units:
        given = [place[f"{unit[1]} {own[unit]}"] for own in values if unit in own]
        for first, second in combinations(given, 2):
            confusion[at[unit[0]], first, second] += 1
            coincidence[at[unit[0]], first, second] += 1 / (len(given) - 1)
            coincidence[at[unit[0]], second, first] += 1 / (len(given) - 1)
    drawn = draw_contests(len(episodes), resamples, (seed, *kind.encode()))
    counts = np.stack([np.bincount(row, minlength=len(episodes)) for row in drawn]).astype(np.float64)
    whole = confusion.sum(axis=0)
    two = len(values) == 2
    return Agreement(
        kind,
        len(units),
        len(episodes),
        float(np.trace(whole) / whole.sum()),
        _interval(cohen_kappa, confusion, counts) if two else None,
        _interval(krippendorff_alpha, coincidence, counts),
    )


def _interval(measure: Measure, by_episode: Counts, counts: Counts) -> Interval:
    value = measure(by_episode.sum(axis=0))
    if value is None:
        return Interval(None, None, None, 0)
    sums = np.tensordot(counts, by_episode, axes=1)
    drawn = [one for matrix in sums if (one := measure(matrix)) is not None]
    if not drawn:
        return Interval(value, None, None, 0)
    low, high = np.quantile(drawn, [(1 - _CONFIDENCE) / 2, (1 + _CONFIDENCE) / 2])
    return Interval(value, float(low), float(high), len(drawn))


def cohen_kappa(confusion: Counts) -> float | None:
    """Return Cohen's kappa of a table of counts, rows by one annotator and columns by the other; None where undefined.

    >>> round(cohen_kappa(np.array([[20.0, 5], [10, 15]])), 3)
    0.4
    """
    total = confusion.sum()
    if total == 0:
        return None
    observed = np.trace(confusion) / total
    expected = (confusion.sum(axis=0) * confusion.sum(axis=1)).sum() / total**2
    return None if np.isclose(expected, 1) else float((observed - expected) / (1 - expected))


def krippendorff_alpha(coincidence: Counts) -> float | None:
    """Return Krippendorff's nominal alpha of a matrix of coincidences; None where undefined.

    >>> round(krippendorff_alpha(np.array([[10.0, 2], [2, 6]])), 3)
    0.604
    """
    sums = coincidence.sum(axis=0)
    total = sums.sum()
    expected = total**2 - (sums**2).sum()
    if total <= 1 or np.isclose(expected, 0):
        return None
    disagreeing = total - np.trace(coincidence)
    return float(1 - (total - 1) * disagreeing / expected)
