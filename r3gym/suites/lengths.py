"""Output lengths of reference models, from which tiers are measured: read from a JSONL file, or given by a campaign.

Lengths are exact fractions, because equal means are ordered by id and must not differ by a rounding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.tier import Tier
from r3gym.core.unit import Unit
from r3gym.domains.rows import ProblemId, read_rows
from r3gym.errors import InputError, SuiteError
from r3gym.suites.dealing import mean_lengths, tiers_by_length


class LengthRow(BaseModel):
    """One problem's unbudgeted output lengths: ``{"id": ..., "lengths": {"model": tokens, ...}}``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: ProblemId
    lengths: dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]] = Field(min_length=1)


@dataclass(frozen=True)
class ReferenceLengths:
    """Lengths in one unit, ``by_model[model][problem_id]``, and where they come from.

    ``problem_hashes``: the public parts of the problems that were measured, where they are known. ``counted``: the
    number of runs behind the lengths, None where it is not known. ``left_out``: runs that measure no length, by reason.
    """

    source: str
    by_model: Mapping[str, Mapping[str, Fraction]]
    unit: Unit = Unit.OUTPUT_TOKENS
    problem_hashes: Mapping[str, str] = field(default_factory=dict)
    counted: int | None = None
    left_out: Mapping[str, int] = field(default_factory=dict)

    def describe(self) -> str:
        """Return one line for people: source, models, unit, and how many runs count."""
        said = f"{self.source}: mean {self.unit.phrase} of {', '.join(sorted(self.by_model))}"
        if self.counted is None:
            return said
        reasons = ", ".join(f"{count} {why}" for why, count in sorted(self.left_out.items()))
        return f"{said}; {self.counted} runs counted, {sum(self.left_out.values())} left out" + (
            f" ({reasons})" if reasons else ""
        )


def read_length_file(path: Path) -> ReferenceLengths:
    """Read a JSONL file of `LengthRow`; raise `SuiteError` that lists all faulty rows."""
    by_model: dict[str, dict[str, Fraction]] = {}
    for row in read_rows(path, LengthRow):
        for model, length in row.lengths.items():
            by_model.setdefault(model, {})[row.id] = Fraction(length)
    return ReferenceLengths(path.name, by_model)


def join_lengths(parts: Sequence[ReferenceLengths]) -> ReferenceLengths:
    """Return the lengths of several sources together; raise `InputError` when they contradict each other."""
    first = parts[0]
    by_model: dict[str, dict[str, Fraction]] = {}
    hashes: dict[str, str] = {}
    for part in parts:
        if part.unit is not first.unit:
            raise InputError(
                f"lengths in different units: {first.unit.phrase} in {first.source}, {part.unit.phrase} in "
                f"{part.source}; give those of one setting"
            )
        for model, lengths in part.by_model.items():
            known = by_model.setdefault(model, {})
            twice = sorted(known.keys() & lengths.keys())
            if twice:
                raise InputError(
                    f"{part.source}: reference model {model!r} has a length for {', '.join(twice[:5])} in another "
                    "source already; give each length once"
                )
            known.update(lengths)
        for problem, digest in part.problem_hashes.items():
            if hashes.setdefault(problem, digest) != digest:
                raise InputError(f"{part.source}: problem {problem!r} is another one than in the other sources")
    counts = [part.counted for part in parts if part.counted is not None]
    reasons = {why for part in parts for why in part.left_out}
    return ReferenceLengths(
        ", ".join(part.source for part in parts),
        by_model,
        first.unit,
        hashes,
        sum(counts) if counts else None,
        {why: sum(part.left_out.get(why, 0) for part in parts) for why in sorted(reasons)},
    )


def measured_tiers(problem_hashes: Mapping[str, str], lengths: ReferenceLengths) -> dict[str, Tier]:
    """Return the tiers of a pool's problems, given the hash of each; raise `SuiteError` unless lengths cover it."""
    source = lengths.source
    measured = {problem for of_model in lengths.by_model.values() for problem in of_model}
    missing, unknown = sorted(set(problem_hashes) - measured), sorted(measured - set(problem_hashes))
    if missing:
        raise SuiteError(
            f"{source}: no output length for {', '.join(missing[:5])}; every problem of the pool needs one"
        )
    if unknown:
        raise SuiteError(f"{source}: {', '.join(unknown[:5])} is not in the pool; remove the row or add the problem")
    changed = sorted(p for p, digest in lengths.problem_hashes.items() if problem_hashes.get(p, digest) != digest)
    if changed:
        raise SuiteError(
            f"{source}: {', '.join(changed[:5])}: another problem was measured under this id, or its text has changed "
            "since; measure the pool's own problems"
        )
    try:
        return tiers_by_length(mean_lengths(lengths.by_model))
    except ValueError as error:
        raise SuiteError(f"{source}: {error}") from None
