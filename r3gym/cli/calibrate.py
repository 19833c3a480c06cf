"""``r3gym calibrate``: natural use from unbudgeted contests, and the caps that follow from it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.markup import escape
from rich.table import Table

from r3gym.cli.numbers import MOST_PRESSURE, above_zero
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.calibration.calibration_file import Calibration


def calibrate(
    source: Annotated[Path | None, typer.Argument(help="A campaign's folder, or its rows as .jsonl.")] = None,
    pressure: Annotated[
        list[float] | None,
        typer.Option(parser=above_zero(MOST_PRESSURE), help="A pressure; again for more. Default 0.2 and 0.8."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write a calibration file, for `calibration = ...`.")] = None,
    published: Annotated[bool, typer.Option("--published", help="Show the paper's caps instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compute R-infinity, the mean use of completed unbudgeted contests, and the caps at any pressure.

    Runs that a safety cap stopped, or that failed, are left out and counted. A contest's cap is rounded to the nearest
    whole number (halves up), a level of a response curve down. The paper's caps: r3gym calibrate --published.
    """
    from r3gym.calibration.calibration_file import write_calibration
    from r3gym.core.paper_constants import CURVE_GRID, PRESSURES

    pressures = pressure or list(PRESSURES)
    if published == (source is not None):
        raise InputError("give either a campaign's folder, or --published")
    found = _published() if source is None else _measured(source)
    found = found.model_copy(update={"cells": tuple(cell.freeze(pressures, CURVE_GRID) for cell in found.cells)})
    if out is not None:
        write_calibration(out, found)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        console.print(_table(found, pressures))
        if out is not None:
            console.print(f"Written: {out}", highlight=False, markup=False)


def _measured(source: Path) -> Calibration:
    from r3gym.campaigns.accepting import change_notes
    from r3gym.campaigns.measuring import measure
    from r3gym.records.campaign_folder import read_manifest, read_rows
    from r3gym.records.row_file import read_row_file

    if source.is_dir():
        read_manifest(source)
        for note in change_notes(source):
            errors.print(f"r3gym: {note}", highlight=False, markup=False, soft_wrap=True)
        return measure(read_rows(source))
    if source.suffix != ".jsonl":
        raise InputError(f"{source}: give a campaign's folder, or rows that `r3gym campaign export` wrote as .jsonl")
    return measure(read_row_file(source))


def _published() -> Calibration:
    from r3gym.calibration.calibration_file import Calibration, published_cell
    from r3gym.calibration.caps import calibrated_models
    from r3gym.core.known_domains import paper_domains
    from r3gym.core.setting import Setting

    cells = [published_cell(m, m, s, d.name) for m in calibrated_models() for s in Setting for d in paper_domains()]
    return Calibration(cells=tuple(cells))


def _table(found: Calibration, pressures: list[float]) -> Table:
    table = Table(
        title="Natural use and caps",
        title_justify="left",
        caption="R-infinity: mean over completed unbudgeted contests (published: the cap at 0.8 divided by 0.8). "
        f"Rounding: {found.rounding}.",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("who, where", overflow="fold")
    table.add_column("completed", overflow="fold")
    for column in ("R-infinity", *(f"R-{p:g}" for p in pressures)):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("curve levels", justify="right")
    for cell in found.cells:
        excluded = ", ".join(f"{count} {why}" for why, count in cell.excluded.items())
        completed = f"{cell.completed}, excluded: {excluded or 'none'}"
        table.add_row(
            f"{escape(cell.policy)} {cell.setting} {cell.domain}",
            completed if cell.source == "measured" else "published",
            f"{float(Fraction(cell.natural)):.2f}",
            *(str(cell.contest_cap(p)) for p in pressures),
            " ".join(str(cap) for cap in cell.curve.values()),
        )
    return table
