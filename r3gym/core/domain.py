"""The three domains, and what the paper fixes for each: labels, artifacts, and how an answer is marked."""

from __future__ import annotations

from enum import StrEnum

from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST

#: The shared answer file of mathematics and abstract reasoning.
ANSWER_FILE = "/logs/artifacts/answer.txt"


class Domain(StrEnum):
    """A domain of the benchmark; its value is the word used in files, on the command line and in records."""

    CODE = "code"
    MATH = "math"
    AR = "ar"

    @property
    def long_name(self) -> str:
        """The name a reader knows it by."""
        return {
            Domain.CODE: "competitive programming",
            Domain.MATH: "mathematics",
            Domain.AR: "abstract reasoning",
        }[self]

    @property
    def gym_name(self) -> str:
        """The word inside a Gymnasium id, as in ``R3Contest-Code-v0``."""
        return {Domain.CODE: "Code", Domain.MATH: "Math", Domain.AR: "AR"}[self]

    def labels(self, count: int = PROBLEMS_PER_CONTEST) -> tuple[str, ...]:
        """The labels of a contest's problems in presented order: A-F for code, 1-6 otherwise.

        >>> Domain.CODE.labels(), Domain.AR.labels(2)
        (('A', 'B', 'C', 'D', 'E', 'F'), ('1', '2'))
        """
        return tuple("ABCDEF"[:count]) if self is Domain.CODE else tuple("123456"[:count])

    def artifact(self, label: str) -> str:
        """Where the final answer of a problem lives; math and AR problems share one file.

        >>> Domain.CODE.artifact("C"), Domain.MATH.artifact("3")
        ('/app/solution_C.cpp', '/logs/artifacts/answer.txt')
        """
        return f"/app/solution_{label}.cpp" if self is Domain.CODE else ANSWER_FILE


def scratch_area(label: str) -> str:
    """The folder that belongs to one problem of the contest."""
    return f"/app/problem_{label}"
