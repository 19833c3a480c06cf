"""How an episode ended: the ledger, the files at the end, the answers found in them, the verdicts, or the failure."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from r3gym.core.provenance import JudgeProvenance
from r3gym.core.unit import Unit
from r3gym.core.verdict import AWAITING, UNSURE, Outcome, ParseState
from r3gym.records.model_base import Count, FrozenModel, JsonObject, Text


class FailureClass(StrEnum):
    """The component that failed, so that an episode has no result.

    It is never the contestant: such an episode is pending, not scored.
    """

    MODEL = "model"  # the model's service
    SANDBOX = "sandbox"  # the sandbox, or the machine
    JUDGE = "judge"  # the judge could not decide an answer; in old rows only: such an episode has a result now
    INTERNAL = "internal"  # anything else; treated as a bug


class EpisodeEnding(StrEnum):
    """How the environment's part of an episode ended."""

    FINISHED = "finished"  # by the contestant, or by its completion
    STEP_CAP = "step_cap"  # too many steps without cost; judged as it was
    WALL_CLOCK = "wall_clock"  # too long; judged as it was
    STALLED = "stalled"  # too many steps in a row without any progress; judged as it was
    VOID = "void"  # aborted because of a failure outside the contestant: see `failure`
    INTERRUPTED = "interrupted"  # the process was killed, or the episode abandoned; nothing was judged


class LedgerAtEnd(FrozenModel):
    """The ledger at the end of the episode."""

    unit: Unit | None = Field(description="The unit of the budget.")
    total: Count | None = Field(description="The budget; None without one.")
    spent: Count | None = Field(description="Units taken.")
    remaining: int | None = Field(description="Units left; None without a budget.")
    per_problem: dict[Text, Count] = Field(description="Units taken for each problem, by label.")
    unattributed: Count | None = Field(description="Units that belong to no problem.")
    free: Count | None = Field(description="Free actions.")
    blocked: Count | None = Field(description="Actions blocked before they ran.")
    protocol_errors: Count | None = Field(description="Actions that could not be understood.")


class CandidateVersion(FrozenModel):
    """One version of an answer, as the runtime detected it."""

    label: Text = Field(description="The problem.")
    version: Count = Field(description="From 1, counting changes of content.")
    step: Text = Field(description="The step after which it was present.")
    content: Text = Field(description="The hash of its content, which is in the record's `contents`.")


class FinalArtifact(FrozenModel):
    """A file that was judged."""

    path: Text = Field(description="Its path in the sandbox.")
    content: Text | None = Field(description="The hash of its content, None when it was absent or refused.")
    refused: Text | None = Field(default=None, description="Why it was not opened: a link, a pipe, too large.")


class ScratchFile(FrozenModel):
    """A file of the contestant that was in the sandbox at the end."""

    path: Text = Field(description="Its path in the sandbox.")
    size: Count | None = Field(description="Its length in bytes; None when it was too long to be read.")
    content: Text | None = Field(description="The hash of its content, None when it was not kept.")
    area: Text | None = Field(
        default=None,
        description="The area of the sandbox that it was in, when that was not the present one at the end.",
    )


class Scratch(FrozenModel):
    """The contestant's own files at the end, as far as the rule of `r3gym.envs.scratch` keeps them."""

    files: tuple[ScratchFile, ...] = Field(description="The files, by path.")
    left_out: Count = Field(description="The number of further files, which are not listed.")


class ExtractedAnswer(FrozenModel):
    """What the parser found for one problem."""

    label: Text = Field(description="The problem.")
    parse: ParseState = Field(description="The parser's state.")
    answer: Text | None = Field(description="The answer that was judged, None when there was none.")
    detail: Text = Field(default="", description="Why there is none.")
    duplicate: bool | None = Field(
        default=None,
        description="Whether several sections of the problem hold different complete answers; None in old files.",
    )
    unmarked: bool | None = Field(
        default=None, description="Whether it was read without the domain's box or tag; None in old files."
    )
    declined: bool | None = Field(
        default=None, description="Whether the text itself says that there is no answer; None in old files."
    )


class TestOutcome(FrozenModel):
    """One hidden test: its number and what happened, never its content."""

    number: int = Field(description="From 1, in the order in which they ran.")
    outcome: Outcome = Field(description="What happened.")

    __test__ = False  # not a class of tests


class SecondVerdict(FrozenModel):
    """What another judge said of the same answer; it does not count."""

    judge: Text = Field(description="Which judge.")
    verdict: Outcome = Field(description="Its outcome.")
    score: float | None = Field(default=None, description="Its own score from 0 to 1, where it has one.")


class ProblemVerdict(FrozenModel):
    """The judge's verdict on one problem."""

    label: Text = Field(description="The problem's label.")
    problem_id: Text = Field(description="The problem's id.")
    correct: bool = Field(description="Whether the answer was accepted.")
    parse: ParseState | None = Field(description="What the parser found.")
    verdict: Outcome | None = Field(description="The judge's outcome, None when there was nothing to judge.")
    judge: Text | None = Field(description="Which judge decided; None when none did.")
    standing: JudgeProvenance | None = Field(description="Whether that is the paper's judge or a stand-in.")
    detail: Text = Field(description="Details, never quoting a hidden test or a reference answer.")
    spent: Count | None = Field(description="Units of the budget spent on it.")
    unsure: bool | None = Field(
        default=None,
        description="Whether it counts as wrong only because the judge could not decide; None in old files.",
    )
    score: float | None = Field(default=None, description="The judge's own score from 0 to 1, where it has one.")
    tests: tuple[TestOutcome, ...] | None = Field(
        default=None, description="The outcome of each test, where the judge reports it."
    )
    key: Text | None = Field(
        default=None,
        description="Hash of the answer key and its tests; None when nothing was judged, and in old files.",
    )
    second: SecondVerdict | None = Field(
        default=None, description="Another judge's verdict where it differs: the raw scorer's beside the guarded one's."
    )

    @property
    def left_unsure(self) -> bool:
        """Whether the judge was unsure; in files older than the field its detail says so."""
        said = self.detail.startswith(UNSURE) if self.unsure is None else self.unsure
        return said and not self.correct and self.verdict is Outcome.WRONG_ANSWER


class ContestVerdict(FrozenModel):
    """The result of the episode."""

    contest: Text | None = Field(description="The contest's id.")
    score: Count | None = Field(description="The number of correct answers.")
    judge_errors: tuple[Text, ...] = Field(description="Labels that the judge could not decide.")
    judges: tuple[Text, ...] = Field(description="The judges that decided, each once.")
    standing: JudgeProvenance | None = Field(description="The paper's only when its judges decided everything.")
    problems: tuple[ProblemVerdict, ...] = Field(description="Problem by problem.")

    @property
    def awaiting(self) -> tuple[str, ...]:
        """The labels of answers that a judge has still to decide; they count zero until then."""
        return tuple(problem.label for problem in self.problems if problem.verdict in AWAITING)


class EarlierVerdicts(FrozenModel):
    """Verdicts that a later judging replaced."""

    result: ContestVerdict = Field(description="The result as it was.")
    judges: JsonObject | None = Field(description="The configuration of the judges that gave it.")
    replaced: Text = Field(description="When it was replaced.")


class EpisodeFailure(FrozenModel):
    """Why there is no result."""

    kind: FailureClass | None = Field(description="The component that failed; None when an old record does not say.")
    message: Text = Field(description="What happened.")
