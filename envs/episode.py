"""One episode of an agentic contest: the runtime between a policy's actions and the sandbox.

The rules are the paper's: bookkeeping is free; a counted command is charged once, before it runs, to the focused
problem; a blocked command does not run and costs nothing; when the budget is spent, recording and finishing stay open;
correctness is decided once, at the end, from the artifacts. The episode holds public data only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from r3gym.accounting import Charge, ChargeKind, ContestContext, JudgedCommand, judge_command
from r3gym.accounting.bookkeeping import HelperStep
from r3gym.core.actions import Action, Verb
from r3gym.core.artifact import Artifact
from r3gym.core.budget import Budget, Ledger
from r3gym.core.contest import Contest
from r3gym.core.domain import AnswerRefused, scratch_area
from r3gym.core.state import ContestState, ProblemState
from r3gym.envs import candidates
from r3gym.envs.command_run import CommandRun
from r3gym.envs.effects import EffectWatch, Stamp
from r3gym.envs.installed_programs import InstalledPrograms
from r3gym.envs.problem_scope import ProblemScope
from r3gym.envs.result_text import balance, block_text, cut_output, error_text, focus_text, outcome_line
from r3gym.envs.status import status_text
from r3gym.judging.artifacts import MAX_ARTIFACT_BYTES
from r3gym.prompts.block_texts import block_reason
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
    """What is fixed for the length of an episode.

    ``output_bytes`` is how much of a command's output the contestant sees; the record keeps as much as the workspace.
    """

    contest: Contest
    budget: Budget
    scheduler: Scheduler
    view: BudgetView = BudgetView.RUNNING
    target: str | None = None
    command_timeout_s: float = 120.0
    output_bytes: int = 16 * 1024
    installed: InstalledPrograms = field(default_factory=InstalledPrograms)


@dataclass(frozen=True)
class _Bookkept:
    """The answer to a bookkeeping action, and whether it did what it says."""

    text: str
    ok: bool = True


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
        self._scope = ProblemScope(workspace, rules.contest)
        self._effects = EffectWatch(workspace, rules.contest)
        self._outputs = 0

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
    def changed_entries(self) -> Mapping[str, Stamp | None] | None:
        """The files and folders that the latest action created, changed or removed; None when they are not known."""
        return self._effects.changed

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
            result = self._command(action.text)
        else:
            done = self._bookkeep(action)
            self.ledger = self.ledger.free()
            charge = Charge(ChargeKind.FREE, action.verb.name.lower(), "bookkeeping and recording are free")
            result = self._result(charge, done.text)
        counted = result.full_output if result.charge.kind is ChargeKind.COUNTED else None
        return replace(result, effects=self._effects.after(counted), full_output=self._cut_away(result))

    def _bookkeep(self, action: Action) -> _Bookkept:
        return {
            Verb.FOCUS: self._focus_on,
            Verb.SHELVE: self._shelve,
            Verb.SUBMIT: self._submit,
            Verb.STATUS: self._status,
            Verb.FINISH: self._finish,
        }[action.verb](action)

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

    def _focus_on(self, action: Action) -> _Bookkept:
        label, fault = self._resolve(action.problem)
        if label is None:
            return _Bookkept(fault, False)
        self._focus, self._shelved[label] = label, False
        self._scope.enter(label)
        return _Bookkept(focus_text(label, self._workspace.cwd, self.rules.target))

    def _shelve(self, action: Action) -> _Bookkept:
        label, fault = self._resolve(action.problem or self._focus or "")
        if label is None:
            return _Bookkept(fault, False)
        self._shelved[label] = True
        if self._focus == label:
            self._focus = None
            self._scope.enter(None)
        return _Bookkept(f"shelved: problem {label}")

    def _status(self, action: Action) -> _Bookkept:  # noqa: ARG002
        contest = self.rules.contest
        parsed = contest.domain.parse_artifacts(self.artifacts(), contest.labels)
        return _Bookkept(status_text(self.state, contest, self.rules.view, self.rules.target, parsed))

    def _finish(self, action: Action) -> _Bookkept:  # noqa: ARG002
        self.finished = True
        return _Bookkept("the contest is over; the artifacts are judged now")

    def _submit(self, action: Action) -> _Bookkept:
        label, fault = self._resolve(action.problem)
        if label is None:
            return _Bookkept(fault, False)
        if not action.text.strip():
            return _Bookkept("the answer is empty; nothing changed", False)
        domain = self.rules.contest.domain
        old = self._artifact(domain.artifact(label)) if domain.shares_artifact else Artifact(None)
        if old.refused:
            return _Bookkept(f"could not record the answer: {old.refused}; nothing changed", False)
        try:
            data = domain.write_answer(old.content, self.rules.contest.labels, label, action.text)
        except AnswerRefused as error:
            return _Bookkept(f"{error}; nothing changed", False)
        try:
            self._workspace.write_file(domain.artifact(label), data)
        except FileRefused as error:
            return _Bookkept(f"could not record the answer: {error}; nothing changed", False)
        self._look_at_candidates(paid=None)
        return _Bookkept(f"recorded the answer of problem {label}")

    def _command(self, command: str) -> ActionResult:
        contest = self.rules.contest
        judged = judge_command(
            command,
            ContestContext(
                domain=contest.domain,
                labels=contest.labels,
                focus=self._focus,
                remaining=self.ledger.remaining,
                cwd=self._workspace.cwd,
                target=self.rules.target,
                problem_ids=tuple(problem.id for problem in contest.problems),
            ),
        )
        charge = self._reviewed(judged)
        if charge.kind is ChargeKind.BLOCKED:
            self.ledger = self.ledger.blocked()
            return self._result(charge, block_text(charge.reason))
        if charge.kind is ChargeKind.PROTOCOL_ERROR:
            self.ledger = self.ledger.protocol_error()
            return self._result(charge, error_text(charge.reason))
        return self._run(judged)

    def _reviewed(self, judged: JudgedCommand) -> Charge:
        """Return the charge of a command whose program is there, after the scheduler's word on its problem."""
        charge = judged.charge
        if charge.kind is not ChargeKind.COUNTED:
            return charge
        absent = self.rules.installed.absent(charge.word, self._workspace.variable("PATH"))
        if absent is not None:
            labels, installed = self.rules.contest.labels, self.rules.installed.description
            reason = block_reason("missing", absent, labels=labels, toolbox=installed)
            return Charge(ChargeKind.BLOCKED, "missing", reason, charge.span, absent)
        review = self.rules.scheduler.review(replace(self.schedulable, focus=judged.problem))
        if not review.blocked:
            return charge
        return Charge(ChargeKind.BLOCKED, "scheduler", review.reason, charge.span, charge.word)

    def _run(self, judged: JudgedCommand) -> ActionResult:
        """Run the steps of a command in order; ``&&`` before a bookkeeping word or after it holds here too."""
        run = CommandRun(self._workspace, self.rules.command_timeout_s)
        texts, paid = list[str](), None
        for part in judged.steps:
            step = part.step
            if step.joined and run.failed:
                continue
            if isinstance(step, HelperStep):
                done = self._bookkeep(step.action)
                run.failed = not done.ok
                texts.append(done.text)
                continue
            if part.counted:
                # The unit is taken before the command runs, so that no crash or time-out refunds it.
                if paid is None:
                    assert part.problem is not None
                    paid = part.problem
                    self.ledger = self.ledger.counted(paid)
                texts.append(run.counted(step.text, self._scope.hidden(paid), scratch_area(paid)))
                self._last_exit[paid] = run.exit_code
            else:
                texts.append(run.free(step.program))
            if self.finished:
                break
        charge = judged.charge
        if paid is None:
            self.ledger = self.ledger.free()
            if charge.kind is ChargeKind.COUNTED:
                charge = Charge(ChargeKind.FREE, "passive", "nothing of it that computes was reached")
        self._look_at_candidates(paid)
        return self._result(charge, "\n".join(text for text in texts if text), run)

    def _result(self, charge: Charge, text: str, run: CommandRun | None = None) -> ActionResult:
        """Return the result with its last line; a long output is cut, and its whole is left in a file."""
        ran = run.result if run is not None else None
        shown, notes = text, run.notes if run is not None else ()
        if len(text.encode("utf-8", "replace")) > self.rules.output_bytes:
            where = ""
            if charge.kind is ChargeKind.COUNTED:
                self._outputs += 1
                where = f"/tmp/output_{self._outputs}.txt"
                self._workspace.write_file(where, text.encode("utf-8", "replace"))
            shown = cut_output(text, self.rules.output_bytes, where)
        line = outcome_line(
            exit_code=None if ran is None else ran.exit_code,
            kind=charge.kind,
            word=charge.word,
            balance=balance(self.ledger, self.rules.view),
            notes=notes,
        )
        shown = f"{shown.rstrip(chr(10))}\n{line}" if shown else line
        return ActionResult(charge, shown, ran, full_output=text)

    def _cut_away(self, result: ActionResult) -> str | None:
        """Return the whole output when the contestant saw less of it."""
        whole = result.full_output or ""
        return whole if len(whole.encode("utf-8", "replace")) > self.rules.output_bytes else None

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
