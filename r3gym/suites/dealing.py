"""Assignment of a pool's problems to contests as in the paper: tiers by mean output length, then 3 / 2 / 1.

Contests of another size use the mixture that is given for them (`r3gym.core.contest_size`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from r3gym.core.paper_constants import TIER_MIX
from r3gym.core.tier import Tier
from r3gym.errors import InputError


@dataclass(frozen=True)
class ContestAssignment:
    """Problem ids per contest in presented order, and the ids that fit into no contest."""

    contests: tuple[tuple[str, ...], ...]
    left_over: tuple[str, ...]


def mean_lengths(by_model: Mapping[str, Mapping[str, Fraction | float]]) -> dict[str, Fraction]:
    """Return the mean output length per problem over the reference models (``by_model[model][problem_id]``), exactly.

    Every model must have a length for every problem, because means over different models are not comparable; raise
    `InputError` otherwise.
    """
    if not by_model:
        raise InputError("no reference model: give output lengths of at least one")
    every = set().union(*by_model.values())
    for model, lengths in by_model.items():
        missing = sorted(every - set(lengths))
        if missing:
            raise InputError(f"reference model {model!r} has no output length for {', '.join(missing[:5])}")
    return {
        p: sum(Fraction(lengths[p]) for lengths in by_model.values()) / Fraction(len(by_model)) for p in sorted(every)
    }


def tiers_by_length(lengths: Mapping[str, Fraction | float]) -> dict[str, Tier]:
    """Assign tiers: shortest half easy, next third medium, the rest hard; equal lengths are ordered by id.

    >>> [t.value for t in tiers_by_length({p: n for n, p in enumerate("abcdef")}).values()]
    ['easy', 'easy', 'easy', 'medium', 'medium', 'hard']
    """
    order = sorted(lengths, key=lambda p: (lengths[p], p))
    easy, medium = len(order) // 2, len(order) // 2 + len(order) // 3
    return {p: Tier.EASY if i < easy else Tier.MEDIUM if i < medium else Tier.HARD for i, p in enumerate(order)}


def presented_order(ids: Sequence[str], seed: int, contest: str) -> tuple[str, ...]:
    """Return the order in which a contest shows its problems, drawn from the seed and the contest id.

    It is independent of tiers. The ids are sorted before the draw, so the order of the source file has no influence.
    """
    order = sorted(ids)
    random.Random(f"order:{seed}:{contest}").shuffle(order)
    return tuple(order)


def assign_contests(
    tiers: Mapping[str, Tier], seed: int, prefix: str, mix: Mapping[Tier, int] = TIER_MIX
) -> ContestAssignment:
    """Assign problems to contests of the mixture; a pool without tiers is assigned by the mixture's size alone."""
    drawn: dict[Tier, list[str]] = {}
    for tier in Tier:
        ids = sorted(p for p, t in tiers.items() if t is tier)
        random.Random(f"deal:{seed}:{tier.value}").shuffle(ids)
        drawn[tier] = ids
    unrated = not any(drawn[t] for t in TIER_MIX)
    mixture = {Tier.UNRATED: sum(mix.values())} if unrated else {t: n for t, n in mix.items() if n}
    count = min(len(drawn[t]) // n for t, n in mixture.items())
    contests = []
    for i in range(count):
        chosen = [p for t, n in mixture.items() for p in drawn[t][i * n : (i + 1) * n]]
        contests.append(presented_order(chosen, seed, contest_id(prefix, i)))
    used = {p for c in contests for p in c}
    return ContestAssignment(tuple(contests), tuple(sorted(set(tiers) - used)))


def contest_id(prefix: str, index: int) -> str:
    """Return the id of the contest at an index from 0."""
    return f"{prefix}-{index + 1:03d}"
