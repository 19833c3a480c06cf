"""``r3gym judge`` and ``r3gym problems``: one program against a package, and packages against themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError

problems = typer.Typer(no_args_is_help=True, help="Check problem packages.")


def judge(
    package: Annotated[Path, typer.Argument(help="An ICPC package, or a folder of tests.")],
    solution: Annotated[Path, typer.Argument(help="A program: .cpp, .c or .py.")],
    all_tests: Annotated[bool, typer.Option("--all-tests", help="Go on after the first failure.")] = False,
    time_factor: Annotated[float, typer.Option(help="Stretch the time limit on a slow machine.")] = 1.0,
    sandbox: Annotated[str, typer.Option(help="Where the program runs.")] = "bubblewrap",
    as_json: AsJson = False,
) -> None:
    """Judge a program against all tests of a package. Exit code 1 when it is not accepted."""
    from r3gym.judging.code_judge import JudgeSettings
    from r3gym.judging.verify import judge_package
    from r3gym.verdict import Outcome

    for path in (package, solution):
        if not path.exists():
            raise InputError(f"{path}: not found")
    report = judge_package(
        package, solution, JudgeSettings(sandbox=sandbox, all_tests=all_tests, time_factor=time_factor)
    )
    if as_json:
        print_json(report.to_json())
    else:
        colour = "green" if report.outcome is Outcome.ACCEPTED else "red"
        console.print(f"[{colour}]{report.outcome.value}[/{colour}]  {report.detail}", highlight=False)
        if report.tests:
            console.print(f"slowest test {report.slowest_s:.2f} s CPU", highlight=False)
    if report.outcome is not Outcome.ACCEPTED:
        raise typer.Exit(1)


@problems.command("verify")
def verify(
    packages: Annotated[list[Path], typer.Argument(help="Package folders, or folders of packages.")],
    time_factor: Annotated[float, typer.Option(help="Stretch the time limits on a slow machine.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Run all submissions of packages and compare verdicts with the expected ones. Exit code 1 on any disagreement."""
    from r3gym.judging.code_judge import JudgeSettings
    from r3gym.judging.verify import iter_verify
    from r3gym.suites.icpc import find_packages

    found = [
        p
        for given in packages
        for p in ([given] if (given / "problem.yaml").is_file() else find_packages(given).values())
    ]
    rows = []
    with errors.status("reading packages") as status:
        for package in found:
            for row in iter_verify(package, JudgeSettings(time_factor=time_factor)):
                rows.append(row)
                status.update(f"{row.package}: {row.submission}")
    if as_json:
        print_json(
            [
                {
                    "package": r.package,
                    "submission": r.submission,
                    "expected": r.expected.value,
                    "verdict": r.report.outcome.value,
                    "agrees": r.agrees,
                    "slowest_s": r.report.slowest_s,
                }
                for r in rows
            ]
        )
    else:
        table = Table()
        for name in ("package", "submission", "expected", "verdict", "slowest", ""):
            table.add_column(name)
        for r in rows:
            mark = "[green]ok[/green]" if r.agrees else f"[red]DISAGREES[/red] {r.report.detail}"
            table.add_row(
                r.package,
                r.submission,
                r.expected.value,
                r.report.outcome.value,
                f"{r.report.slowest_s:.2f} s",
                mark,
            )
        console.print(table)
        console.print(f"{len(rows)} submissions, {sum(not r.agrees for r in rows)} disagreements", highlight=False)
    if not rows or not all(r.agrees for r in rows):
        raise typer.Exit(1)
