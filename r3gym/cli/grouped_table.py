"""A table with section headings across all columns, which `rich.table` lacks; cells may have several lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

#: A heading across the table, or the cells of a row.
TableRow = str | Sequence[str]


def print_grouped_table(
    console: Console, title: str, heads: Sequence[str], rows: Sequence[TableRow], left: int = 1
) -> None:
    """Print a table; the first ``left`` columns are aligned to the left, the others to the right."""
    head = [_lines(cell) for cell in heads]
    body = [Text.from_markup(row) if isinstance(row, str) else [_lines(cell) for cell in row] for row in rows]
    sized = [head, *(row for row in body if isinstance(row, list))]
    widths = [max(line.cell_len for row in sized for line in row[n]) for n in range(len(heads))]
    console.print(Text(title, "bold"), soft_wrap=True)
    _print_row(console, head, widths, left, bottom=True)
    console.print(Text("─" * (sum(widths) + len(widths) - 1), "dim"), soft_wrap=True)
    for row in body:
        if isinstance(row, list):
            _print_row(console, row, widths, left)
        else:
            console.print(row, soft_wrap=True)
    console.print()


def _print_row(
    console: Console, cells: list[list[Text]], widths: list[int], left: int, *, bottom: bool = False
) -> None:
    height = max(len(cell) for cell in cells)
    if bottom:
        cells = [[Text()] * (height - len(cell)) + cell for cell in cells]
    for parts in zip_longest(*cells, fillvalue=Text()):
        line = Text()
        for n, (part, width) in enumerate(zip(parts, widths, strict=True)):
            gap = Text(" " * (width - part.cell_len))
            line += Text(" " if n else "") + (part + gap if n < left else gap + part)
        line.rstrip()
        console.print(line, soft_wrap=True, highlight=False)


def _lines(markup: str) -> list[Text]:
    return list(Text.from_markup(markup).split("\n")) or [Text()]
