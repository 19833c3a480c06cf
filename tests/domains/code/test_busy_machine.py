"""Time verdicts on a busy machine: what a second run decides, what stays open, and what the verdict says about it."""

from __future__ import annotations

import multiprocessing
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from written_files import write

from r3gym.cli.main import app
from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.languages import CPP17
from r3gym.domains.code.judging.report import JudgeReport, TestResult, Undecided, summarise
from r3gym.domains.code.judging.second_run import deserves_second_run
from r3gym.domains.code.judging.verdict_cache import load, store
from r3gym.domains.code.packages import open_tests

#: Uses exactly this much CPU time, however long that takes.
WORKS = '#include <cstdio>\n#include <ctime>\nint main() {{ while (clock() < {} * CLOCKS_PER_SEC) {{}} puts("1"); }}\n'
CASES = {"data/secret/1.in": "1\n", "data/secret/1.ans": "1\n"}


def spin() -> None:
    while True:
        pass


@pytest.fixture
def busy() -> Iterator[None]:
    """One program more than there are processors, all of them busy, for the time of a test."""
    context = multiprocessing.get_context("fork")
    others = [context.Process(target=spin, daemon=True) for _ in range((os.cpu_count() or 1) + 1)]
    for other in others:
        other.start()
    yield
    for other in others:
        other.kill()
        other.join()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))


def judge(folder: Path, cpu_s: float, time_factor: float = 1.0) -> JudgeReport:
    tests = open_tests(write(folder, {"problem.yaml": "name: One\n", **CASES}))
    source = {"a.cpp": WORKS.format(cpu_s).encode()}
    settings = JudgeSettings(time_factor=time_factor)
    return judge_sources(source, CPP17, tests, ProblemLimits(1.0 / time_factor, 64), settings)


@pytest.mark.usefixtures("busy")
def test_cpu_time_decides_on_a_busy_machine(tmp_path: Path) -> None:
    report = judge(tmp_path, 0.7)
    assert report.outcome is Outcome.ACCEPTED, report
    assert report.tests[0].wall_s > report.tests[0].cpu_s


@pytest.mark.slow  # it keeps all processors busy, and needs its share of them
@pytest.mark.usefixtures("busy")
def test_slightly_too_slow_is_open_and_not_kept(tmp_path: Path) -> None:
    report = judge(tmp_path, 1.2, time_factor=2.0)
    assert (report.outcome, report.undecided, report.repeatable) == (Outcome.TIME_LIMIT, Undecided.TOO_BUSY, False)
    assert re.search(r"limit 1 s of CPU time, time factor 2, run twice, 1\.[12]", report.detail), report.detail
    assert "too busy to tell, load" in report.verdict.detail
    assert not judge(tmp_path, 1.2, time_factor=2.0).cached


@pytest.mark.slow
@pytest.mark.usefixtures("busy")
def test_much_too_slow_is_certain(tmp_path: Path) -> None:
    report = judge(tmp_path, 9.0)
    assert (report.outcome, report.undecided) == (Outcome.TIME_LIMIT, None)
    assert "run twice because the machine was busy" in report.detail
    assert 1.4 < report.tests[0].cpu_s < 2.5
    again = judge(tmp_path, 9.0)
    assert (again.cached, again.detail, again.tests) == (True, report.detail, report.tests)


@pytest.mark.usefixtures("busy")
def test_verify_says_that_the_machine_was_too_busy(tmp_path: Path) -> None:
    files = {
        "problem.yaml": "problem_format_version: 2023-07-draft\nname: One\nlimits: {time_limit: 1}\n",
        "submissions/accepted/slow.cpp": WORKS.format(1.2),
        "submissions/accepted/other.rb": "puts 1\n",
    }
    folder = write(tmp_path / "one", {**files, **CASES})
    done = CliRunner().invoke(app, ["problems", "verify", str(folder)])
    assert done.exit_code == 1
    assert "0 disagreements, 1 that the machine was too busy to judge" in done.output
    assert "1 not judged (no tool for their language)" in done.output


def test_which_runs_are_repeated() -> None:
    assert deserves_second_run(1.1, 3.0, 1.0, timed_out=True)  # it had to share the processor
    assert deserves_second_run(0.5, 4.0, 1.0, timed_out=True)  # it was starved
    assert not deserves_second_run(0.01, 4.0, 1.0, timed_out=True)  # it slept
    assert not deserves_second_run(0.9, 3.0, 1.0, timed_out=False)


def test_a_second_run_that_passed_is_told(tmp_path: Path) -> None:
    passed = TestResult(1, "secret/1", Outcome.ACCEPTED, 0.9, 5.0, second=True)
    report = summarise((passed,), 1, ProblemLimits(1.0, 64), repeatable=True)
    assert report.detail == "all 1 tests passed (in a second run, the machine was busy: 1)"
    store(tmp_path, "key", report)
    kept = load(tmp_path, "key")
    assert kept is not None
    assert kept.tests == report.tests
