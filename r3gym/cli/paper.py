"""``r3gym paper``: the paper's tables and statements, and a campaign compared with them."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table as Grid

from r3gym.cli.oracle_cost import DEFAULT_COST, OracleCostWord, chosen_cost
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError
from r3gym.oracle.costs import OracleCost
from r3gym.paper import Claim, PaperTable, published

if TYPE_CHECKING:
    from r3gym.analysis.paper_comparison import CellComparison


def paper(
    what: Annotated[
        str | None, typer.Argument(help="A table (its name or its label in the paper), claims, or compare.")
    ] = None,
    run: Annotated[Path | None, typer.Argument(help="With compare: the folder of a campaign.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="Only this model; may be repeated.")] = None,
    index: Annotated[
        Path | None,
        typer.Option(help="With compare: a JSON file {policy: capability index}, to correlate with gap ratios."),
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one line for each row as stored.")] = False,
    as_json: AsJson = False,
    oracle_cost: OracleCostWord = DEFAULT_COST,
) -> None:
    """Print the paper's tables and statements, or compare a campaign with them.

    Without an argument the tables are listed. Examples:

    r3gym paper main --model GLM-5.2

    r3gym paper compare runs/mine --model DeepSeek-V4-Pro
    """
    if as_csv and as_json:
        raise InputError("give either --csv or --json")
    if run is not None and what != "compare":
        raise InputError(f"{str(run)!r}: a campaign goes with compare, as in: r3gym paper compare {run}")
    cost = chosen_cost(oracle_cost)
    models = [_known(name) for name in model or ()]
    if what is None:
        _list(as_json)
    elif what == "claims":
        _claims(list(published().claims.values()), as_json, as_csv)
    elif what == "compare":
        if run is None:
            raise InputError("compare needs the folder of a campaign, as in: r3gym paper compare RUN")
        _compare(run, models, index, cost, as_json, as_csv)
    else:
        _print_table(published().table(what), models, as_json, as_csv)


def _known(name: str) -> str:
    names = dict.fromkeys(str(row["model"]) for row in published().table("full").records())
    found = next((known for known in names if known.lower() == name.lower()), None)
    if found is None:
        raise InputError(f"model {name!r}: the paper has {', '.join(names)}")
    return found


def _list(as_json: bool) -> None:
    tables = published().tables.values()
    if as_json:
        print_json([{"name": t.name, "label": t.label, "where": t.where, "title": t.title} for t in tables])
        return
    grid = Grid("table", "rows", "what it holds, and where the paper has it", box=box.SIMPLE_HEAD, pad_edge=False)
    for table in tables:
        place = f"[dim]{table.label}, {escape(table.where)}[/dim]"
        grid.add_row(table.name, str(len(table.rows)), f"{escape(table.title)}\n{place}")
    console.print(grid)
    console.print("r3gym paper TABLE prints one; claims lists what the text states.")


def _print_table(table: PaperTable, models: list[str], as_json: bool, as_csv: bool) -> None:
    if models and "model" not in table.columns:
        raise InputError(f"table {table.name!r} has no models; leave --model out")
    records = [record for record in table.records() if not models or record["model"] in models]
    if as_json:
        head = {"name": table.name, "label": table.label, "where": table.where, "title": table.title}
        print_json({**head, "units": dict(table.units), "rows": records})
    elif as_csv:
        _write_csv(table.columns, records)
    else:
        _print_wide(_grid(table, records))


def _grid(table: PaperTable, records: list[dict[str, Any]]) -> Grid:
    """Return the table in the paper's layout: one key's values side by side, if it has such a key."""
    grid = Grid(title=escape(table.title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    units = ", ".join(f"{column} in {unit}" for column, unit in table.units.items())
    grid.caption, grid.caption_justify = f"{table.label} ({table.where}){'; ' + units if units else ''}", "left"
    values = [column for column in table.columns if column in table.decimals or column in table.units]
    if table.across is None:
        for column in table.columns:
            grid.add_column(column, no_wrap=True, justify="right" if column in values else "left")
        for record in records:
            grid.add_row(*(_cell(table, record, column) for column in table.columns))
        return grid
    keys = table.columns[: table.columns.index(table.across)]
    sides = list(dict.fromkeys(record[table.across] for record in records))
    for key in keys:
        grid.add_column(key, no_wrap=True)
    for side in sides:
        for value in values:
            grid.add_column(f"{side}\n{value}", justify="right", no_wrap=True)
    lines: dict[tuple[Any, ...], dict[Any, dict[str, Any]]] = {}
    for record in records:
        lines.setdefault(tuple(record[key] for key in keys), {})[record[table.across]] = record
    for line, by_side in lines.items():
        cells = (_cell(table, by_side[side], value) for side in sides for value in values)
        grid.add_row(*(str(key) for key in line), *cells)
    return grid


def _cell(table: PaperTable, record: dict[str, Any], column: str) -> str:
    value = record[column]
    if value is None:
        return "-"
    if column in table.decimals:
        shown = f"{value:.{table.decimals[column]}f}"
        if column == "gap_ratio" and record.get("mark"):
            return (
                f"[bold green]{shown}[/bold green]" if record["mark"] == "best" else f"[underline]{shown}[/underline]"
            )
        return shown
    return escape({True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value))


def _print_wide(grid: Grid) -> None:
    """Print a grid at the width it needs, so that no number is cut off."""
    needed = Measurement.get(console, console.options.update(max_width=400), grid).maximum
    Console(width=max(console.width, needed)).print(grid)


def _claims(claims: list[Claim], as_json: bool, as_csv: bool) -> None:
    rows = [
        {"id": claim.id, "says": claim.says, "where": said.where, "value": said.value, "needs": claim.needs}
        for claim in claims
        for said in claim.said
    ]
    if as_json:
        print_json(rows)
    elif as_csv:
        _write_csv(tuple(rows[0]), rows)
    else:
        grid = Grid("claim", "value", "in the paper", box=box.SIMPLE_HEAD, pad_edge=False)
        for claim in claims:
            for place, said in enumerate(claim.said):
                value = json.dumps(said.value, ensure_ascii=False).strip('[]"')
                grid.add_row(escape(claim.says) if place == 0 else "", escape(value), escape(said.where))
        console.print(grid)


def _compare(run: Path, models: list[str], index: Path | None, cost: OracleCost, as_json: bool, as_csv: bool) -> None:
    from r3gym.analysis import main_cells
    from r3gym.analysis.paper_comparison import compare_with_paper
    from r3gym.campaigns.accepting import change_notes

    rows = compare_with_paper(main_cells(run, oracle_cost=cost), models)
    if not rows:
        raise InputError(f"{run}: the campaign has no contest with a result yet")
    for note in change_notes(run):
        errors.print(f"r3gym: {note}", highlight=False, markup=False, soft_wrap=True)
    correlations = None if index is None else _correlations(rows, _read_index(index))
    if as_json:
        cells = [asdict(row) for row in rows]
        print_json(cells if correlations is None else {"cells": cells, "index_correlations": correlations})
    elif as_csv:
        _write_csv(tuple(_flat(rows[0])), [_flat(row) for row in rows])
    else:
        _print_wide(_comparison_grid(rows))
        for found in correlations or ():
            how = "exact" if found["exact"] else f"{found['orders']} random orders"
            rho, p = (("-" if found[key] is None else f"{found[key]:.2f}") for key in ("rho", "p"))
            console.print(f"index and gap ratio, {found['cell']}: Spearman {rho}, p {p} ({how}), n = {found['n']}")


def _comparison_grid(rows: list[CellComparison]) -> Grid:
    grid = Grid(title="the campaign beside the paper", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    grid.caption_justify = "left"
    grid.caption = "the paper: lowest to highest of its models with this cell; lower: how many have a lower gap ratio"
    grid.caption += f"\n{rows[0].oracle_cost.statement} The paper's oracles are as printed."
    if not all(row.complete for row in rows):
        grid.caption += "; * a cell with runs missing"
    for name in ("policy", "setting", "domain", "suite", "pressure", "scheduler"):
        grid.add_column(name, no_wrap=True)
    for name in ("contest", "oracle", "gap %"):
        grid.add_column(name, justify="right", no_wrap=True)
        grid.add_column(f"paper's {name}", justify="right", no_wrap=True)
    grid.add_column("lower", justify="right", no_wrap=True)
    for row in rows:
        cells = []
        for name, factor, digits in (("contest", 1, 2), ("oracle", 1, 2), ("gap_ratio", 100, 1)):
            own = getattr(row, name)
            theirs = sorted(factor * values[name] for values in row.published.values())
            cells.append("-" if own is None else f"{factor * own:.{digits}f}")
            cells.append(_span(theirs, digits))
        lower = "-" if row.lower is None or not row.published else f"{row.lower} of {len(row.published)}"
        pressure = "-" if row.pressure is None else f"{row.pressure:g}"
        cells[0] += "" if row.complete else "*"
        names = (row.policy, row.setting, row.domain, row.suite, pressure, row.scheduler)
        grid.add_row(*(escape(name) for name in names), *cells, lower)
    return grid


def _span(values: list[float], digits: int) -> str:
    if not values:
        return "-"
    ends = [f"{values[0]:.{digits}f}", f"{values[-1]:.{digits}f}"]
    return ends[0] if len(values) == 1 else " to ".join(ends)


def _flat(row: CellComparison) -> dict[str, Any]:
    """Return a row for CSV, with the published models as columns."""
    flat = {name: value for name, value in asdict(row).items() if name != "published"}
    for model in dict.fromkeys(record["model"] for record in published().table("full").records()):
        for name in ("contest", "oracle", "gap_ratio"):
            flat[f"{model} {name}"] = row.published.get(model, {}).get(name)
    return flat


def _correlations(rows: list[CellComparison], index: dict[str, float]) -> list[dict[str, Any]]:
    from r3gym.analysis.spearman import capability_correlations

    cells: dict[str, dict[str, float | None]] = {}
    for row in rows:
        where = f"{row.setting} {row.domain} on {row.suite}, pressure {row.pressure}, scheduler {row.scheduler}"
        cells.setdefault(where, {})[row.policy] = row.gap_ratio
    return [{"cell": cell, **asdict(found)} for cell, found in capability_correlations(cells, index).items()]


def _read_index(source: Path) -> dict[str, float]:
    try:
        value = json.loads(source.read_text("utf-8"))
        return {str(name): float(number) for name, number in value.items()}
    except (ValueError, TypeError, AttributeError):
        raise InputError(f"{source}: give a JSON object that maps policies to numbers") from None


def _write_csv(columns: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
