"""The code judge's results, test by test. The report may reveal tests and is private; the verdict is public."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.code.judging.second_run import load_text

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


class Undecided(StrEnum):
    """Why a report says nothing about the program."""

    TOO_BUSY = "too busy"  #: it was slightly too slow, twice, on a machine that had much else to do
    NO_TOOL = "no tool"  #: the sandbox has no compiler or interpreter for its language


@dataclass(frozen=True)
class TestResult:
    """The result of one test: its number from 1, its name in the test data, and its outcome.

    ``second`` is true where a second run decided, because the machine was busy during the first.
    """

    number: int
    name: str
    outcome: Outcome
    cpu_s: float
    wall_s: float
    note: str = ""
    second: bool = False

    __test__ = False  # pytest must not collect it


@dataclass(frozen=True)
class JudgeReport:
    """The complete result for a program. ``detail`` names no file and quotes no test; ``tests`` does name tests.

    ``undecided`` is set where another machine, or this one at another time, may come to another outcome.
    """

    outcome: Outcome
    detail: str = ""
    tests: tuple[TestResult, ...] = ()
    total: int = 0
    limits: ProblemLimits | None = None
    cached: bool = False
    repeatable: bool = True
    undecided: Undecided | None = None

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
            TestResult(
                row["number"],
                row["name"],
                Outcome(row["outcome"]),
                row["cpu_s"],
                row["wall_s"],
                row["note"],
                row["second"],
            )
            for row in value["tests"]
        )
        limits = ProblemLimits(**value["limits"]) if value["limits"] is not None else None
        why = Undecided(value["undecided"]) if value["undecided"] is not None else None
        read = {"outcome": Outcome(value["outcome"]), "tests": tests, "limits": limits, "undecided": why}
        return cls(**{**value, **read})


def judge_error(detail: str, *, total: int = 0, undecided: Undecided | None = None) -> JudgeReport:
    """Return a report that the judge failed; it never counts against the program."""
    return JudgeReport(Outcome.JUDGE_ERROR, detail, total=total, repeatable=False, undecided=undecided)


def summarise(
    tests: tuple[TestResult, ...],
    total: int,
    limits: ProblemLimits,
    *,
    repeatable: bool,
    too_busy: bool = False,
    time_factor: float = 1.0,
) -> JudgeReport:
    """Return the report of the tests. A judge error on any test decides; otherwise the first failed test.

    ``too_busy`` is whether the machine left that failure open. ``time_factor`` is what the limits were multiplied by.
    """
    failed = [test for test in tests if test.outcome is not Outcome.ACCEPTED]
    failed.sort(key=lambda test: test.outcome is not Outcome.JUDGE_ERROR)  # stable: otherwise in order
    first = failed[0] if failed else None
    if first is None:
        late = ", ".join(str(test.number) for test in tests if test.second)
        detail = f"all {total} tests passed" + (f" (in a second run, the machine was busy: {late})" if late else "")
        return JudgeReport(Outcome.ACCEPTED, detail, tests, total, limits, repeatable=repeatable)
    detail = f"test {first.number} of {total}: {_WORDS[first.outcome]}"
    if first.outcome is Outcome.TIME_LIMIT:
        detail = f"{detail} ({_timing(first, limits, time_factor, too_busy=too_busy)})"
    if first.outcome is Outcome.JUDGE_ERROR:
        detail = f"{detail} ({first.note})"
        repeatable = False
    undecided = Undecided.TOO_BUSY if too_busy and first.outcome is Outcome.TIME_LIMIT else None
    return JudgeReport(first.outcome, detail, tests, total, limits, repeatable=repeatable, undecided=undecided)


def _timing(test: TestResult, limits: ProblemLimits, time_factor: float, *, too_busy: bool) -> str:
    """State the limit, the factor, and how often the program ran."""
    stated = f"limit {limits.time_s:g} s of CPU time, time factor {time_factor:g}"
    if not test.second:
        return f"{stated}, run once"
    if not too_busy:
        return f"{stated}, run twice because the machine was busy"
    return f"{stated}, run twice, {test.cpu_s:.2f} s the second time: the machine was too busy to tell, {load_text()}"
