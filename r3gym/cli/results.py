"""The table of played contests: score, budget, and the spending and verdict of each problem."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from rich import box
from rich.markup import escape
from rich.table import Table

from r3gym.cli.output import PROVENANCE_LABELS
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.provenance import JudgeProvenance, judge_provenance

#: The scoreboard's abbreviations of verdicts and parser states.
SHORT = {
    "accepted": "[green]AC[/green]",
    "wrong_answer": "[red]WA[/red]",
    "time_limit": "[red]TLE[/red]",
    "memory_limit": "[red]MLE[/red]",
    "output_limit": "[red]OLE[/red]",
    "runtime_error": "[red]RTE[/red]",
    "compile_error": "[red]CE[/red]",
    "judge_error": "[bold red]JE[/bold red]",
    "unjudged": "[yellow]..[/yellow]",
    "unsure": "[yellow]??[/yellow]",
    "missing": "[dim]-[/dim]",
    "malformed": "[yellow]MAL[/yellow]",
    "unparsable": "[yellow]UNP[/yellow]",
}
LEGEND = (
    "each cell: units spent (actions or tokens) and verdict (AC accepted, WA wrong answer, TLE too slow, MLE memory, "
    "OLE output, RTE crash, CE does not compile, JE judge failed, ?? judge unsure: no credit, MAL / UNP not parsed, "
    "- nothing handed in)"
)


def judged_by(rows: list[dict[str, Any]]) -> str:
    """Return which judges decided the results, marking stand-ins for the paper's judges."""
    names = sorted({name for row in rows for name in (row["result"] or {}).get("judges", ())})
    if not names:
        return "not judged: no answer was submitted"
    starred = [f"{name}{'*' if judge_provenance(name) is JudgeProvenance.STAND_IN else ''}" for name in names]
    whose = PROVENANCE_LABELS["paper"] if starred == names else f"* {PROVENANCE_LABELS['stand-in']}"
    return f"judged by {', '.join(starred)} ({whose})"


def results_table(rows: list[dict[str, Any]]) -> Table:
    """Return the table: contest, solver, score (* by a stand-in judge), budget, spending and verdict per problem."""
    size = max((len(row["ledger"]["per_problem"]) for row in rows), default=1)
    size = PROBLEMS_PER_CONTEST if size == 1 else size
    table = Table(
        title=f"{'Six' if size == PROBLEMS_PER_CONTEST else size} problems, one budget",
        title_justify="left",
        caption=f"{LEGEND}\n{escape(judged_by(rows))}",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=0,  # ten columns have to fit into eighty characters
    )
    places = [f"{letter}/{number}" for number, letter in enumerate(ascii_uppercase[:size], 1)]
    for name in ("contest", "solver", "score", "budget", *places):
        if name in ("contest", "solver"):
            table.add_column(name, overflow="fold", min_width=8)
        else:
            table.add_column(name, no_wrap=True, justify="right" if "/" in name else "left", min_width=4)
    for row in rows:
        ledger, result = row["ledger"], row["result"]
        cells = {p["label"]: f"{_short(p['spent'])} {SHORT[_word(p)]}" for p in result["problems"]} if result else {}
        table.add_row(
            escape(row["contest"]),
            escape(row["policy"].removeprefix("scripted:")),
            _score(result) if result else "[red]void[/red]",
            f"{_short(ledger['used'])}/{'unlimited' if ledger['total'] is None else _short(ledger['total'])}",
            *(cells.get(label, "") for label in ledger["per_problem"]),
        )
    return table


def _word(problem: dict[str, Any]) -> str:
    if problem.get("unsure"):
        return "unsure"
    return str(problem["verdict"] or problem["parse"])


def _short(units: int) -> str:
    """Return a number that fits into a cell: token counts have five digits and more."""
    return str(units) if units < 10_000 else f"{units / 1000:.0f}k"


def _score(result: dict[str, Any]) -> str:
    star = "*" if result["standing"] == JudgeProvenance.STAND_IN else ""
    return f"{result['score']}/{len(result['problems'])}{star}"
