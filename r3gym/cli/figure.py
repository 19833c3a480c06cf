"""``r3gym figure``: the figures of a campaign as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from r3gym.cli.analyze import AllowIncomplete, Resamples, Seed, reading
from r3gym.cli.oracle_cost import DEFAULT_COST, OracleCostWord, chosen_cost
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.figures import Drawing, FigureOptions, FigureSource

Compare = Annotated[bool, typer.Option("--compare", help="Put the runs side by side instead of analysing them as one.")]
Paper = Annotated[bool, typer.Option("--paper", help="Show the published values where there are some.")]
Index = Annotated[Path | None, typer.Option(help="eci: a JSON file that maps a policy to an outside capability index.")]


def figure(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="NAME RUN...", help="A figure, then folders of campaigns.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="x.svg, x.png or x.csv; with --all a folder.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Write every figure (SVG and CSV); give no NAME.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the figures and what they need.")] = False,
    compare: Compare = False,
    paper: Paper = False,
    index: Index = None,
    policy: Annotated[str | None, typer.Option(help="Only this policy.")] = None,
    domain: Annotated[str | None, typer.Option(help="Only this domain.")] = None,
    setting: Annotated[str | None, typer.Option(help="Only agentic, or only tool_free.")] = None,
    contest: Annotated[str | None, typer.Option(help="Figures of one contest: this one.")] = None,
    episode: Annotated[str | None, typer.Option(help="episode_lanes: the beginning of an episode's id.")] = None,
    seed: Seed = 0,
    resamples: Resamples = 10_000,
    allow_incomplete: AllowIncomplete = False,
    oracle_cost: OracleCostWord = DEFAULT_COST,
    as_json: AsJson = False,
) -> None:
    """Draw a figure of a campaign: a picture, or the table behind it.

    Where data is missing (no curves, no labels), words say so in place of a picture and the exit code is 1; with --all
    the other figures are written. A training run's folder has one figure, learning_curves.

    [dim]r3gym figure gap_waterfall runs/mine -o gap.svg[/dim]

    [dim]r3gym figure --all runs/mine -o figures[/dim]
    """
    from r3gym.figures import FIGURES, FigureOptions

    if listed:
        _show_list(as_json)
        return
    given = list(words or ())
    name = None if every else given.pop(0) if given else None
    if out is None or not given or (name is None and not every):
        raise InputError("give a figure, a campaign's folder and a file: r3gym figure NAME RUN -o x.svg (or --list)")
    if name == "learning_curves":
        from r3gym.figures.learning_curves import learning_curves

        _write(learning_curves(Path(given[0])), out, as_json)
        return
    if name is not None and name not in FIGURES:
        raise InputError(f"no figure {name!r}; there are: {', '.join(FIGURES)}, learning_curves")
    options = FigureOptions(paper, policy, domain, setting, contest, episode, read_index(index))
    source = figure_source(
        [Path(run) for run in given],
        compare=compare,
        seed=seed,
        resamples=resamples,
        allow_incomplete=allow_incomplete,
        oracle_cost=oracle_cost,
    )
    if name is not None:
        _write(FIGURES[name].draw(source, options), out, as_json)
    else:
        _write_all(source, options, out, as_json)


def figure_source(
    runs: list[Path], *, compare: bool, seed: int, resamples: int, allow_incomplete: bool, oracle_cost: str
) -> FigureSource:
    """Read and analyse runs with a progress bar."""
    from r3gym.analysis import Resampling
    from r3gym.figures import read_source

    with reading(runs) as progress:
        return read_source(
            runs,
            compare=compare,
            resampling=Resampling(resamples, seed),
            allow_incomplete=allow_incomplete,
            oracle_cost=chosen_cost(oracle_cost),
            progress=progress,
        )


def read_index(file: Path | None) -> dict[str, float]:
    """Return an outside capability index; raise `InputError` for a file that maps no names to numbers."""
    if file is None:
        return {}
    from pydantic import FiniteFloat, TypeAdapter, ValidationError

    try:
        return TypeAdapter(dict[str, FiniteFloat]).validate_json(file.read_text("utf-8"))
    except (ValidationError, UnicodeDecodeError):
        raise InputError(f'{file}: an index maps policies to finite numbers in JSON, such as {{"a": 150}}') from None


def _write(drawing: Drawing, out: Path, as_json: bool) -> None:
    if drawing.missing is not None:
        if as_json:
            print_json(_entry(drawing, None))
        errors.print(f"r3gym: {drawing.name}: {drawing.missing}", highlight=False, markup=False, soft_wrap=True)
        raise typer.Exit(1)
    drawing.write(out)
    if as_json:
        print_json(_entry(drawing, out))
    else:
        console.print(f"{out}: {drawing.caption} {drawing.note}", highlight=False, markup=False)


def _write_all(source: FigureSource, options: FigureOptions, out: Path, as_json: bool) -> None:
    from r3gym.figures import FIGURES

    entries = []
    for name, kind in FIGURES.items():
        drawing = kind.draw(source, options)
        if drawing.missing is None:
            drawing.write(out / f"{name}.svg")
            drawing.write(out / f"{name}.csv")
        entries.append(_entry(drawing, None if drawing.missing else out / f"{name}.svg"))
        if not as_json:
            said = drawing.missing or f"{name}.svg, {name}.csv"
            console.print(f"{name}: {said}", highlight=False, markup=False, soft_wrap=True)
    if as_json:
        print_json(entries)
    else:
        drawn = sum(entry["file"] is not None for entry in entries)
        console.print(f"{out}: {drawn} of {len(entries)} figures", highlight=False, markup=False)


def _entry(drawing: Drawing, file: Path | None) -> dict[str, Any]:
    return {
        "figure": drawing.name,
        "title": drawing.title,
        "file": None if file is None else str(file),
        "caption": drawing.caption,
        "missing": drawing.missing,
    }


def _show_list(as_json: bool) -> None:
    from rich.table import Table

    from r3gym.figures import FIGURES

    if as_json:
        print_json([{"figure": k.name, "title": k.title, "needs": k.needs, "paper": k.paper} for k in FIGURES.values()])
        return
    table = Table("figure", "shows", "needs", "in the paper", box=None, header_style="bold")
    for kind in FIGURES.values():
        table.add_row(kind.name, kind.title, kind.needs, kind.paper or "-")
    table.add_row("learning_curves", "Learning curves of a training run", "a folder of `r3gym train`", "-")
    console.print(table)
