"""``r3gym problems``: hold packages against their own submissions, and bring problems in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from r3gym.cli.output import AsJson, console, errors, print_json

if TYPE_CHECKING:
    from r3gym.cli.verifying import Checked

app = typer.Typer(no_args_is_help=True, help="Check problem packages, bring your own problems in.")


def _progress() -> Progress:
    """A bar on standard error, so that standard output stays a table or JSON."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=errors, transient=True)


@app.command("verify")
def verify(
    packages: Annotated[
        list[str] | None,
        typer.Argument(help="Package folders or folders of packages; 'embedded' (the default) is r3gym's own bank."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Packages judged at the same time.")] = 2,
    time_factor: Annotated[float, typer.Option(help="Stretch the time limits on a slow machine.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Run all submissions of packages against their expected verdicts. Exit code 1 unless every one agrees."""
    from r3gym.cli.verifying import EMBEDDED, packages_at, verify_all
    from r3gym.judging.code_judge import JudgeSettings

    folders = [folder for given in packages or [EMBEDDED] for folder in packages_at(given)]
    with _progress() as progress:
        bar = progress.add_task("verifying", total=None)

        def report(done: int, total: int, name: str) -> None:
            progress.update(bar, completed=done, total=total, description=escape(name))

        checked = verify_all(folders, JudgeSettings(time_factor=time_factor), jobs, report)
    if as_json:
        print_json([row for package in checked for row in package.to_json()])
    else:
        _show_verified(checked)
    if not all(package.agrees for package in checked):
        raise typer.Exit(1)


def _show_verified(checked: list[Checked]) -> None:
    table = Table()
    for name in ("package", "submission", "expected", "verdict", "slowest", "ok"):
        table.add_column(name, overflow="fold")
    for package in checked:
        for row in package.rows:
            ok = "[green]yes[/green]" if row.agrees else f"[red]NO[/red] {escape(row.report.detail)}"
            table.add_row(
                escape(row.package),
                escape(row.submission),
                row.expected.value,
                row.report.outcome.value,
                f"{row.report.slowest_s:.2f} s",
                ok,
            )
        if package.fault:
            table.add_row(escape(package.name), "", "", "", "", f"[red]NO[/red] {escape(package.fault)}")
    _print_table(table)
    submissions = sum(len(package.rows) for package in checked)
    disagreements = sum(not row.agrees for package in checked for row in package.rows)
    unverified = sum(bool(package.fault) for package in checked)
    console.print(
        f"{len(checked)} packages, {submissions} submissions, {disagreements} disagreements"
        + (f", {unverified} packages not verified" if unverified else ""),
        highlight=False,
    )


def _print_table(table: Table) -> None:
    """A file or a pipe has no width: rows stay on one line there."""
    console.print(table, width=None if console.is_terminal else 180, soft_wrap=not console.is_terminal)
