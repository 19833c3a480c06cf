"""``r3gym problems``: verify packages with their own submissions, and import problems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from r3gym.cli.numbers import MOST_TIME_FACTOR, above_zero, whole
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.domains.code.packages.discover import SourceFormat
from r3gym.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from r3gym.cli.verifying import PackageVerification
    from r3gym.core.bank import BankCheck
    from r3gym.domains.code.judging.verify import VerifyRow
    from r3gym.domains.code.packages.importing import ImportResult

app = typer.Typer(no_args_is_help=True, help="Check problem packages, bring your own problems in.")


def _progress() -> Progress:
    """Return a progress bar on standard error, so that standard output stays a table or JSON."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=errors, transient=True)


@app.command("verify")
def verify(
    packages: Annotated[
        list[str] | None,
        typer.Argument(
            help="Package folders, folders of packages, suite folders; 'embedded' (the default) is r3gym's own bank."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(parser=whole(1, 256), help="Packages judged at the same time.")] = 2,
    time_factor: Annotated[
        float,
        typer.Option(parser=above_zero(MOST_TIME_FACTOR), help="Stretch the time limits on a slow machine."),
    ] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Run all submissions of packages against their expected verdicts. Exit code 1 unless every one agrees.

    The embedded bank, and any suite folder, is checked as a whole: also hashes, statements that give answers away,
    near duplicates, repeated tests, references against their judges, and mathematical answers computed a second way.
    """
    from r3gym.cli.verifying import EMBEDDED, find_banks, find_package_folders, verify_all
    from r3gym.domains.code.judging.judge import JudgeSettings

    wanted = packages or [EMBEDDED]
    banks = [bank for given in wanted for bank in find_banks(given)]
    folders = [folder for given in wanted for folder in find_package_folders(given)]
    with errors.status("checking banks") as status:
        findings = _findings(banks, lambda name: status.update(escape(f"checking {name}")))
    with _progress() as progress:
        bar = progress.add_task("verifying", total=None)

        def report(done: int, total: int, name: str) -> None:
            progress.update(bar, completed=done, total=total, description=escape(name))

        checked = verify_all(folders, JudgeSettings(time_factor=time_factor), jobs, report)
    if as_json:
        print_json([*(row for package in checked for row in package.to_json()), *map(_plain, findings)])
    else:
        if folders:
            _show_verified(checked)
        if findings:
            _show_findings(findings)
    if not all(package.agrees for package in checked) or not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _findings(banks: list[Path], report: Callable[[str], None]) -> list[BankCheck]:
    from r3gym.suites.verifying import verify_bank

    findings = []
    for bank in banks:
        for finding in verify_bank(bank):
            findings.append(finding)
            report(f"{finding.domain}: {finding.problem or finding.check}")
    return findings


def _plain(finding: BankCheck) -> dict[str, object]:
    return {
        "domain": finding.domain,
        "problem": finding.problem,
        "check": finding.check,
        "agrees": finding.ok,
        "detail": finding.detail,
    }


def _show_findings(findings: list[BankCheck]) -> None:
    table = Table()
    for name in ("bank", "check", "passed", "failed"):
        table.add_column(name)
    for domain, check in dict.fromkeys((finding.domain, finding.check) for finding in findings):
        same = [finding.ok for finding in findings if (finding.domain, finding.check) == (domain, check)]
        failed = same.count(False)
        shown = f"[red]{failed}[/red]" if failed else "0"
        table.add_row(domain, check, str(same.count(True)), shown)
    console.print(table)
    for finding in findings:
        if not finding.ok:
            text = f"{finding.domain} {finding.problem}: {finding.check}: NO, {finding.detail}"
            console.print(text, style="red", highlight=False, markup=False, soft_wrap=True)


def _agreement(row: VerifyRow) -> str:
    """Return what the table says about a submission: yes, NO, or that this machine cannot tell, and why."""
    if row.agrees:
        return "[green]yes[/green]"
    word = "[red]NO[/red]" if row.undecided is None else f"[yellow]{row.undecided.value}[/yellow]"
    return f"{word} {escape(row.report.detail)}"


def _show_verified(checked: list[PackageVerification]) -> None:
    from r3gym.domains.code.judging.report import Undecided

    table = Table()
    for name in ("package", "submission", "expected", "verdict", "slowest", "ok"):
        table.add_column(name, overflow="fold")
    for package in checked:
        for row in package.rows:
            table.add_row(
                escape(row.package),
                escape(row.submission),
                " or ".join(expected.value for expected in (row.expected, *row.also)),
                row.report.outcome.value,
                f"{row.report.slowest_s:.2f} s",
                _agreement(row),
            )
        if package.fault:
            table.add_row(escape(package.name), "", "", "", "", f"[red]NO[/red] {escape(package.fault)}")
    _print_table(table)
    rows = [row for package in checked for row in package.rows]
    disagreements = sum(not row.agrees and row.undecided is None for row in rows)
    busy = sum(row.undecided is Undecided.TOO_BUSY for row in rows)
    skipped = sum(row.undecided is Undecided.NO_TOOL for row in rows)
    unverified = sum(bool(package.fault) for package in checked)
    console.print(
        f"{len(checked)} packages, {len(rows)} submissions, {disagreements} disagreements"
        + (f", {busy} that the machine was too busy to judge (verify again when it is idle)" if busy else "")
        + (f", {skipped} not judged (no tool for their language)" if skipped else "")
        + (f", {unverified} packages not verified" if unverified else ""),
        highlight=False,
        soft_wrap=True,
    )


@app.command("export")
def export(
    to: Annotated[Path, typer.Argument(help="The folder to write packages into.")],
    packages: Annotated[
        list[str] | None,
        typer.Option("--package", help="A package or a folder of packages; the embedded ones if none."),
    ] = None,
    sandbox: Annotated[str, typer.Option(help="Where generators and reference solutions run.")] = "bubblewrap",
) -> None:
    """Write complete packages, generated tests included, for another judge or for the format's own tools."""
    from r3gym.cli.verifying import EMBEDDED, find_package_folders
    from r3gym.domains.code.judging.exporting import export_package
    from r3gym.domains.code.judging.generated import GenerationError

    folders = [folder for given in packages or [EMBEDDED] for folder in find_package_folders(given)]
    with _progress() as progress:
        for folder in progress.track(folders, description="exporting"):
            try:
                export_package(folder, to, sandbox=sandbox)
            except GenerationError as error:
                raise InputError(f"{folder}: {error}") from None
    console.print(f"{len(folders)} packages in {to}", highlight=False, markup=False, soft_wrap=True)


@app.command("import")
def import_(
    source: Annotated[Path, typer.Argument(help="A problem, a folder of problems, or an archive of them.")],
    to: Annotated[Path, typer.Option(help="The folder of packages to make or to add to.")] = Path("packages"),
    source_format: Annotated[
        str, typer.Option("--format", help="auto, icpc, lightcp or plain: take only problems of one format.")
    ] = "auto",
    as_json: AsJson = False,
) -> None:
    """Bring your own problems: check each completely and write it as a package. Exit code 1 if one was refused."""
    from r3gym.domains.code.judging.judgeable import why_not_judgeable
    from r3gym.domains.code.packages.importing import ImportStatus, import_problems, to_json

    if source_format != "auto" and source_format not in list(SourceFormat):
        raise InputError(f"--format {source_format!r}: choose auto, {', '.join(SourceFormat)}")
    wanted = None if source_format == "auto" else SourceFormat(source_format)
    with errors.status("looking for problems") as status:
        rows = import_problems(
            source,
            to,
            wanted=wanted,
            why_not=why_not_judgeable,
            report=lambda name: status.update(escape(f"reading {name}")),
        )
    if as_json:
        print_json([to_json(row) for row in rows])
    else:
        _show_imported(rows, to)
    if any(row.status is ImportStatus.REFUSED for row in rows):
        raise typer.Exit(1)


def _show_imported(rows: list[ImportResult], to: Path) -> None:
    from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
    from r3gym.domains.code.packages.importing import ImportStatus

    table = Table()
    for name in ("problem", "format", "status", "samples", "hidden", "validator", "limits", "remarks"):
        table.add_column(name, overflow="fold")
    colours = {ImportStatus.IMPORTED: "green", ImportStatus.UNCHANGED: "cyan", ImportStatus.REFUSED: "red"}
    for row in rows:
        remarks = [f"assumed {text}" for text in row.defaulted] + [f"no {text}" for text in row.missing]
        limits = "" if row.time_s is None else f"{row.time_s:g} s, {row.memory_mb} MB"
        table.add_row(
            escape(row.id),
            row.format,
            f"[{colours[row.status]}]{row.status.value}[/{colours[row.status]}]",
            str(row.samples),
            str(row.hidden),
            row.validator,
            limits,
            escape("; ".join([*remarks, *row.notes])),
        )
    _print_table(table)
    for row in rows:
        for fault in row.faults:
            text = f"{row.id}: {fault['file']}: {fault['rule']}. Fix: {fault['fix']}"
            console.print(text, style="red", highlight=False, markup=False, soft_wrap=True)
    counts = {status: sum(row.status is status for row in rows) for status in ImportStatus}
    console.print(", ".join(f"{number} {status.value}" for status, number in counts.items()), highlight=False)
    there = counts[ImportStatus.IMPORTED] + counts[ImportStatus.UNCHANGED]
    if there >= PROBLEMS_PER_CONTEST:
        hint = f"play them: r3gym play --domain code --suite packages:{to}"
        console.print(hint, highlight=False, markup=False, soft_wrap=True)


def _print_table(table: Table) -> None:
    """Print a table; in a file or a pipe, which has no width, rows stay on one line."""
    (console if console.is_terminal else Console(width=180)).print(table)
