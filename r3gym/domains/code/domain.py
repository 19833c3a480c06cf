"""Competitive programming: a C++17 program per problem, judged by hidden tests."""

from __future__ import annotations

from r3gym.core.domain import Domain
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST


class CodeDomain(Domain):
    """Programs in C++17, one file per problem, judged by hidden tests."""

    gym_name = "Code"
    long_name = "competitive programming"

    def labels(self, count: int = PROBLEMS_PER_CONTEST) -> tuple[str, ...]:
        """Letters from A."""
        return tuple("ABCDEFGHIJKL"[:count])

    def artifact(self, label: str) -> str:
        """A source file per problem."""
        return f"/app/solution_{label}.cpp"
