"""The result of an episode: the answers found in the artifacts, the judge's verdicts, and the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from r3gym.core.provenance import JudgeProvenance, judge_provenance
from r3gym.core.verdict import AWAITING, NO_JUDGE, Outcome, ParseState, Verdict


@dataclass(frozen=True)
class ProblemResult:
    """One problem: parser state, verdict (None when there was no answer to judge), and the units spent on it."""

    label: str
    problem_id: str
    parse: ParseState
    verdict: Verdict | None
    spent: int
    detail: str = ""

    @property
    def correct(self) -> bool:
        """Whether the answer was accepted; an answer that could not be parsed or judged is not correct."""
        return self.verdict is not None and self.verdict.correct

    @property
    def unsure(self) -> bool:
        """Whether the answer counts as wrong only because the judge could not decide."""
        return self.verdict is not None and self.verdict.undecided and not self.correct

    @property
    def word(self) -> str:
        """The outcome shown in tables: the judge's, or the parser's state when nothing was judged."""
        return self.parse.value if self.verdict is None else self.verdict.outcome.value

    @property
    def standing(self) -> JudgeProvenance | None:
        """Whether the paper's judge decided, or a stand-in; None when there was nothing to judge."""
        if self.verdict is None or self.verdict.judge == NO_JUDGE:
            return None
        return judge_provenance(self.verdict.judge)


@dataclass(frozen=True)
class ContestResult:
    """All problems of a contest. ``judge_errors`` lists the labels that score zero because the judge failed."""

    contest_id: str
    problems: tuple[ProblemResult, ...]

    @property
    def score(self) -> int:
        """The number of correct answers."""
        return sum(p.correct for p in self.problems)

    @property
    def judge_errors(self) -> tuple[str, ...]:
        """Labels that the judge could not decide."""
        return tuple(
            p.label for p in self.problems if p.verdict is not None and p.verdict.outcome is Outcome.JUDGE_ERROR
        )

    @property
    def awaiting(self) -> tuple[str, ...]:
        """Labels that score zero until they are judged again: the judge failed, or has not seen them yet."""
        return tuple(p.label for p in self.problems if p.verdict is not None and p.verdict.outcome in AWAITING)

    @property
    def unsure(self) -> tuple[str, ...]:
        """Labels that score zero because the judge was unsure: it did not fail, and did not reject either."""
        return tuple(p.label for p in self.problems if p.unsure)

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges that decided, each once."""
        return tuple(sorted({p.verdict.judge for p in self.problems if p.verdict is not None} - {NO_JUDGE}))

    @property
    def standing(self) -> JudgeProvenance | None:
        """The paper's only when its judge decided every answer; None when there was no answer to judge."""
        found = {p.standing for p in self.problems} - {None}
        if not found:
            return None
        return JudgeProvenance.STAND_IN if JudgeProvenance.STAND_IN in found else JudgeProvenance.PAPER

    def summary(self) -> dict[str, Any]:
        """Return the result as plain JSON, for infos and records."""
        return {
            "contest": self.contest_id,
            "score": self.score,
            "judge_errors": list(self.judge_errors),
            "unsure": list(self.unsure),
            "judges": list(self.judges),
            "standing": None if self.standing is None else self.standing.value,
            "problems": [
                {
                    "label": p.label,
                    "problem": p.problem_id,
                    "correct": p.correct,
                    "parse": p.parse.value,
                    "verdict": None if p.verdict is None else p.verdict.outcome.value,
                    "judge": None if p.verdict is None else p.verdict.judge,
                    "standing": None if p.standing is None else p.standing.value,
                    "unsure": p.unsure,
                    "detail": p.detail if p.verdict is None else p.verdict.detail,
                    "spent": p.spent,
                    **({} if p.verdict is None else _numbers(p.verdict)),
                }
                for p in self.problems
            ],
        }


def _numbers(verdict: Verdict) -> dict[str, Any]:
    """Return the judge's own number and another judge's opinion as plain JSON, where there are any."""
    found: dict[str, Any] = {} if verdict.score is None else {"score": verdict.score}
    if verdict.second is not None:
        other = verdict.second
        found["second"] = {"judge": other.judge, "verdict": other.outcome.value, "score": other.score}
    return found
