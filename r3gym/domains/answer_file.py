"""What domains with short answers share: numbers as labels, one answer file with a section per problem."""

from __future__ import annotations

from r3gym.core.domain import ANSWER_FILE, Domain
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST


class AnswerFileDomain(Domain):
    """A domain whose answers stand in one shared file, each behind a marker in its problem's section."""

    def labels(self, count: int = PROBLEMS_PER_CONTEST) -> tuple[str, ...]:
        """Numbers from 1."""
        return tuple(str(number) for number in range(1, count + 1))

    def artifact(self, label: str) -> str:  # noqa: ARG002
        """The shared answer file."""
        return ANSWER_FILE
