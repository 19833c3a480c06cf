"""Parser states and verdicts: what was found in an artifact, and whether it is correct."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

#: The beginning of the detail of a verdict that a judge could not decide.
UNSURE = "unsure:"


class ParseState(StrEnum):
    """The paper's parser states. Everything but ``answered`` receives zero credit."""

    ANSWERED = "answered"
    MISSING = "missing"
    MALFORMED = "malformed"
    UNPARSABLE = "unparsable"


@dataclass(frozen=True)
class AnswerCandidate:
    """Something in a text that may be a problem's answer: its text (None: it is not complete), line, and what it is."""

    answer: str | None
    line: int
    note: str


@dataclass(frozen=True)
class ParsedAnswer:
    """What the parser found for one problem; ``answer`` is set exactly when the state is ``answered``.

    The choice is explained by ``candidates``, all of them in the order of the text, and ``why``, one sentence.
    ``duplicate``: different complete answers stand in several sections of the problem. ``unmarked``: the answer was
    read although it is not in the domain's marker (box, tag). ``declined``: missing, because the text itself says that
    there is no answer.
    """

    label: str
    state: ParseState
    answer: str | None = None
    detail: str = ""
    why: str = field(default="", compare=False)
    candidates: tuple[AnswerCandidate, ...] = field(default=(), compare=False)
    duplicate: bool = field(default=False, compare=False)
    unmarked: bool = field(default=False, compare=False)
    declined: bool = field(default=False, compare=False)


class Outcome(StrEnum):
    """The judge's outcome. Only ``accepted`` is correct.

    ``judge_error`` means the judge failed, not the contestant; ``unjudged`` that no judge has seen the answer yet. Both
    count zero until the answer is judged again.
    """

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    RUNTIME_ERROR = "runtime_error"
    COMPILE_ERROR = "compile_error"
    JUDGE_ERROR = "judge_error"
    UNJUDGED = "unjudged"


#: The outcomes of answers that a judge has still to decide.
AWAITING = (Outcome.JUDGE_ERROR, Outcome.UNJUDGED)

#: The judge of a verdict that no judge gave.
NO_JUDGE = "none"


@dataclass(frozen=True)
class SecondOpinion:
    """What another judge of the same answer says, with its own number."""

    judge: str
    outcome: Outcome
    score: float | None = None


@dataclass(frozen=True)
class Verdict:
    """An outcome, which judge decided it, and a detail that never quotes a reference answer or a hidden test.

    ``undecided``: the judge could not decide and gave no credit; another judge may be used.
    ``score`` is the judge's own number from 0 to 1, ``tests`` the number and outcome of every hidden test that ran;
    both are None where the judge provides none. ``second`` is another judge's opinion where it differs. ``key`` is the
    hash of the answer key that it was judged by, for records; it is shown to nobody who plays. None of them affects the
    outcome.
    """

    outcome: Outcome
    judge: str
    detail: str = ""
    undecided: bool = False
    score: float | None = field(default=None, compare=False)
    tests: tuple[tuple[int, Outcome], ...] | None = field(default=None, compare=False)
    second: SecondOpinion | None = field(default=None, compare=False)
    key: str | None = field(default=None, repr=False, compare=False)

    @property
    def correct(self) -> bool:
        """Full credit or none: the paper's binary criterion."""
        return self.outcome is Outcome.ACCEPTED
