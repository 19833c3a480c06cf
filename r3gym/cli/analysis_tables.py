"""The tables of `r3gym analyze`: the main table in the paper's layout, and one layout for all others.

Every figure is printed above its interval, so that nine of them fit into eighty columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape

from r3gym.analysis.analyse import Analysis, CellResult
from r3gym.analysis.figure import Name
from r3gym.analysis.groups import ALL, RATED
from r3gym.analysis.omissions import CLASSES
from r3gym.analysis.regret import LATER, SHOWN_STEPS
from r3gym.cells.cell import MACRO, CellKey, across_domains, rank
from r3gym.cli.grouped_table import TableRow, print_grouped_table
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.oracle.resampling import Interval

SETTINGS = {Setting.TOOL_FREE.value: "Tool-free", Setting.AGENTIC.value: "Agentic"}
NONE = "[dim]–[/dim]"
#: Figures that depend on an oracle.
ORACLE_FIGURES = frozenset(
    "oracle gap gap_ratio cross_fitted_oracle cross_fitted_gap cross_fitted_gap_ratio selected portfolio "
    "selected_misses selected_miss_mass selected_miss_rate missed_share regret unspent execution".split()
)
#: From this width on, intervals have one more digit.
WIDE = 110


@dataclass(frozen=True, slots=True)
class Column:
    """A figure under a heading."""

    head: str
    name: Name
    percent: bool = False

    def text(self, at: Interval | None, wide: bool, mark: str = "") -> str:
        """Return the figure above its interval, which has more digits when the table is ``wide``."""
        if at is None or at.estimate is None:
            return NONE
        value = f"{100 * at.estimate:.1f}%" if self.percent else f"{at.estimate:.2f}"
        value = f"[{mark}]{value}[/{mark}]" if mark else value
        if at.low is None or at.high is None:
            return value
        low, high = (100 * at.low, 100 * at.high) if self.percent else (at.low, at.high)
        digits = (0 if self.percent else 1) + wide
        return f"{value}\n[dim]{low:.{digits}f}–{high:.{digits}f}[/dim]"


MAIN = (
    Column("Contest", ("contest", "")),
    Column("Oracle", ("oracle", "")),
    Column("Gap r.", ("gap_ratio", ""), percent=True),
)
ALLOCATION_COLUMNS = (
    Column("Equal", ("equal", "")),
    Column("Oracle×", ("cross_fitted_oracle", "")),
)


def show_main(console: Console, analysis: Analysis) -> None:
    """Print the main table, the equal-allocation replay and the cross-fitted oracle in the same layout, and means."""
    if not analysis.cells:
        return
    _show_wide(console, analysis, "Contest, oracle and gap ratio", MAIN, marked="gap_ratio")
    if any(("equal", "") in cell.estimates for cell in analysis.cells):
        _show_wide(
            console,
            analysis,
            "Equal-allocation replay; × the cross-fitted oracle (beyond the paper)",
            ALLOCATION_COLUMNS,
        )
    if analysis.macros:
        _show_rows(console, analysis, MEANS, analysis.macros, "main")


def _show_wide(
    console: Console, analysis: Analysis, title: str, columns: Sequence[Column], marked: str | None = None
) -> None:
    """Print a table with models and regimes as rows and domains as columns."""
    cells = {cell.key: cell for cell in analysis.cells}
    domains = sorted({key.domain for key in cells}, key=rank)
    heads = [""]
    for domain in domains:
        heads += ["", *(f"{_column(domain) if n == 0 else ''}\n{column.head}" for n, column in enumerate(columns))]
    marks = _marks(cells, marked) if marked else {}
    suites, wide = {key.suite for key in cells}, console.width >= WIDE
    rows: list[TableRow] = []
    for keys in across_domains(cells):
        by_domain = {key.domain: cells[key] for key in keys}
        if (heading := _heading(keys[0], suites)) not in rows:
            rows.append(heading)
        row = [_regime(list(by_domain.values()), analysis.allow_incomplete)]
        for domain in domains:
            row.append("")  # space between domains
            cell = by_domain.get(domain)
            for column in columns:
                at = cell.estimates.get(column.name) if cell else None
                mark = marks.get(cell.key, "") if cell and column.name[0] == marked else ""
                row.append(column.text(at, wide, mark))
        rows.append(row)
    print_grouped_table(console, title, heads, rows)
    if any(name in ORACLE_FIGURES for cell in cells.values() for name, _ in cell.estimates):
        console.print(f"[dim]{analysis.oracle_cost.statement}[/dim]\n", highlight=False)


def _marks(cells: dict[CellKey, CellResult], figure: str) -> dict[CellKey, str]:
    """Return the paper's styles: per setting and domain the lowest gap ratio bold, the second lowest underlined."""
    found: dict[CellKey, str] = {}
    for setting, domain in {(key.setting, key.domain) for key in cells}:
        mine = [c for c in cells.values() if (c.key.setting, c.key.domain) == (setting, domain)]
        values = {c.key: c.estimates[figure, ""].estimate for c in mine if (figure, "") in c.estimates}
        known = {key: value for key, value in values.items() if value is not None}
        for value, mark in zip(sorted(set(known.values()))[:2], ("bold", "underline"), strict=False):
            if len(known) > 2:
                found |= {key: mark for key, one in known.items() if one == value}
    return found


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table with a row for each cell that has the figure it ``needs``."""

    title: str
    needs: Name
    columns: tuple[Column, ...]
    note: str = ""

    @property
    def needs_oracle(self) -> bool:
        """Whether a figure of the table depends on an oracle, so that its costs are stated."""
        return bool(ORACLE_FIGURES & {column.name[0] for column in self.columns})


def _by(figure: str, groups: Sequence[str], percent: bool = True) -> tuple[Column, ...]:
    return tuple(Column(group.removeprefix("position ").capitalize(), (figure, group), percent) for group in groups)


POSITIONS = tuple(f"position {n}" for n in range(1, 7))
TABLE_LAYOUTS: dict[str, tuple[TableLayout, ...]] = {
    "tiers": (TableLayout("Accuracy by tier", ("accuracy", ALL), _by("accuracy", (*RATED, ALL))),),
    "positions": (
        TableLayout("Accuracy by presented position", ("accuracy", ALL), _by("accuracy", POSITIONS)),
        TableLayout("Answered, by position", ("omission", "answered"), _by("answered", POSITIONS)),
        TableLayout("Stopped by the budget, by position", ("omission", "truncated"), _by("truncated", POSITIONS)),
        TableLayout(
            "Cumulative share of attributed output, by position",
            ("cumulative_output_share", POSITIONS[0]),
            _by("cumulative_output_share", POSITIONS),
            "Column 1 is the first position's share. Equal shares: 17 33 50 67 83 100.",
        ),
    ),
    "portfolio": (
        TableLayout(
            "The oracle's portfolio by tier",
            ("selected", ""),
            _by("portfolio", RATED),
            "Shares of the selected problems. The mix of a contest: 50 33 17.",
        ),
    ),
    "misses": (
        TableLayout(
            "Oracle-selected misses by tier",
            ("selected", ""),
            (
                Column("Selected", ("selected", "")),
                Column("Missed", ("selected_misses", "")),
                Column("Mass", ("selected_miss_mass", "")),
                *_by("selected_miss_rate", (*RATED, ALL)),
            ),
            "Selected, missed, mass: per contest. Rates: mass over all judged problems.",
        ),
        TableLayout("Oracle-selected misses by position", ("selected", ""), _by("selected_miss_rate", POSITIONS)),
        TableLayout(
            "Oracle-selected misses of a tier's own problems (beyond the paper)",
            ("selected", ""),
            _by("missed_share", RATED),
        ),
    ),
    "waste": (
        TableLayout("Attributed output spent on what stayed unsolved", ("wasted", ALL), _by("wasted", (*RATED, ALL))),
    ),
    "omissions": (TableLayout("What became of the problem slots", ("omission", "answered"), _by("omission", CLASSES)),),
    "attribution": (
        TableLayout(
            "Solved problems, and what was booked on them",
            ("attribution", "solved"),
            (
                Column("Solved", ("attribution", "solved")),
                Column("Unbooked", ("attribution", "unbooked")),
                Column("Ride", ("attribution", "ridden")),
                Column("Both", ("attribution", "unbooked_ridden")),
            ),
            "Per contest. Unbooked: no counted action on it. Ride: one booked elsewhere named it or wrote for it "
            "before its answer (a hint).",
        ),
    ),
    "unsure": (
        TableLayout(
            "Problems without credit, and how many of them the judge was unsure about",
            ("judged", "zeros"),
            (
                Column("Score", ("judged", "score")),
                Column("Zeros", ("judged", "zeros")),
                Column("Unsure", ("judged", "unsure")),
                Column("At most", ("judged", "most")),
            ),
            "Per contest. Unsure answers count as zeros. At most: the score if all of them were right.",
        ),
    ),
    "regret": (
        TableLayout(
            "Where the gap came from (beyond the paper)",
            ("regret", ""),
            (
                Column("Gap", ("gap", "")),
                Column("Steps", ("regret", "")),
                Column("Unspent", ("unspent", "")),
                Column("Execution", ("execution", "")),
                *_by("regret", RATED, percent=False),
            ),
            "Gap = steps + unspent + execution. Easy, medium, hard: regret of the steps, by what was paid for.",
        ),
        TableLayout(
            "Regret of the steps, by the position paid for", ("regret", ""), _by("regret", POSITIONS, percent=False)
        ),
        TableLayout(
            "Regret of the steps, by step",
            ("regret", ""),
            (
                *(Column(str(n), ("regret", f"step {n}")) for n in range(1, SHOWN_STEPS + 1)),
                Column("later", ("regret", LATER)),
            ),
        ),
    ),
}
MEANS = TableLayout(
    "Means over domains",
    ("contest", ""),
    (
        Column("Contest", ("contest", "")),
        Column("Equal", ("equal", "")),
        Column("Oracle", ("oracle", "")),
        Column("Gap", ("gap", "")),
        Column("Gap r.", ("gap_ratio", ""), percent=True),
        Column("Oracle×", ("cross_fitted_oracle", "")),
    ),
)
STRESS = TableLayout(
    "Target in suite",
    ("control", ""),
    (
        Column("Control", ("control", ""), percent=True),
        Column("Stress", ("stress", ""), percent=True),
        Column("Control − stress", ("control_minus_stress", ""), percent=True),
    ),
    "Control: solved alone, at the largest level of the curves. Stress: solved as the target of its contest.",
)
EMPTY_REASONS = {
    "portfolio": "needs response curves",
    "misses": "needs response curves",
    "regret": "needs response curves and agentic contests whose rows say what each step was paid for",
    "stress": "needs runs of the kind `target`, and response curves",
    "schedulers": "needs contests",
    "attribution": "needs agentic contests whose rows say what was booked on each problem",
}


def show_table(console: Console, analysis: Analysis, name: str) -> None:
    """Print one of the tables."""
    if name == "main":
        show_main(console, analysis)
    elif name == "schedulers":
        _show_rows(console, analysis, _scheduler_shape(analysis), analysis.schedulers, name)
    elif name == "outcomes":
        from r3gym.cli.outcome_tables import show_outcomes

        show_outcomes(console, analysis)
    elif name == "stress":
        _show_rows(console, analysis, STRESS, analysis.stress, name)
    else:
        for shape in TABLE_LAYOUTS[name]:
            _show_rows(console, analysis, shape, (*analysis.cells, *analysis.macros), name)


def _scheduler_shape(analysis: Analysis) -> TableLayout:
    names = dict.fromkeys(n for cell in analysis.schedulers for n in cell.estimates)
    scores = [Column(group, (figure, group)) for figure, group in names if figure == "score"]
    gains = [Column(f"{group}\n− none", (figure, group)) for figure, group in names if figure == "gain"]
    note = "Runs that are missing count as zero here, as in the paper, and nowhere else."
    return TableLayout(
        "Scores under each scheduler", ("score", "none"), (*scores, Column("Oracle", ("oracle", "")), *gains), note
    )


def _show_rows(
    console: Console, analysis: Analysis, shape: TableLayout, results: Sequence[CellResult], name: str
) -> None:
    """Print a row for each cell: policy as a heading, then regime, scheduler, domain and the figures."""
    known = [cell for cell in results if shape.needs in cell.estimates]
    if not known:
        console.print(f"[bold]{shape.title}[/bold]: nothing to show; {EMPTY_REASONS.get(name, 'no complete cell')}")
        console.print()
        return
    groups: dict[tuple[object, ...], list[CellResult]] = {}
    for cell in known:  # a mean over domains comes after its domains
        key = cell.key
        groups.setdefault((key.setting, key.policy, key.pressure, key.budget, key.scheduler), []).append(cell)
    suites = {cell.key.suite for cell in known}
    columns = [c for c in shape.columns if any(c.name in cell.estimates for cell in known)]
    rows: list[TableRow] = []
    for mates in groups.values():
        if (heading := _heading(mates[0].key, suites)) not in rows:
            rows.append(heading)
        for n, cell in enumerate(mates):
            figures = [column.text(cell.estimates.get(column.name), console.width >= WIDE) for column in columns]
            first = _regime([cell], analysis.allow_incomplete)
            first = first if n == 0 or first.endswith("~") else ""
            rows.append(
                [first, "[italic]mean[/italic]" if cell.key.domain == MACRO else _column(cell.key.domain), *figures]
            )
    print_grouped_table(console, shape.title, ["", "", *(column.head for column in columns)], rows, left=2)
    stated = analysis.oracle_cost.statement if shape.needs_oracle else ""
    if shape.note or stated:
        note = " ".join(filter(None, (shape.note, stated)))
        console.print(f"[dim]{note}[/dim]\n", highlight=False)


def _column(domain: str) -> str:
    """Return a domain's name in a table."""
    return get_domain(domain).gym_name


def _heading(key: CellKey, suites: set[str]) -> str:
    """Return the heading of rows: setting, policy, and what else distinguishes them."""
    parts = [SETTINGS.get(key.setting, key.setting), key.policy]
    if len(suites - {""}) > 1 and key.suite:
        parts.append(key.suite)
    if key.scheduler not in ("none", ""):
        parts.append(key.scheduler)
    return f"[bold italic]{escape(' · '.join(parts))}[/bold italic]"


def _regime(cells: Sequence[CellResult], allow_incomplete: bool) -> str:
    """Return the regime, marked with ~ when its figures are not official."""
    key = cells[0].key
    regime = "" if key.pressure is None and key.budget is None else key.regime
    unofficial = allow_incomplete and not all(cell.complete for cell in cells)
    return f"{regime}~" if unofficial else regime
