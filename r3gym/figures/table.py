"""The table behind a figure: what the picture shows, as numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

#: A value of a table: exact where it is a fraction, None where it does not exist.
Value = str | int | float | bool | Fraction | None


@dataclass(frozen=True)
class FigureTable:
    """Columns by name, and rows with a value for each.

    >>> print(FigureTable.of(("tier", "rate"), [("easy", 0.5), ("hard", None)]).csv(), end="")
    tier,rate
    easy,0.5
    hard,
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    @classmethod
    def of(cls, columns: Iterable[str], rows: Iterable[Iterable[Value]]) -> FigureTable:
        """Make a table; every row has a value for each column."""
        names, filled = tuple(columns), tuple(map(tuple, rows))
        for row in filled:
            if len(row) != len(names):
                raise ValueError(f"a row of {len(row)} values in a table of {len(names)} columns: {row}")
        return cls(names, filled)

    def csv(self) -> str:
        """Return CSV text. A fraction is written exactly, such as 7/5, and None as nothing."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(["" if value is None else value for value in row] for row in self.rows)
        return text.getvalue()


def shown(value: Value) -> str:
    """Return a value as a reader sees it: numbers rounded to three decimals, a dash for what does not exist.

    >>> shown(0.12345), shown(Fraction(7, 5)), shown(None), shown(True), shown(12)
    ('0.123', '1.4', '-', 'yes', '12')
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | Fraction):
        return f"{float(value):.3f}".rstrip("0").rstrip(".") if abs(float(value)) < 1000 else f"{float(value):,.0f}"
    return f"{value:,}" if isinstance(value, int) else value
