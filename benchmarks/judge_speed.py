"""What the code judge costs beside the plainest way to do the same, taken turn about on one machine.

Three ratios or times, each with its goal:

- a hundred small tests of one program: the judge's (run, compared, nothing kept from test to test) against
  `subprocess.run([program], input=..., stdout=PIPE)` of the same hundred;
- a program that includes all of the standard library: compiled with the precompiled header against without, sandboxed;
- a verdict that was reached before: milliseconds of the whole call, reading the tests' folder included.

Milliseconds depend on the machine and what else it does; ratios of medians of interleaved runs hardly do.

    python benchmarks/judge_speed.py [--backend bubblewrap] [--rounds 7] [--strict]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from r3gym.core.problem import ProblemLimits
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging import pch
from r3gym.domains.code.judging.build import BuiltProgram, build
from r3gym.domains.code.judging.judge import JudgeSettings, judge_key, open_trial, run_tests
from r3gym.domains.code.judging.languages import CPP17, PROGRAM
from r3gym.domains.code.judging.runner import open_runner
from r3gym.domains.code.key import CodeKey
from r3gym.domains.code.packages import PackageTests, open_tests
from r3gym.sandbox import Backend, backend

TESTS = 100
LIMITS = ProblemLimits(2.0, 256)
SUM = b"""#include <iostream>
int main() {
    long long n, sum = 0, x;
    std::cin >> n;
    while (n-- && std::cin >> x) sum += x;
    std::cout << sum << "\\n";
}
"""
WORDS = b"""#include <bits/stdc++.h>
using namespace std;
int main() {
    map<string, vector<int>> places;
    string word;
    for (int i = 0; cin >> word; i++) places[word].push_back(i);
    for (auto& [w, all] : places) cout << w << ' ' << all.size() << '\\n';
}
"""
GOALS = {"tests": 1.3, "compile": 0.5, "cached ms": 5.0}


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000


def make_tests(folder: Path) -> PackageTests:
    """A hundred inputs of up to fifty numbers, each with its sum."""
    for number in range(1, TESTS + 1):
        values = [(number * k * 7919) % 1000 for k in range(number % 50)]
        (folder / f"{number}.in").write_text(" ".join(map(str, [len(values), *values])) + "\n")
        (folder / f"{number}.ans").write_text(f"{sum(values)}\n")
    return open_tests(folder)


def measure_tests(made: Backend, tests: PackageTests, scratch: Path, rounds: int) -> tuple[float, float]:
    """Milliseconds per test: plain, judged."""
    built = build(made, CPP17, {"solution.cpp": SUM})
    if not isinstance(built, BuiltProgram):
        raise SystemExit(f"the program does not compile here: {built.reason}")
    program = scratch / "program"
    program.write_bytes(built.files[PROGRAM])
    program.chmod(0o755)
    inputs = [case.input.read_bytes() for case in tests.cases]

    def plain() -> None:
        for data in inputs:
            subprocess.run([program], input=data, stdout=subprocess.PIPE, check=True)

    outside, inside = [], []
    with open_trial(made, tests) as trial, open_runner(made, built, LIMITS, 8) as runner:
        for _ in range(rounds):
            outside.append(timed(plain))
            start = time.perf_counter()
            report = run_tests(runner, trial, tests, LIMITS, all_tests=False)
            inside.append((time.perf_counter() - start) * 1000)
            if report.outcome is not Outcome.ACCEPTED:
                raise SystemExit(f"the judge rejects the program: {report.detail}")
    return statistics.median(outside) / TESTS, statistics.median(inside) / TESTS


def measure_compile(made: Backend, rounds: int) -> tuple[float, float] | None:
    """Milliseconds of a build: without the precompiled header, with it; None where it cannot be made."""
    if pch.folder(made, CPP17.header_flags) is None:
        return None
    without, using = [], []
    plain = replace(CPP17, header_flags=())
    for _ in range(rounds):
        without.append(timed(lambda: build(made, plain, {"solution.cpp": WORDS})))
        using.append(timed(lambda: build(made, CPP17, {"solution.cpp": WORDS})))
    return statistics.median(without), statistics.median(using)


def measure_cached(name: str, folder: Path, rounds: int) -> float:
    """Milliseconds of a verdict that is known."""
    key, settings = CodeKey("sum", Tier.EASY, folder, LIMITS), JudgeSettings(sandbox=name)
    judge_key(SUM, key, settings)
    times = []
    for _ in range(20 * rounds):
        start = time.perf_counter()
        report = judge_key(SUM, key, settings)
        times.append((time.perf_counter() - start) * 1000)
        if not report.cached:
            raise SystemExit(f"the verdict was not kept: {report.detail}")
    return statistics.median(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--backend", default="bubblewrap")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a goal is missed")
    arguments = parser.parse_args()
    made = backend(arguments.backend)
    with tempfile.TemporaryDirectory() as place:
        scratch = Path(place)
        os.environ.setdefault("R3GYM_CACHE_DIR", str(scratch / "cache"))
        (scratch / "tests").mkdir()
        tests = make_tests(scratch / "tests")
        plain, judged = measure_tests(made, tests, scratch, arguments.rounds)
        compiled = measure_compile(made, arguments.rounds)
        cached = measure_cached(arguments.backend, scratch / "tests", arguments.rounds)
    rows = [("tests", plain, judged, judged / plain)]
    rows += [("compile", *compiled, compiled[1] / compiled[0])] if compiled else []
    print(f"{'what':<10} {'plain ms':>9} {'judge ms':>9} {'ratio':>6} {'goal':>6}")
    for name, outside, inside, ratio in rows:
        print(f"{name:<10} {outside:>9.2f} {inside:>9.2f} {ratio:>6.2f} {GOALS[name]:>6}")
    print(f"{'cached ms':<10} {'':>9} {cached:>9.2f} {'':>6} {GOALS['cached ms']:>6}")
    missed = [name for name, _, _, ratio in rows if ratio > GOALS[name]]
    missed += ["cached ms"] if cached > GOALS["cached ms"] else []
    missed += [] if compiled else ["compile (no precompiled header to be had)"]
    if missed:
        print(f"missed: {', '.join(missed)}")
    return 1 if missed and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
