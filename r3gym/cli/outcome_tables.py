"""The table of protocol outcomes in `r3gym analyze`: a count above its rate, a row for each cell."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from r3gym.analysis.analyse import Analysis
from r3gym.analysis.outcome_layouts import SECTIONS
from r3gym.analysis.protocol_outcomes import OutcomeCell
from r3gym.cli.grouped_table import TableRow, print_grouped_table
from r3gym.core.known_domains import get_domain
from r3gym.records.run_kind import RunKind


def show_outcomes(console: Console, analysis: Analysis) -> None:
    """Print every section that has something to show."""
    suites = {cell.key.suite for cell in analysis.outcomes}
    for section in SECTIONS:
        columns = section.shown_columns(cell.outcomes for cell in analysis.outcomes)
        cells = [cell for cell in analysis.outcomes if columns and columns[0].texts(cell.outcomes)[0] not in ("-", "0")]
        if not cells:
            continue
        rows: list[TableRow] = []
        for cell in cells:
            if (heading := _heading(cell, suites)) not in rows:
                rows.append(heading)
            texts = (column.texts(cell.outcomes) for column in columns)
            figures = [f"{figure}\n[dim]{rate}[/dim]" if rate else figure for figure, rate in texts]
            rows.append([cell.key.regime, get_domain(cell.key.domain).gym_name, *figures])
        heads = ["", "", *(escape(column.head[:14]) for column in columns)]
        print_grouped_table(console, section.title, heads, rows, left=2)
        console.print(f"[dim]{section.note}[/dim]\n", highlight=False)


def _heading(cell: OutcomeCell, suites: set[str]) -> str:
    """Return the heading of rows: setting, policy, and what else distinguishes them."""
    parts = [cell.key.setting.replace("_", "-").capitalize(), cell.key.policy]
    if len(suites) > 1:
        parts.append(cell.key.suite)
    if cell.key.scheduler != "none":
        parts.append(cell.key.scheduler)
    if cell.kind != RunKind.CONTEST:
        parts.append(cell.kind)
    return f"[bold italic]{escape(' · '.join(parts))}[/bold italic]"
