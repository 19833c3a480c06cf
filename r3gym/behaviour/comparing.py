"""Compare an annotator with a reference: what it says where the reference says what, and how often it is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from r3gym.behaviour.agreement import unit_values
from r3gym.behaviour.codebook import CODEBOOK
from r3gym.behaviour.label import Label


@dataclass(frozen=True)
class Confusion:
    """Counts of (reference's value, annotator's value) of one kind, over the units that both labelled."""

    kind: str
    counts: Mapping[tuple[str, str], int]

    @property
    def values(self) -> tuple[str, ...]:
        """The values that occur, in the codebook's order."""
        return tuple(value for value in CODEBOOK[self.kind].values if any(value in pair for pair in self.counts))

    @property
    def units(self) -> int:
        """How many units there are."""
        return sum(self.counts.values())

    @property
    def agreeing(self) -> int:
        """How many of them have the same value."""
        return sum(count for (first, second), count in self.counts.items() if first == second)

    def said(self, value: str) -> int:
        """Return how often the annotator gives a value."""
        return sum(count for (_, found), count in self.counts.items() if found == value)

    def meant(self, value: str) -> int:
        """Return how often the reference gives a value."""
        return sum(count for (truth, _), count in self.counts.items() if truth == value)

    def precision(self, value: str) -> float | None:
        """Return the share of the annotator's labels of a value that the reference shares; None without any."""
        said = self.said(value)
        return self.counts.get((value, value), 0) / said if said else None

    def recall(self, value: str) -> float | None:
        """Return the share of the reference's labels of a value that the annotator finds; None without any."""
        meant = self.meant(value)
        return self.counts.get((value, value), 0) / meant if meant else None


def confusions(annotator: Iterable[Label], reference: Iterable[Label]) -> tuple[Confusion, ...]:
    """Return the confusion of every kind that both labelled, in the codebook's order."""
    said, meant = unit_values(annotator), unit_values(reference)
    counts: dict[str, Counter[tuple[str, str]]] = {}
    for unit in meant.keys() & said.keys():
        counts.setdefault(unit[1], Counter())[meant[unit], said[unit]] += 1
    return tuple(Confusion(kind, dict(counts[kind])) for kind in CODEBOOK if kind in counts)
