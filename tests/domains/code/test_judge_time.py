"""Judging ends, whoever is slow: the submission, a validator, an interactor, a generator, or all tests together."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from written_files import write

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging import generated
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.languages import CPP17
from r3gym.domains.code.judging.report import JudgeReport
from r3gym.domains.code.packages import read_tests
from r3gym.utils.hashing import hash_bytes

ECHO = b"#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; std::cout << n << std::endl; %s }"
CASES = {f"data/secret/{n}.{end}": f"{n}\n" for n in range(1, 31) for end in ("in", "ans")}
LOOPS = {"busy": "while True: pass\n", "asleep": "import time\ntime.sleep(1000)\n"}


def judge(
    folder: Path, wall_s: float, *, all_tests: bool = False, slowly: bytes = b"", time_s: float = 2
) -> JudgeReport:
    settings = JudgeSettings(use_cache=False, all_tests=all_tests, judge_wall_s=wall_s)
    limits = ProblemLimits(time_s, 256)
    return judge_sources({"a.cpp": ECHO % slowly}, CPP17, read_tests(folder), limits, settings)


@pytest.mark.parametrize("all_tests", [False, True])
def test_a_program_that_is_slow_on_every_test_runs_out_of_time(tmp_path: Path, all_tests: bool) -> None:
    folder = write(tmp_path / "echo", {"problem.yaml": "name: echo\n", **CASES})
    report = judge(folder, 4, all_tests=all_tests, slowly=b"usleep(900000);")
    assert report.outcome is Outcome.TIME_LIMIT, report
    assert not report.repeatable
    assert 2 <= len(report.tests) <= 6
    assert sum(test.wall_s for test in report.tests) < 6
    assert judge(folder, 60).outcome is Outcome.ACCEPTED


def test_one_test_is_cut_to_what_is_left(tmp_path: Path) -> None:
    folder = write(tmp_path / "echo", {"problem.yaml": "name: echo\n", **CASES})
    report = judge(folder, 1.5, slowly=b"sleep(600);", time_s=500)
    assert report.outcome is Outcome.TIME_LIMIT, report
    assert report.tests[0].wall_s < 5


def test_a_slow_judge_is_not_the_programs_fault(tmp_path: Path) -> None:
    slow = {"output_validators/v.py": "import sys, time\ntime.sleep(1)\nsys.exit(42)\n"}
    folder = write(tmp_path / "echo", {"problem.yaml": "name: echo\nvalidation: custom\n", **CASES, **slow})
    report = judge(folder, 3)
    assert report.outcome is Outcome.JUDGE_ERROR, report
    assert "the judge was too slow" in report.detail


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
@pytest.mark.parametrize("kind", ["custom", "custom interactive"])
def test_a_validator_or_interactor_that_never_ends_is_a_judge_error(tmp_path: Path, loop: str, kind: str) -> None:
    stated = f"name: echo\nvalidation: {kind}\nlimits:\n  validation_time: 1\n"
    folder = write(tmp_path / "echo", {"problem.yaml": stated, **CASES, "output_validators/v.py": loop})
    start = time.monotonic()
    report = judge(folder, 60, time_s=1)
    assert report.outcome is Outcome.JUDGE_ERROR, report
    assert time.monotonic() - start < 300  # the loop has no end; a busy machine is slow


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_a_generator_that_never_ends_is_a_judge_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: str
) -> None:
    monkeypatch.setattr(generated, "_GENERATE_S", 1.0)
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))
    digest = hash_bytes(b"7\n")
    files = {"generators/gen.py": f"def tests():\n    yield 'secret/g', '7\\n'\n{loop}"}
    listed = json.dumps({"secret/g": {"input": digest, "answer": digest}})
    accepted = {"submissions/accepted/main.cpp": (ECHO % b"").decode()}
    stated = {"problem.yaml": "name: echo\n", "generators/generated.json": listed, "data/secret/1.in": "1\n"}
    folder = write(tmp_path / "echo", {**stated, "data/secret/1.ans": "1\n", **files, **accepted})
    start = time.monotonic()
    report = judge(folder, 60)
    assert report.outcome is Outcome.JUDGE_ERROR, report
    assert "the generator failed" in report.detail
    assert time.monotonic() - start < 300
