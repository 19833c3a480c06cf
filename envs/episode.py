"""One episode of an agentic contest: the runtime between a policy's actions and the sandbox.

The rules are the paper's: bookkeeping is free; a counted command is charged once, before it runs, to the focused
problem; a blocked command does not run and costs nothing; when the budget is spent, recording and finishing stay open;
correctness is decided once, at the end, from the artifacts. The episode holds public data only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from r3gym.accounting import Charge, ChargeKind, classify, plain_script
from r3gym.core.actions import HELPER_WORDS, Action, Verb
from r3gym.core.artifact import Artifact
from r3gym.core.budget import Budget, Ledger
from r3gym.core.contest import Contest
from r3gym.core.domain import AnswerRefused
from r3gym.core.state import ContestState, ProblemState
from r3gym.envs import candidates
from r3gym.envs.status import status_text
from r3gym.judging.artifacts import MAX_ARTIFACT_BYTES
from r3gym.prompts.instruction import BudgetView
from r3gym.records.steps import StepEffects
from r3gym.sandbox import ExecResult, FileRefused, Workspace
from r3gym.schedulers import Scheduler


@dataclass(frozen=True)
class ActionResult:
    """The result of an action: the charge, the text shown to the policy, and the command's result if one ran."""

    charge: Charge
    text: str
    result: ExecResult | None = None
    effects: StepEffects | None = None
    full_output: str | None = None


@dataclass(frozen=True)
class EpisodeRules:
    """What is fixed for the length of an episode."""

    contest: Contest
    budget: Budget
    scheduler: Scheduler
    view: BudgetView = BudgetView.RUNNING
    target: str | None = None
    command_timeout_s: float = 120.0
    free_timeout_s: float = 20.0


