"""``r3gym curve``: response curves from a campaign's single-problem runs."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from r3gym.cli.analyze import NAMED, AllowIncomplete, AsCsv, Resamples, Runs, Seed, reading, report_missing_runs
from r3gym.cli.domain_option import domain_option
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.analysis.response_curves import ProblemCurve
    from r3gym.cells.cell import CurveCell
    from r3gym.oracle.resampling import Interval

#: The characters of a bar that is one line high.
BARS = " ▁▂▃▄▅▆▇█"
CSV_COLUMNS = (
    *("policy", "setting", "domain", "suite", "problem", "tier", "level", "cap", "repeats", "successes", "low", "high"),
    *("mean_used", "ended"),
)


def curve(
    runs: Runs,
    problem: Annotated[str | None, typer.Option(help="Show this problem, run by run.")] = None,
    domain: Annotated[str | None, domain_option("Only this domain.")] = None,
    policy: Annotated[str | None, typer.Option(help="Only this policy.")] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    seed: Seed = 0,
    resamples: Resamples = 10_000,
    allow_incomplete: AllowIncomplete = False,
) -> None:
    """Show response curves: how often each problem was solved at each level of the budget grid, and at what cost.

    Bands: bootstrap over contests for groups of problems, Wilson's interval for one problem. A problem that a dearer
    level solves less often is listed as a warning. A cell with missing runs is not computed, the missing runs are
    listed, and the exit code is 1. The wrapper AllocationOracle reads the output of --json.

    [dim]r3gym curve runs/mine --domain code[/dim]

    [dim]r3gym curve runs/mine --problem embedded-code-07[/dim]
    """
    from r3gym.cells.campaign import read_campaign
    from r3gym.cells.cell import sort_key
    from r3gym.cells.gathering import curve_cells

    if as_json and as_csv:
        raise InputError("--json with --csv: choose one")
    with reading(runs) as progress:
        campaign = read_campaign(runs, progress)
    every = sorted(curve_cells(campaign).values(), key=lambda cell: sort_key(cell.key))
    if not every:
        raise InputError(f"{runs[0]}: no single-problem run was played; a campaign of the kind `curve` plays them")
    cells = [c for c in every if domain in (None, c.key.domain) and policy in (None, c.key.policy)]
    if problem is not None:
        cells = [c for c in cells if problem in c.suite.problems]
    if not cells:
        raise InputError("no curve of this policy, domain and problem; `r3gym curve RUN` lists what there is")
    usable = [cell for cell in cells if cell.complete or allow_incomplete]
    if as_json:
        from r3gym.cells.curve_file import curves_json

        print_json(curves_json(usable, problem))
    elif as_csv:
        _print_csv(usable, problem)
    else:
        for cell in usable:
            _show(cell, problem, resamples, seed)
    if as_json or as_csv:
        for cell in usable:
            _warn(cell, errors)
    refused = [cell for cell in cells if not cell.complete]
    report_missing_runs(
        [("curve", cell.key, tuple(cell.missing()), cell.outcome.size) for cell in refused], allow_incomplete
    )
    if refused and not allow_incomplete:
        raise typer.Exit(1)


def _show(cell: CurveCell, problem: str | None, resamples: int, seed: int) -> None:
    from r3gym.analysis.response_curves import problem_curves

    if problem is not None:
        _show_problem(cell, next(c for c in problem_curves(cell) if c.problem == problem))
        return
    _show_means(cell, resamples, seed)
    _warn(cell, console)
    console.print()


def _warn(cell: CurveCell, where: Console) -> None:
    """List the problems that a more expensive level solved less often."""
    from r3gym.analysis.response_curves import not_monotone, problem_curves

    dropping = not_monotone(problem_curves(cell))
    if dropping:
        shown = ", ".join(f"{c.problem} ({' '.join(f'{b:g}>{a:g}' for b, a in c.drops)})" for c in dropping[:NAMED])
        more = f" and {len(dropping) - NAMED} more" if len(dropping) > NAMED else ""
        where.print(
            f"not monotone (allowed): {cell.key}: {len(dropping)} of {len(cell.suite.problems)} problems succeed less "
            f"often at a dearer level: {shown}{more}",
            style="yellow",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )


def _show_means(cell: CurveCell, resamples: int, seed: int) -> None:
    """Print the success rate at each level, by tier and overall, and below it how the runs ended."""
    from r3gym.analysis.bootstrap import Resampling, resample
    from r3gym.analysis.groups import ALL, RATED
    from r3gym.analysis.response_curves import mean_curves
    from r3gym.cli.grouped_table import TableRow, print_grouped_table

    found = resample(mean_curves(cell), Resampling(resamples, seed).counts(len(cell.suite.contests), cell.key.domain))
    heads = ["", *(f"{level:g}\n≤{cap}" for level, cap in zip(cell.grid, cell.caps.tolist(), strict=True)), "curve"]
    rows: list[TableRow] = []
    for group in (*RATED, ALL):
        at = [found[f"success at {level:g}", group].interval() for level in cell.grid]
        if any(one.estimate is not None for one in at):
            rows.append([group, *map(_rate, at), "".join(_bar(one.estimate) for one in at)])
    there = cell.outcome >= 0
    used = [float(cell.used[:, n][there[:, n]].mean()) if there[:, n].any() else None for n in range(len(cell.grid))]
    rows.append(["used, mean", *("–" if u is None else f"{u:.1f}" for u in used), ""])
    for number, word in enumerate(cell.words):
        if word != "accepted":
            shares = [
                float((cell.ended[:, n] == number).sum() / max(1, there[:, n].sum())) for n in range(len(cell.grid))
            ]
            rows.append([f"[dim]{word}[/dim]", *(f"[dim]{100 * share:.1f}%[/dim]" for share in shares), ""])
    print_grouped_table(console, str(cell.key), heads, rows)


def _show_problem(cell: CurveCell, one: ProblemCurve) -> None:
    from r3gym.cli.grouped_table import print_grouped_table

    rows = []
    for at in one.levels:
        ended = ", ".join(f"{count} {word}" for word, count in at.ended.items())
        band = "–" if at.low is None or at.high is None else f"{100 * at.low:.0f}–{100 * at.high:.0f}%"
        used = " ".join(map(str, at.used))
        rows.append([f"{at.level:g}", str(at.cap), f"{at.successes}/{at.runs}", band, used, ended])
    heads = ["level", "cap", "solved", "Wilson 95 %", "used", "how the runs ended"]
    print_grouped_table(console, f"{one.problem} ({one.tier.value}) · {cell.key}", heads, rows)


def _rate(at: Interval) -> str:
    if at.estimate is None or at.low is None or at.high is None:
        return "–"
    return f"{100 * at.estimate:.1f}%\n[dim]{100 * at.low:.0f}–{100 * at.high:.0f}[/dim]"


def _bar(rate: float | None) -> str:
    return "?" if rate is None else BARS[round(rate * (len(BARS) - 1))]


def _print_csv(cells: Sequence[CurveCell], problem: str | None) -> None:
    from r3gym.analysis.response_curves import problem_curves

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for cell in cells:
        key: list[Any] = [cell.key.policy, cell.key.setting, cell.key.domain, cell.key.suite]
        for one in problem_curves(cell):
            for at in one.levels if problem in (None, one.problem) else ():
                mean = sum(at.used) / len(at.used) if at.used else None
                ended = ";".join(f"{word}={count}" for word, count in Counter(at.ended).items())
                figures = [at.level, at.cap, at.runs, at.successes, at.low, at.high, mean, ended]
                writer.writerow([*key, one.problem, one.tier.value, *figures])
