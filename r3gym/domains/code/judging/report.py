"""The code judge's results, test by test. The report may reveal tests and is private; the verdict is public."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome, Verdict

#: Incremented whenever verdicts could change; cached verdicts of an older version are not used.
JUDGE_VERSION = 5
JUDGE_NAME = f"code-judge/{JUDGE_VERSION}"

_WORDS = {
    Outcome.WRONG_ANSWER: "wrong answer",
    Outcome.TIME_LIMIT: "time limit exceeded",
    Outcome.MEMORY_LIMIT: "memory limit exceeded",
    Outcome.OUTPUT_LIMIT: "output limit exceeded",
    Outcome.RUNTIME_ERROR: "run-time error",
    Outcome.JUDGE_ERROR: "the judge failed",
}


@dataclass(frozen=True)
class TestResult:
    """The result of one test: its number from 1, its name in the test data, and its outcome."""

    number: int
    name: str
    outcome: Outcome
    cpu_s: float
    wall_s: float
    note: str = ""

    __test__ = False  # pytest must not collect it


@dataclass(frozen=True)
class JudgeReport:
    """The complete result for a program. ``detail`` names no file and quotes no test; ``tests`` does name tests."""

    outcome: Outcome
    detail: str = ""
    tests: tuple[TestResult, ...] = ()
    total: int = 0
    limits: ProblemLimits | None = None
    cached: bool = False
    repeatable: bool = True

    @property
    def verdict(self) -> Verdict:
        """The report without anything that a contestant must not see."""
        passed = sum(test.outcome is Outcome.ACCEPTED for test in self.tests)
        return Verdict(
            self.outcome,
            JUDGE_NAME,
            self.detail,
            score=passed / self.total if self.total and len(self.tests) == self.total else None,
            tests=tuple((test.number, test.outcome) for test in self.tests),
        )

    @property
    def slowest_s(self) -> float:
        """The most CPU time that one test took."""
        return max((test.cpu_s for test in self.tests), default=0.0)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for a file or for ``--json``."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> JudgeReport:
        """Return the report that `to_json` wrote; raise KeyError, TypeError or ValueError for anything else."""
        tests = tuple(
            TestResult(row["number"], row["name"], Outcome(row["outcome"]), row["cpu_s"], row["wall_s"], row["note"])
            for row in value["tests"]
        )
        limits = ProblemLimits(**value["limits"]) if value["limits"] is not None else None
        return cls(**{**value, "outcome": Outcome(value["outcome"]), "tests": tests, "limits": limits})


def judge_error(detail: str, *, total: int = 0) -> JudgeReport:
    """Return a report that the judge failed; it never counts against the program."""
    return JudgeReport(Outcome.JUDGE_ERROR, detail, total=total, repeatable=False)


def summarise(tests: tuple[TestResult, ...], total: int, limits: ProblemLimits, *, repeatable: bool) -> JudgeReport:
    """Return the report of the tests. A judge error on any test decides; otherwise the first failed test."""
    failed = [test for test in tests if test.outcome is not Outcome.ACCEPTED]
    failed.sort(key=lambda test: test.outcome is not Outcome.JUDGE_ERROR)  # stable: otherwise in order
    first = failed[0] if failed else None
    if first is None:
        detail = f"all {total} tests passed"
        return JudgeReport(Outcome.ACCEPTED, detail, tests, total, limits, repeatable=repeatable)
    detail = f"test {first.number} of {total}: {_WORDS[first.outcome]}"
    if first.outcome is Outcome.JUDGE_ERROR:
        detail = f"{detail} ({first.note})"
        repeatable = False
    return JudgeReport(first.outcome, detail, tests, total, limits, repeatable=repeatable)
