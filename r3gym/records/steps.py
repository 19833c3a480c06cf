"""The steps of an episode: the actions of an agentic episode, or the one completion of a tool-free one.

Steps are ``s0``, ``s1`` ... in order.
"""

from __future__ import annotations

from pydantic import Field

from r3gym.core.charge import ChargeKind
from r3gym.records.model_base import Count, FrozenModel, Text


class ActionTaken(FrozenModel):
    """The action as the environment understood it."""

    verb: Text = Field(description="focus, shelve, command, submit, status or finish.")
    problem: Text = Field(description="The problem that the action names, as the contestant wrote it; may be empty.")
    text: Text = Field(description="The command, the answer or the note; quoted by the step's id.")


class StepCharge(FrozenModel):
    """How the accounting charged the step."""

    kind: ChargeKind = Field(description="counted, free, blocked or protocol_error.")
    category: Text = Field(description="The rule that decided.")
    reason: Text = Field(description="The reason, as readable text.")
    word: Text | None = Field(default=None, description="The word of the command that decided; None: not known.")


class CommandExit(FrozenModel):
    """How a command that ran ended."""

    code: int = Field(description="The exit status, as in a shell.")
    timed_out: bool = Field(description="Whether it was stopped by its time limit.")
    escape: bool = Field(description="Whether a free command tried to run something that is not passive.")
    out_of_memory: bool | None = Field(default=None, description="Whether the memory limit killed something.")
    output_cut: bool | None = Field(default=None, description="Whether the output was longer than allowed.")


class StepEffects(FrozenModel):
    """What a step did for which problems, whatever problem it was booked on.

    Which version of which answer came with the step is in the record's `candidates`.
    """

    named: tuple[Text, ...] = Field(
        default=(),
        description="The labels that the output of a counted command names, as if it printed something for them. A "
        "hint from the text alone: a table of numbers can look the same, and an unlabelled answer is not seen.",
    )
    wrote: tuple[Text, ...] | None = Field(
        default=None,
        description="The labels whose folder or own answer file the step changed: files created, changed or removed. "
        "None: not known.",
    )
    paths: tuple[Text, ...] = Field(default=(), description="The first changed files by path, of problems or not.")
    changed: Count = Field(default=0, description="How many files were created, changed or removed in all.")


class ProblemAfter(FrozenModel):
    """The visible state of one problem (`r3gym.core.state.ProblemState`)."""

    label: Text = Field(description="The problem's label.")
    paid_steps: Count = Field(description="Counted actions so far.")
    shelved: bool = Field(description="Whether it is shelved.")
    candidate: bool = Field(description="Whether there is an answer.")
    candidate_version: Count = Field(description="How often the answer's content has changed.")
    checks_since_change: Count = Field(description="Paid steps on it since the last change.")
    last_exit: int | None = Field(description="The exit status of the last paid step on it.")


class StateAfter(FrozenModel):
    """The visible state after a step."""

    focus: Text | None = Field(description="The focused problem.")
    spent: Count = Field(description="Units of the budget spent so far.")
    remaining: int | None = Field(description="Units left; None without a budget.")
    problems: tuple[ProblemAfter, ...] | None = Field(default=None, description="Every problem; None: not known.")


class DriverChoice(FrozenModel):
    """A driver's choice after a step."""

    next_problem: Text | None = Field(description="Where the next paid step should go; None for no more.")


class Step(FrozenModel):
    """One action and its result. ``charge`` and ``output`` are None when the sandbox failed."""

    id: Text = Field(description="s0, s1 ... in order.")
    turn: Text | None = Field(default=None, description="The model turn that caused it.")
    action: ActionTaken = Field(description="The action.")
    problem: Text | None = Field(description="The problem it was about: the one it names, else the focus at the time.")
    charge: StepCharge | None = Field(description="What it cost, and why.")
    output: Text | None = Field(description="The text that the contestant received; quoted as s3.output.")
    full_output: Text | None = Field(
        default=None,
        description="The hash of the command's output as kept for the record, which is in the record's `contents` and "
        "quoted as s3.full_output; None when `output` holds all of it.",
    )
    exit: CommandExit | None = Field(default=None, description="How the command ended, if one ran.")
    effects: StepEffects | None = Field(default=None, description="What it did for which problems; None: not known.")
    guard: Text | None = Field(default=None, description="The guard's reason, when it blocked the command.")
    driver: DriverChoice | None = Field(default=None, description="The driver's choice after it, if there is a driver.")
    state: StateAfter = Field(description="The visible state after it.")


class Metering(FrozenModel):
    """The charge of a completion, and flags about it."""

    charged: Count = Field(description="Tokens charged.")
    cut: bool = Field(description="Stopped by a cap.")
    cut_in_reasoning: bool = Field(description="The budget was used up before any visible text.")
    over_cap: bool = Field(description="The server wrote more than the budget.")
    reported: bool = Field(description="The server reported how many tokens it wrote.")
    hit_safety_cap: bool = Field(description="A run without a budget that was stopped.")


class CompletionTaken(FrozenModel):
    """The one completion of a tool-free episode. Its reasoning is among the record's `reasoning`."""

    id: Text = Field(description="Always s0.")
    turn: Text | None = Field(default=None, description="The model turn that wrote it.")
    text: Text = Field(description="The complete visible text; quoted by the step's id.")
    reasoning: Text | None = Field(default=None, description="The id of its reasoning.")
    tokens: int | None = Field(description="Tokens that the provider reported.")
    finish: Text = Field(description="stop, length, other or filter (the provider's content filter).")
    metered: Metering | None = Field(description="What it was charged.")
    spent: Count | None = Field(description="Units of the budget spent after it.")


class AuditedAnswer(FrozenModel):
    """One answer of the finaliser."""

    label: Text = Field(description="The problem.")
    found: bool = Field(description="Whether the answer occurs in the trace.")
    coverage: float = Field(description="The share of the answer that occurs in the trace.")


class Audit(FrozenModel):
    """Whether every answer of the finaliser occurs in the trace that it was given."""

    flagged: tuple[Text, ...] = Field(description="The labels whose answer does not occur in the trace.")
    answers: tuple[AuditedAnswer, ...] = Field(description="Every answer.")


class Finalisation(FrozenModel):
    """Stage 2 of the tool-free setting: an uncharged call that formats the answers of the stopped trace."""

    turn: Text | None = Field(default=None, description="The model turn of the finaliser.")
    text: Text | None = Field(description="What it wrote, which is what was graded; None when it did not run.")
    finish: Text | None = Field(description="stop, length, other or filter; None when it did not run.")
    trace_dropped: Count | None = Field(default=None, description="Characters of the trace that did not fit.")
    audit: Audit | None = Field(default=None, description="The audit of its answers.")
