"""``r3gym analyze --table behaviour``: the figures of labels, with the published values beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from r3gym.cli.output import print_json

if TYPE_CHECKING:
    from r3gym.analysis import Resampling
    from r3gym.analysis.analyse import CellResult
    from r3gym.behaviour.run_rates import RunBehaviour
    from r3gym.oracle.costs import OracleCost
    from r3gym.oracle.resampling import Interval

_COLUMNS = "policy setting regime scheduler domain figure group estimate low high contests".split()


def behaviour_table(
    console: Console,
    runs: Sequence[Path],
    labels: str | None,
    resampling: Resampling,
    cost: OracleCost,
    *,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Print coverage, updates, regret, causes and omissions of a campaign's labels, and the coordinates of policies."""
    from r3gym.behaviour.run_rates import run_behaviour

    found = run_behaviour(runs, labels, resampling=resampling, oracle_cost=cost)
    if as_json:
        figures = found.figures
        print_json(
            {
                "labels": found.name,
                "annotators": found.annotators,
                "contests": figures.contests,
                "labelled": figures.labelled,
                "clean": figures.clean,
                "figures": [dict(zip(_COLUMNS, line, strict=True)) for line in _lines(found)],
                "published": list(_published()),
            }
        )
    elif as_csv:
        import csv
        import sys

        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(["" if value is None else value for value in line] for line in _lines(found))
    else:
        _show(console, found, resampling)


def _show(console: Console, found: RunBehaviour, resampling: Resampling) -> None:
    from rich.table import Table

    from r3gym.behaviour.codebook import ADAPTATION, CAUSES, COVERAGE, MISS_CAUSE, OMISSION, REGRET, Omission
    from r3gym.behaviour.rates import CONFIRMED, POSSIBLE, region

    shown = found.figures.macros
    groups: list[tuple[str, list[tuple[str, tuple[str, str], tuple[str, str] | None]]]] = [
        (
            "Coverage and updates: confirmed, and possible (share of problems, of clean contests)",
            [(kind.replace("_", " "), (kind, CONFIRMED), (kind, POSSIBLE)) for kind in (COVERAGE, *ADAPTATION)],
        ),
        (
            "Decision regret: confirmed, and possible (share of clean contests)",
            [(kind.replace("_", " "), (kind, CONFIRMED), (kind, POSSIBLE)) for kind in REGRET],
        ),
        (
            "Oracle-selected misses (share of problems), and their causes (share of attributable misses)",
            [
                ("selected misses", ("selected_miss", "all"), ("selected_miss", "attributable")),
                *((cause.value.replace("_", " "), (MISS_CAUSE, cause.value), None) for cause in CAUSES),
            ],
        ),
        (
            "What became of the problems of completions (share of problems)",
            [(what.value.replace("_", " "), (OMISSION, what.value), None) for what in Omission],
        ),
    ]
    for title, rows in groups:
        cells = [cell for cell in shown if any(_at(cell, name) is not None for _, name, _ in rows)]
        if not cells:
            continue
        table = Table(title=title, title_justify="left")
        table.add_column("")
        for cell in cells:
            key = cell.key
            table.add_column(f"{key.policy}\n{key.setting} {key.regime} {key.scheduler}", justify="right")
        for words, name, second in rows:
            table.add_row(
                words, *(_words(_at(cell, name), None if second is None else _at(cell, second)) for cell in cells)
            )
        console.print(table)
    for cell in found.figures.coordinates:
        x, y = _at(cell, (COVERAGE, CONFIRMED)), _at(cell, (ADAPTATION[2], CONFIRMED))
        if x is not None and y is not None and x.estimate is not None and y.estimate is not None:
            console.print(
                f"{cell.key.policy}: coordinate C- {x.estimate:.2f}, R- {y.estimate:.2f} "
                f"({region(x.estimate, y.estimate)})",
                highlight=False,
                markup=False,
            )
    console.print(f"[dim]{found.statement}. Means over domains, 95 % intervals: paired bootstrap over contests "
                  f"({resampling.resamples:,} resamples, seed {resampling.seed}).[/dim]", highlight=False)  # fmt: skip
    said = "; ".join(f"{row['model']} ρ={row['pressure']:g} {row['cause']} {row['share']} %" for row in _published())
    console.print(f"[dim]Published leading causes (agentic): {said}. Published strategy updates: 38.5 to 63.4 % of "
                  "four models, none of two.[/dim]", highlight=False)  # fmt: skip


def _lines(found: RunBehaviour) -> Iterator[tuple[Any, ...]]:
    figures = found.figures
    cells: Iterable[CellResult] = (*figures.cells, *figures.macros, *figures.coordinates)
    for cell in cells:
        key = cell.key
        for (name, group), at in cell.estimates.items():
            regime = key.regime if key.setting else ""
            place = (key.policy, key.setting, regime, key.scheduler, key.domain)
            yield (*place, name, group, at.estimate, at.low, at.high, cell.contests)


def _published() -> Iterator[dict[str, Any]]:
    from r3gym.paper.published import published

    return published().table("causes").records()


def _at(cell: CellResult, name: tuple[str, str]) -> Interval | None:
    found = cell.estimates.get(name)
    return None if found is None or found.estimate is None else found


def _words(at: Interval | None, possible: Interval | None) -> str:
    if at is None or at.estimate is None:
        return "–"
    text = f"{100 * at.estimate:.1f}%"
    if possible is not None and possible.estimate is not None:
        text += f", {100 * possible.estimate:.1f}%"
    return text if at.low is None or at.high is None else f"{text}\n{100 * at.low:.0f}–{100 * at.high:.0f}"
