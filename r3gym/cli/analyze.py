"""``r3gym analyze``: every figure of the paper from a campaign's rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from r3gym.cli.numbers import MOST_RESAMPLES, MOST_SEED, whole
from r3gym.cli.oracle_cost import DEFAULT_COST, OracleCostWord, chosen_cost
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.analysis import Analysis
    from r3gym.cells.cell import CellKey
    from r3gym.records.row_file import Progress

Runs = Annotated[list[Path], typer.Argument(help="Folders of campaigns; several are analysed as one.")]
Seed = Annotated[int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the bootstrap.")]
Resamples = Annotated[
    int, typer.Option(parser=whole(1, MOST_RESAMPLES), help="Resamples of the bootstrap over contests.")
]
AllowIncomplete = Annotated[
    bool, typer.Option("--allow-incomplete", help="Compute incomplete cells too; they are marked ~ and not official.")
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print one line for each figure, for spreadsheets.")]

#: The table that comes from labels and not from rows alone.
BEHAVIOUR = "behaviour"
#: Runs that are named one by one; the others are counted (--json names all).
NAMED = 3


def analyze(
    runs: Runs,
    table: Annotated[
        str,
        typer.Option(
            help="main, tiers, positions, portfolio, misses, waste, omissions, attribution, unsure, schedulers, "
            "stress, regret, outcomes, behaviour, several of them with commas, or all."
        ),
    ] = "main",
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    seed: Seed = 0,
    resamples: Resamples = 10_000,
    allow_incomplete: AllowIncomplete = False,
    oracle_cost: OracleCostWord = DEFAULT_COST,
    labels: Annotated[
        str | None, typer.Option(help="behaviour: the label set; without it people's before a model's before rules'.")
    ] = None,
) -> None:
    """Print the paper's tables for a campaign: contest scores beside the oracle, and where the gap comes from.

    Figures come with 95 % intervals of a paired bootstrap over contests. A cell with missing runs is not computed, the
    missing runs are listed, and the exit code is 1.

    [dim]r3gym analyze runs/mine --table all[/dim]

    [dim]r3gym analyze runs/curves runs/contests --table main --csv > figures.csv[/dim]
    """
    from r3gym.analysis import TABLES, Resampling, analyse

    wanted = TABLES if table == "all" else tuple(name.strip() for name in table.split(","))
    if unknown := [name for name in wanted if name not in (*TABLES, BEHAVIOUR)]:
        raise InputError(f"--table {unknown[0]}: choose from {', '.join(TABLES)}, {BEHAVIOUR}, or all")
    if as_json and as_csv:
        raise InputError("--json with --csv: choose one")
    cost = chosen_cost(oracle_cost)
    if BEHAVIOUR in wanted:
        from r3gym.cli.behaviour_tables import behaviour_table

        if wanted != (BEHAVIOUR,):
            raise InputError(f"--table {BEHAVIOUR} comes from labels: ask for it alone")
        behaviour_table(console, runs, labels, Resampling(resamples, seed), cost, as_json=as_json, as_csv=as_csv)
        return
    with reading(runs) as progress:
        found = analyse(
            runs,
            resampling=Resampling(resamples, seed),
            allow_incomplete=allow_incomplete,
            tables=wanted,
            progress=progress,
            oracle_cost=cost,
        )
    if as_json or as_csv:
        from r3gym.analysis import export

        if as_json:
            print_json({**export.as_json(found), "changes": _changes(runs)})
        else:
            print(export.as_csv(found), end="")
    else:
        from r3gym.cli.analysis_tables import show_table

        for name in wanted:
            show_table(console, found, name)
        if set(wanted) != {"outcomes"}:  # plain counts, without intervals
            _explain(found)
    show_missing(found, allow_incomplete)
    if found.missing and not allow_incomplete:
        raise typer.Exit(1)


def _changes(runs: Sequence[Path]) -> list[str]:
    """Return what the campaigns' tables must say about accepted changes of their definitions."""
    from r3gym.campaigns.accepting import change_notes

    return [note for run in runs for note in change_notes(run)]


@contextmanager
def reading(runs: list[Path]) -> Iterator[Progress]:
    """Show a progress bar on standard error while the rows are read; then what changed while they were played."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from r3gym.records.campaign_folder import ROWS

    files = [run / ROWS for run in runs]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(24),
        TextColumn("{task.percentage:3.0f}%"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task("reading rows", total=sum(file.stat().st_size for file in files if file.is_file()))
        yield lambda done: bar.advance(task, done)
    for note in _changes(runs):
        _print_note(note)


def _explain(found: Analysis) -> None:
    """Print one line that explains the figures."""
    console.print(
        f"[dim]{found.episodes:,} episodes. Below each figure: 95 % interval, paired bootstrap over contests "
        f"({found.resampling.resamples:,} resamples, seed {found.resampling.seed}). Gap r. = (oracle − contest) / "
        "oracle; bold: lowest, underlined: second. docs/analysis.md defines every figure.[/dim]",
        highlight=False,
    )


def show_missing(found: Analysis, allowed: bool) -> None:
    """Print on standard error which runs are missing and how to complete them."""
    report_missing_runs([(one.kind, one.key, one.missing_runs, one.whole) for one in found.missing], allowed)
    without = {f"{key.policy}, {key.setting}, {key.domain}" for key in found.without_curves}
    if without:
        _print_note(
            f"no response curves for {'; '.join(sorted(without))}: contest scores only. A campaign of the kind `curve` "
            "on the same suites measures them; give both folders"
        )
    for suite, domain in found.unplayed:
        _print_note(
            f"no contest of {domain} ({suite}) has a result yet; `r3gym curve` shows the response curves that there are"
        )
    if found.failed:
        faults = ", ".join(f"{count} {name}" for name, count in found.failed.items())
        _print_note(f"episodes without a result, by cause (not scored): {faults}; `r3gym campaign retry --failed`")
    if found.awaiting:
        _print_note(f"{found.awaiting} answers await judging and count zero here; `r3gym campaign judge` judges them")
    if len(found.counting_policies) > 1:
        _print_note(mixed_policies(found.counting_policies))
    if found.torn:
        _print_note(f"{found.torn} torn line{'s' * (found.torn != 1)} in the rows: their episodes will be played again")


def mixed_policies(counts: Mapping[str, int]) -> str:
    """Return the warning for agentic episodes, by counting rules, that different versions counted."""
    named = ", ".join(f"{count:,} by {name}" for name, count in counts.items())
    return (
        f"actions were counted by different rules ({named}): units and per-problem figures of these episodes are not "
        "the same measure; analyse them apart"
    )


def report_missing_runs(incomplete: Iterable[tuple[str, CellKey, Sequence[str], int]], allowed: bool) -> None:
    """Print one line per incomplete cell (kind, key, missing runs, expected runs) and how to complete it."""
    result = "computed without them, not official (~)" if allowed else "refused"
    any_owed = False
    for kind, key, missing_runs, planned in incomplete:
        any_owed = True
        more = f" and {len(missing_runs) - NAMED} more" if len(missing_runs) > NAMED else ""
        _print_note(
            f"incomplete {kind} cell, {result}: {key}: {len(missing_runs)} of {planned} runs missing: "
            f"{', '.join(missing_runs[:NAMED])}{more}"
        )
    if any_owed:
        hint = "" if allowed else "; --allow-incomplete computes what is there"
        _print_note(f"`r3gym campaign resume` plays what is missing{hint}")


def _print_note(text: str) -> None:
    errors.print(f"r3gym: {text}", highlight=False, markup=False, soft_wrap=True)
