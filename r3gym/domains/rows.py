"""Rows of the JSONL files that hold problems and keys, validated one by one with a message for every bad row."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from r3gym.core.problem import Problem
from r3gym.core.tier import Tier
from r3gym.errors import SuiteError

NonEmpty = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
#: Ids appear in file names and on command lines.
ProblemId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$")]


class StrictRow(BaseModel):
    """A row that refuses unknown fields, which are usually misspelled."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: ProblemId


class ProblemRow(StrictRow):
    """The public part of a problem that consists of a statement only."""

    title: str = ""
    statement: NonEmpty

    def problem(self, domain: str) -> Problem:
        """Return the public problem."""
        return Problem(self.id, domain, self.title, self.statement)


class KeyRow(StrictRow):
    """The fields that the private parts of all domains share."""

    tier: Tier


class PoolRow(BaseModel):
    """The fields that the rows of a user's pool share in all domains."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: ProblemId
    title: str = ""
    statement: NonEmpty
    tier: Tier = Tier.UNRATED


RowType = TypeVar("RowType", bound=BaseModel)


def read_rows(path: Path, model: type[RowType]) -> list[RowType]:
    """Read all rows of a JSONL file; raise one `SuiteError` that lists all faulty rows and repeated ids."""
    rows: list[RowType] = []
    faults: list[str] = []
    try:
        lines = path.read_text("utf-8-sig").split("\n")  # keeps U+2028, which JSON strings may contain
    except (OSError, UnicodeDecodeError) as error:
        raise SuiteError(f"{path}: cannot be read as UTF-8 text: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            rows.append(model.model_validate(json.loads(line)))
        except json.JSONDecodeError as error:
            faults.append(f"{path.name}:{number}: not JSON: {error.msg} at column {error.colno}")
        except ValidationError as error:
            faults.append(f"{path.name}:{number}: {describe(error)}")
        except (ValueError, RecursionError) as error:
            faults.append(f"{path.name}:{number}: cannot be read: {str(error)[:80]}")
    ids = [getattr(r, "id", None) or getattr(r, "problem_id", None) for r in rows]
    faults += [f"{path.name}: id {i!r} appears {ids.count(i)} times; ids are unique" for i in _repeated(ids)]
    raise_faults(path, faults)
    return rows


def describe(error: ValidationError) -> str:
    """Describe a validation error in one line: field, rule and value."""
    parts = []
    for e in error.errors():
        place = ".".join(map(str, e["loc"])) or "row"
        given = "" if e["type"] in ("missing", "extra_forbidden") else f" (given {str(e['input'])[:60]!r})"
        parts.append(f"{place}: {e['msg'].lower()}{given}")
    return "; ".join(parts)


def raise_faults(source: Path | str, faults: Sequence[str]) -> None:
    """Raise one `SuiteError` that lists all faults, or return when there are none."""
    if faults:
        count = f"{len(faults)} fault{'s' if len(faults) > 1 else ''}"
        raise SuiteError("\n".join([f"{source}: {count}, nothing was loaded:", *(f"  {f}" for f in faults)]))


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as JSONL."""
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), "utf-8")


def write_public_rows(folder: Path, rows: Iterable[PoolRow]) -> None:
    """Write the public parts of a pool's rows into a suite folder."""
    shown = ({"id": r.id, "title": r.title, "statement": r.statement} for r in rows)
    write_rows(folder / "problems.jsonl", shown)


def _repeated(values: Sequence[Any]) -> list[Any]:
    seen: set[Any] = set()
    return sorted({v for v in values if v in seen or seen.add(v)})  # type: ignore[func-returns-value]
