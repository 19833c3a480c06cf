"""What a check of the paper's numbers found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Agreement(StrEnum):
    """Whether a published number agrees with what can be recomputed from the other published numbers.

    ``rounding``: it does not follow from the printed digits, but it does from numbers that print as these.
    """

    AGREES = "agrees"
    ROUNDING = "rounding"
    CONTRADICTS = "contradicts"
    NOT_CHECKABLE = "not checkable"


@dataclass(frozen=True)
class PaperFinding:
    """One check: what the paper says where, what comes out here, and why that is so."""

    check: str
    where: str
    standing: Agreement
    published: str
    recomputed: str
    note: str = ""


def compared(check: str, where: str, published: object, recomputed: object, note: str = "") -> PaperFinding:
    """A finding that agrees exactly if both are equal."""
    standing = Agreement.AGREES if published == recomputed else Agreement.CONTRADICTS
    return PaperFinding(check, where, standing, shown(published), shown(recomputed), note)


def least_agreement(standings: Iterable[Agreement]) -> Agreement:
    """Return the worst of several agreements: contradicts, then rounding, then agrees."""
    found = set(standings)
    return next((s for s in (Agreement.CONTRADICTS, Agreement.ROUNDING) if s in found), Agreement.AGREES)


def shown(value: object) -> str:
    """A value for people: lists without brackets, numbers without trailing noise."""
    if isinstance(value, list | tuple):
        return ", ".join(shown(part) for part in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def cell_name(record: dict[str, object]) -> str:
    """What a row of a table is about, in one phrase."""
    keys = ("model", "setting", "domain", "pressure")
    return " ".join(str(record[key]).replace("_", "-") for key in keys if key in record)