class Episode:
    """The live contest. `act` performs one action; `finished` says whether the contestant ended it."""

    def __init__(self, rules: EpisodeRules, workspace: Workspace) -> None:
        labels = rules.contest.labels
        self.rules = rules
        self.ledger = Ledger.opened(rules.budget, labels)
        self.finished = False
        #: The new versions of answers after the latest action.
        self.new_versions: tuple[candidates.NewVersion, ...] = ()
        self._workspace = workspace
        self._focus: str | None = None
        self._shelved: dict[str, bool] = dict.fromkeys(labels, False)
        self._last_exit: dict[str, int | None] = dict.fromkeys(labels)
        self._candidates = dict.fromkeys(labels, candidates.NO_CANDIDATE)

    @property
    def state(self) -> ContestState:
        """The runtime-visible state, computed from the ledger and the observed artifacts."""
        problems = tuple(
            ProblemState(
                label=label,
                paid_steps=paid,
                shelved=self._shelved[label],
                candidate=self._candidates[label].present,
                candidate_version=self._candidates[label].version,
                checks_since_change=self._candidates[label].checks,
                last_exit=self._last_exit[label],
            )
            for label, paid in self.ledger.per_problem.items()
        )
        return ContestState(
            domain=self.rules.contest.domain,
            problems=problems,
            focus=self._focus,
            total=self.ledger.budget.total,
            used=self.ledger.used,
            remaining=self.ledger.remaining,
        )

    @property
    def schedulable(self) -> ContestState:
        """The state as a scheduler sees it: in target-in-suite mode the target is the only problem to schedule."""
        return self.state.narrowed(self.rules.target)

    def act(self, action: Action) -> ActionResult:
        """Perform one action. Raises `r3gym.sandbox.SandboxError` when the sandbox itself fails."""
        if self.finished:
            raise ValueError("the contest is over: nothing runs after completion")
        self.new_versions = ()
        if action.verb is Verb.COMMAND:
            return self._command(action.text)
        handler = {
            Verb.FOCUS: self._focus_on,
            Verb.SHELVE: self._shelve,
            Verb.SUBMIT: self._submit,
            Verb.STATUS: self._status,
            Verb.FINISH: self._finish,
        }[action.verb]
        text = handler(action)
        self.ledger = self.ledger.free()
        return ActionResult(
            Charge(ChargeKind.FREE, action.verb.name.lower(), "bookkeeping and recording are free"), text
        )

    def artifacts(self) -> Mapping[str, Artifact]:
        """Return the files that will be judged, as they are now."""
        return {
            path: self._artifact(path) for path in self.rules.contest.domain.artifact_paths(self.rules.contest.labels)
        }

    def _artifact(self, path: str) -> Artifact:
        try:
            return Artifact(self._workspace.read_file(path, MAX_ARTIFACT_BYTES))
        except FileRefused as error:
            return Artifact(None, refused=str(error))

    def _resolve(self, word: str) -> tuple[str | None, str]:
        label = self.rules.contest.resolve(word)
        if label is not None:
            return label, ""
        named = f"{word!r} is not a problem" if word else "a problem is missing"
        return None, f"{named}: use one of {', '.join(self.rules.contest.labels)}; nothing changed"

    def _focus_on(self, action: Action) -> str:
        label, fault = self._resolve(action.problem)
        if label is None:
            return fault
        self._focus, self._shelved[label] = label, False
        return f"focus: problem {label}"

    def _shelve(self, action: Action) -> str:
        label, fault = self._resolve(action.problem or self._focus or "")
        if label is None:
            return fault
        self._shelved[label] = True
        if self._focus == label:
            self._focus = None
        return f"shelved: problem {label}"

    def _status(self, action: Action) -> str:  # noqa: ARG002
        return status_text(self.state, self.rules.contest, self.rules.view)

    def _finish(self, action: Action) -> str:  # noqa: ARG002
        self.finished = True
        return "the contest is over; the artifacts are judged now"

    def _submit(self, action: Action) -> str:
        label, fault = self._resolve(action.problem)
        if label is None:
            return fault
        if not action.text.strip():
            return "the answer is empty; nothing changed"
        domain = self.rules.contest.domain
        old = self._artifact(domain.artifact(label)) if domain.shares_artifact else Artifact(None)
        if old.refused:
            return f"could not record the answer: {old.refused}; nothing changed"
        try:
            data = domain.write_answer(old.content, self.rules.contest.labels, label, action.text)
        except AnswerRefused as error:
            return f"{error}; nothing changed"
        try:
            self._workspace.write_file(domain.artifact(label), data)
        except FileRefused as error:
            return f"could not record the answer: {error}; nothing changed"
        self._look_at_candidates(paid=None)
        return f"recorded the answer of problem {label}"

    def _command(self, command: str) -> ActionResult:
        rules = self.rules
        charge = classify(
            command,
            rules.contest.domain,
            rules.contest.labels,
            self._focus,
            self.ledger.remaining,
            cwd=self._workspace.cwd,
            target=rules.target,
        )
        if charge.kind is ChargeKind.COUNTED:
            review = rules.scheduler.review(self.schedulable)
            if review.blocked:
                charge = Charge(ChargeKind.BLOCKED, "scheduler", review.reason, charge.span)
        if charge.kind is ChargeKind.BLOCKED:
            self.ledger = self.ledger.blocked()
            return ActionResult(charge, f"blocked, not run, no cost: {charge.reason}")
        if charge.kind is ChargeKind.PROTOCOL_ERROR:
            self.ledger = self.ledger.protocol_error()
            return ActionResult(charge, f"not run, no cost: {charge.reason}")
        return self._run(command, charge)

    def _run(self, command: str, charge: Charge) -> ActionResult:
        free = charge.kind is ChargeKind.FREE
        paid = None if free else self._focus
        # The unit is taken before the command runs, so that no crash or time-out refunds it.
        self.ledger = self.ledger.free() if paid is None else self.ledger.counted(paid)
        timeout = self.rules.free_timeout_s if free else self.rules.command_timeout_s
        result = self._workspace.run(plain_script(command) if free else command, timeout, free=free)
        if paid is not None:
            self._last_exit[paid] = result.exit_code
        self._look_at_candidates(paid)
        notes = [result.output.rstrip("\n")] if result.output else []
        if result.timed_out:
            notes.append(f"[stopped after {timeout:g} s]")
        if result.oom:
            notes.append("[out of memory]")
        if any(word in command for word in HELPER_WORDS):
            notes.append("[a bookkeeping word inside a longer command has no effect: send it on its own]")
        notes.append(f"[exit {result.exit_code}]")
        return ActionResult(charge, "\n".join(notes), result)

    def _look_at_candidates(self, paid: str | None) -> None:
        before, seen = self._candidates, candidates.digests(self._workspace, self.rules.contest)
        self._candidates = {
            label: candidates.follow(before[label], seen[label], checked=label == paid) for label in before
        }
        self.new_versions = tuple(
            candidates.NewVersion(
                label, now.version, now.digest, candidates.content(self._workspace, self.rules.contest, label)
            )
            for label, now in self._candidates.items()
            if now.digest is not None and now.version != before[label].version
        )
