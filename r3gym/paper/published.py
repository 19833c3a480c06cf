"""The paper's published numbers: its tables with their labels, and the numbers that only its text states.

The files are ``r3gym/data/paper/*.json``; budgets are those of `r3gym.calibration.caps`. Facts and figures only: no
sentence of the paper is here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from r3gym.calibration.caps import calibrated_models, published_cap, published_domains
from r3gym.core.paper_constants import PRESSURES
from r3gym.core.setting import Setting
from r3gym.core.unit import Unit
from r3gym.errors import InputError

#: A value of a table as it is printed: the exact decimal, and half a unit of its last digit either side.
Interval = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class PaperTable:
    """One table: ``label`` and ``where`` say where the paper has it; ``across`` is the key it prints side by side."""

    name: str
    label: str
    where: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    units: Mapping[str, str]
    decimals: Mapping[str, int]
    across: str | None = None

    def records(self, **keys: Any) -> Iterator[dict[str, Any]]:
        """Yield the rows with these keys as mappings.

        >>> next(published().table("schedulers").records(model="Hy-3", domain="code"))["coverage"]
        1.56
        """
        for row in self.rows:
            record = dict(zip(self.columns, row, strict=True))
            if all(record[key] == value for key, value in keys.items()):
                yield record

    def one(self, **keys: Any) -> dict[str, Any]:
        """Return the only row with these keys."""
        (record,) = self.records(**keys)
        return record

    def interval(self, record: Mapping[str, Any], column: str) -> Interval:
        """Return the range of values that print as this one: half a unit of the last digit either side."""
        value, half = Fraction(str(record[column])), Fraction(1, 2 * 10 ** self.decimals[column])
        return value - half, value + half


@dataclass(frozen=True)
class Statement:
    """One location in the paper and the value it states."""

    where: str
    value: Any


@dataclass(frozen=True)
class Claim:
    """Something the text states, in every place that states it; ``needs`` names what is missing to recompute it."""

    id: str
    says: str
    said: tuple[Statement, ...]
    needs: str | None = None

    @property
    def value(self) -> Any:
        """The value that the first location states."""
        return self.said[0].value

    @property
    def where(self) -> str:
        """All locations, in order."""
        return "; ".join(said.where for said in self.said)


@dataclass(frozen=True)
class PaperData:
    """All tables and claims."""

    tables: Mapping[str, PaperTable]
    claims: Mapping[str, Claim]

    def table(self, name: str) -> PaperTable:
        """Return a table by its name, or by its label in the paper."""
        by_label = {table.label: table for table in self.tables.values()}
        found = self.tables.get(name) or by_label.get(name)
        if found is None:
            raise InputError(f"table {name!r}: choose one of {', '.join(self.tables)}")
        return found


#: The tables in the order of the paper.
ORDER = (
    "main",
    "schedulers",
    "stage2-audit",
    "budgets",
    "full",
    "tiers-tool-free",
    "tiers-agentic",
    "eci",
    "models",
    "sandbox",
    "causes",
    "case-overcommitment",
    "case-scheduler",
    "context",
)


@cache
def published() -> PaperData:
    """Return the paper's tables and claims as they ship.

    >>> len(published().table("main").rows), published().claims["cells"].value
    (72, 72)
    """
    tables = {name: _budgets() if name == "budgets" else _read_table(name) for name in ORDER}
    claims = [
        Claim(raw["id"], raw["says"], tuple(Statement(**said) for said in raw["said"]), raw.get("needs"))
        for raw in _read("claims")
    ]
    return PaperData(tables, {claim.id: claim for claim in claims})


def _read(name: str) -> Any:
    return json.loads(files("r3gym").joinpath(f"data/paper/{name}.json").read_text("utf-8"))


def _read_table(name: str) -> PaperTable:
    raw = _read(name)
    return PaperTable(
        name=name,
        label=raw["label"],
        where=raw["where"],
        title=raw["title"],
        columns=tuple(raw["columns"]),
        rows=tuple(tuple(row) for row in raw["rows"]),
        units=raw.get("units", {}),
        decimals=raw.get("decimals", {}),
        across=raw.get("across"),
    )


def _budgets() -> PaperTable:
    settings = [(setting, pressure) for setting in (Setting.TOOL_FREE, Setting.AGENTIC) for pressure in PRESSURES]
    rows = [
        (model, domain, *(published_cap(model, domain, pressure, setting) for setting, pressure in settings))
        for model in calibrated_models()
        for domain in published_domains()
    ]
    columns = ("model", "domain", *(f"{setting}_{pressure:g}" for setting, pressure in settings))
    return PaperTable(
        name="budgets",
        label="tab:budget_calibration",
        where="appendix Budget Calibration",
        title="Shared budgets of the six flagship models at pressure 0.2 and 0.8",
        columns=columns,
        rows=tuple(rows),
        units={column: "tokens" if "free" in column else Unit.ACTIONS.phrase for column in columns[2:]},
        decimals={},
    )
