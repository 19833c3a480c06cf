"""Common parts of domains with short answers: numbers as labels, one answer file with a section per problem."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from r3gym.core.artifact import Artifact
from r3gym.core.domain import Domain, StepFeedback, scratch_area
from r3gym.core.drafts import DraftStep, ProblemDrafts
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.domains.trace import answer_coverage, word_tokens
from r3gym.parsing.answer_file import parse_answer_file, write_slot
from r3gym.parsing.marked import parse_marked, parse_single
from r3gym.parsing.marker import AnswerMarker

#: The file that holds all answers.
ANSWER_FILE = "/logs/artifacts/answer.txt"


class AnswerFileDomain(Domain):
    """A domain whose answers are in one shared file, each in a marker in its problem's section.

    A subclass defines its names, its ``marker``, its prompts and its judge. The scripted solver needs a key with a
    ``reference``.
    """

    shares_artifact = True
    feedback = StepFeedback(tested=False, exit_looks=0.97, exit_fails=0.6)

    @property
    @abstractmethod
    def marker(self) -> AnswerMarker:
        """The marker that encloses an answer."""

    def labels(self, count: int = PROBLEMS_PER_CONTEST) -> tuple[str, ...]:
        """Return the numbers from 1 to ``count``."""
        return tuple(str(number) for number in range(1, count + 1))

    def artifact(self, label: str) -> str:  # noqa: ARG002
        """Return the path of the shared answer file."""
        return ANSWER_FILE

    def parse_artifacts(self, artifacts: Mapping[str, Artifact], labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
        """Parse the sections of the answer file."""
        file = artifacts[ANSWER_FILE]
        if file.refused:
            return tuple(ParsedAnswer(label, ParseState.MALFORMED, detail=file.refused) for label in labels)
        return parse_answer_file(file.content, self.marker, labels)

    def parse_text(self, text: str, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
        """Parse the last complete marker of each problem; without any, a final-answer line."""
        if len(labels) == 1:
            return (parse_single(labels[0], text, self.marker, lines=True),)
        return parse_marked(text, labels, self.marker, lines=True)

    def write_answer(self, old: bytes | None, labels: Sequence[str], label: str, answer: str) -> bytes:
        """Return the answer file with the problem's section replaced."""
        text = (old or b"").decode("utf-8-sig", errors="replace")
        return write_slot(text, self.marker, labels, label, answer).encode("utf-8", errors="replace")

    def trace_coverage(self, answer: str, trace: str) -> float:
        """Return 1.0 if the words of the answer occur consecutively in the trace, else 0.0."""
        return answer_coverage(answer, trace, word_tokens)

    def drafts(self, key: Any) -> ProblemDrafts:
        """Return the reference as the right draft, and other numbers as wrong drafts."""
        wrong = tuple(str(n) for n in (90001, 90017, 90023) if str(n) != key.reference)
        return ProblemDrafts(key.tier, key.reference, wrong)

    def draft_step(self, label: str, draft: str, attempt: int, *, checks: bool, believed: bool) -> DraftStep:  # noqa: ARG002
        """Compute a draft with Python (paid) and print it; the exit code is 1 if the draft is not believed."""
        program = f"print({draft!r}){'' if believed else '; raise SystemExit(1)'}"
        quoted = "'" + program.replace("'", "'\\''") + "'"
        command = f"cd {scratch_area(label)} && python3 -c {quoted} > draft.txt; s=$?; cat draft.txt; exit $s"
        return DraftStep(paid=command)


#: The sentence on the location of answers that these domains share.
WHERE = "Put all answers into $files, one section per problem, which begins with a line such as `$heading`."
#: The same sentence for a run about one problem.
WHERE_ONE = "Put the answer into $files, below the line `$heading`."
UNCHANGED_ANSWER = f"the problem's section of {ANSWER_FILE}"
