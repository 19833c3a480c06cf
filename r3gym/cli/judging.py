"""``r3gym judge``: judge answers against their keys."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from r3gym.cli.numbers import MOST_TIME_FACTOR, above_zero, whole
from r3gym.cli.output import PROVENANCE_LABELS, AsJson, console, print_json
from r3gym.errors import InputError


def judge(
    package: Annotated[Path | None, typer.Argument(help="An ICPC package, or a folder of tests.")] = None,
    solution: Annotated[
        Path | None, typer.Argument(help="A program: .cpp, .c or .py, or a folder of its files.")
    ] = None,
    batch: Annotated[
        Path | None,
        typer.Option(
            help='JSONL of stored answers: {"id", "domain": "math", "answer", "reference"}, {"id", "domain": "ar", '
            '"answer", "reference", "generator", "metadata"}, {"id", "domain": "code", "package", "program" or "file"} '
            'or {"id", "suite", "problem", "answer"}; one row out for each row in.'
        ),
    ] = None,
    judges: Annotated[Path | None, typer.Option(help="Judges to use: a TOML or JSON file.")] = None,
    all_tests: Annotated[bool, typer.Option("--all-tests", help="Go on after the first failure.")] = False,
    time_factor: Annotated[
        float | None,
        typer.Option(parser=above_zero(MOST_TIME_FACTOR), help="Stretch the time limit on a slow machine."),
    ] = None,
    sandbox: Annotated[str | None, typer.Option(help="Where the program runs. Default: bubblewrap.")] = None,
    jobs: Annotated[int, typer.Option(help="Rows of a batch judged at the same time.", parser=whole(1, 256))] = 2,
    as_json: AsJson = False,
) -> None:
    """Judge a program against all tests of a package, or a file of stored answers.

    Exit code 1 when the program is not accepted; verdicts of a batch are rows, whatever they are.
    """
    from r3gym.cli.batch import run_batch
    from r3gym.cli.judge_rows import judge_row, verdict_json, with_options
    from r3gym.core.known_domains import domains, get_domain
    from r3gym.domains.code.bank import CodeBank
    from r3gym.domains.code.judging.programs import judge_file
    from r3gym.domains.code.judging.report import JudgeReport
    from r3gym.judging.judges import check_judges, load_judges

    if (batch is None) != (package is not None and solution is not None) or (batch and package):
        raise InputError("give a package and a program, or --batch FILE.jsonl")
    chosen = with_options(load_judges(judges), all_tests=all_tests or None, time_factor=time_factor, sandbox=sandbox)
    for domain in domains() if batch is not None else (get_domain(CodeBank.domain),):
        check_judges(chosen, domain)
    if batch is not None:
        run_batch(batch, lambda row: judge_row(row, chosen), sys.stdout, jobs=jobs, title="judging")
        return
    assert package is not None
    assert solution is not None
    found = judge_file(package, solution, chosen.of(CodeBank.domain))
    report = found if isinstance(found, JudgeReport) else None
    verdict = found.verdict if isinstance(found, JudgeReport) else found
    if as_json:
        whole = {} if report is None else report.to_json()
        print_json({**whole, "outcome": verdict.outcome.value, **verdict_json(verdict)})
    else:
        colour = "green" if verdict.correct else "red"
        shown = verdict_json(verdict)
        console.print(f"[{colour}]{verdict.outcome.value}[/{colour}]  {escape(verdict.detail)}", highlight=False)
        console.print(f"judge: {escape(verdict.judge)} ({PROVENANCE_LABELS[shown['standing']]})", highlight=False)
        if report is not None and report.tests:
            console.print(f"slowest test {report.slowest_s:.2f} s CPU", highlight=False)
    if not verdict.correct:
        raise typer.Exit(1)
