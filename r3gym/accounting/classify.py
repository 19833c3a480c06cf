"""The counted-action rules (the paper's "Action Accounting and Tool Whitelist"), policy ``compute_tools``.

`judge_command` alone decides what a command costs. It reads the command into a tree; the command is free only if every
node of it is one that the interpreter of free commands runs. Everything else is counted, or blocked before it runs, or
(when the shell cannot read it) a protocol error. When in doubt it counts. What is judged is what runs: the steps of the
answer hold the trees of free parts and the text of counted ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from r3gym.accounting.bash_syntax import syntax_error
from r3gym.accounting.bookkeeping import HelperStep, MisplacedHelper, ShellStep, Step, divide
from r3gym.accounting.findings import Finding
from r3gym.accounting.judgement import judge
from r3gym.accounting.live_judge import blocked_rule
from r3gym.accounting.scope import out_of_scope
from r3gym.core.actions import HELPER_WORDS, Verb, parse_helper
from r3gym.core.charge import Charge, ChargeKind
from r3gym.core.contest import resolve_label
from r3gym.core.domain import Domain
from r3gym.prompts.block_texts import block_reason
from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.parsing import parse
from r3gym.shell.tree import Sequence as Program

_FREE = Charge(ChargeKind.FREE, "passive", "it only looks, moves or records; nothing in it computes")
_LINE_END = re.compile(r"\r(?=\n|\Z)")
_HELPER = re.compile("|".join(HELPER_WORDS))
_COMMAND_WORD = re.compile(r"(?:^|[;&|(\n`]|\b(?:then|do|else)\b)\s*([\w./+-]+)")


@dataclass(frozen=True)
class ContestContext:
    """What a charge depends on besides the command.

    ``labels`` are the contest's problem labels, ``problem_ids`` their own names, ``focus`` the active problem's label,
    ``remaining`` the budget left (None when unbudgeted), ``cwd`` the shell's directory, ``target`` the only workable
    problem in target-in-suite mode.
    """

    domain: Domain
    labels: tuple[str, ...]
    focus: str | None
    remaining: int | None
    cwd: str = "/app"
    target: str | None = None
    problem_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class JudgedStep:
    """A step of a command and whether it is counted; a counted one is booked on ``problem``."""

    step: Step
    counted: bool = False
    problem: str | None = None


@dataclass(frozen=True)
class JudgedCommand:
    """The charge of a command, and its steps in order; a command that does not run has none."""

    charge: Charge
    steps: tuple[JudgedStep, ...] = ()

    @property
    def problem(self) -> str | None:
        """The problem that a counted command is booked on."""
        return next((step.problem for step in self.steps if step.counted), None)


def classify(
    command: str,
    domain: Domain,
    labels: tuple[str, ...],
    focus: str | None,
    remaining: int | None,
    *,
    cwd: str = "/app",
    target: str | None = None,
) -> Charge:
    """Return the charge of one command; the arguments are those of `ContestContext`.

    >>> from r3gym.core.known_domains import get_domain
    >>> classify("cat notes.txt", get_domain("code"), ("A", "B"), None, 0).kind.value
    'free'
    >>> classify("g++ a.cpp && ./a.out", get_domain("code"), ("A", "B"), None, 5).reason
    "'g++' computes, and no problem is focused: name the problem first (free), for example focus_problem A"
    """
    return judge_command(command, ContestContext(domain, labels, focus, remaining, cwd, target)).charge


def judge_command(command: str, context: ContestContext) -> JudgedCommand:
    """Return the charge of a command and what is to be run."""
    text = _LINE_END.sub("", command) if "\r" in command else command
    if not text or text.isspace():
        return _not_run(ChargeKind.PROTOCOL_ERROR, "empty", "the command is empty: send one shell command")
    if "\0" in text:
        return _not_run(ChargeKind.PROTOCOL_ERROR, "syntax", "the command contains a NUL byte: send plain text")
    helper = parse_helper(text)
    if helper is not None:
        charge = Charge(ChargeKind.FREE, helper.verb.name.lower(), "bookkeeping and recording are free")
        return JudgedCommand(charge, (JudgedStep(HelperStep(helper, False)),))
    try:
        program = parse(text)
        steps = divide(program, text) if _HELPER.search(text) else (ShellStep(text, program, False),)
    except SyntaxDoubt as doubt:
        return _doubtful(text, doubt, context)
    except RecursionError:
        return _doubtful(text, SyntaxDoubt("(", 0, len(text)), context)
    except MisplacedHelper as refused:
        return _misplaced(refused.word, refused.rule, context)
    if len(steps) == 1 and isinstance(steps[0], ShellStep):
        steps = (ShellStep(text, program, False),)
    return _judge_steps(steps, text, context)


def _judge_steps(steps: Sequence[Step], text: str, context: ContestContext) -> JudgedCommand:
    """Judge the steps in order, following the focus as the bookkeeping words change it."""
    judged: list[JudgedStep] = []
    charge, focus, booked = _FREE, context.focus, None
    for step in steps:
        if isinstance(step, HelperStep):
            focus = _focus_after(step, focus, context)
            judged.append(JudgedStep(step))
            continue
        findings = judge(step.program, text, context.cwd)
        if findings.helpers:
            return _misplaced(findings.helpers[0][0], "helper", context)
        if findings.blocked is not None:
            return JudgedCommand(_blocked(findings.blocked.rule, findings.blocked, text, context))
        found = findings.counted
        if found is None:
            judged.append(JudgedStep(step))
            continue
        block = _block(found, step.text, context if focus == context.focus else replace(context, focus=focus))
        if block is None and booked is not None and booked != focus:
            block = _blocked("scope_two", found, text, replace(context, focus=booked), others=(focus or "",))
        if block is not None:
            return JudgedCommand(block)
        if booked is None:
            charge = _counted(found, text)
        booked = focus
        judged.append(JudgedStep(step, True, focus))
    return JudgedCommand(charge, tuple(judged))


def _focus_after(step: HelperStep, focus: str | None, context: ContestContext) -> str | None:
    action = step.action
    names = context.problem_ids or context.labels
    label = resolve_label(action.problem, context.labels, names) if action.problem else None
    if action.verb is Verb.FOCUS:
        return label or focus
    if action.verb is Verb.SHELVE and (label or focus) == focus:
        return None
    return focus


def _doubtful(text: str, doubt: SyntaxDoubt, context: ContestContext) -> JudgedCommand:
    """Return the charge of a command that only bash can read."""
    error = syntax_error(text)
    if error is not None:
        reason = f"the shell cannot read this command: {error}"
        return _not_run(ChargeKind.PROTOCOL_ERROR, "syntax", reason, word=doubt.what)
    called = [match[1] for match in _COMMAND_WORD.finditer(text)]
    found = Finding(doubt.what, f"{doubt.what!r} is not one of the forms of a free command", doubt.start, doubt.end)
    for word in called:
        rule = blocked_rule(word)
        if rule is not None:
            return JudgedCommand(_blocked(rule, replace(found, word=word), text, context))
        if word in HELPER_WORDS:
            return _misplaced(word, "helper", context)
    block = _block(found, text, context)
    if block is not None:
        return JudgedCommand(block)
    step = JudgedStep(ShellStep(text, Program(()), False), True, context.focus)
    return JudgedCommand(
        Charge(ChargeKind.COUNTED, "compute", found.reason, _bytes_of(text, found), found.word), (step,)
    )


def _block(found: Finding, text: str, context: ContestContext) -> Charge | None:
    """Return the charge of a computing command that may not run, else None: budget, focus, target, then scope."""
    if context.remaining is not None and context.remaining <= 0:
        return _blocked("budget", found, text, context)
    if context.focus is None:
        return _blocked("focus", found, text, context)
    if context.target is not None and context.focus != context.target:
        return _blocked("target", found, text, context)
    beyond = out_of_scope(text, context.domain, context.labels, context.focus)
    return None if beyond is None else _blocked(beyond[0], found, text, context, others=beyond[1])


def _blocked(rule: str, found: Finding, text: str, context: ContestContext, *, others: tuple[str, ...] = ()) -> Charge:
    """Return the charge of a block; its category is the rule without its variant."""
    reason = block_reason(
        rule, found.word, labels=context.labels, focus=context.focus, target=context.target, others=others
    )
    category = "judge" if rule == "network" else rule.partition("_")[0]
    return Charge(ChargeKind.BLOCKED, category, reason, _bytes_of(text, found), found.word)


def _counted(found: Finding, text: str) -> Charge:
    return Charge(ChargeKind.COUNTED, "compute", found.reason, _bytes_of(text, found), found.word)


def _misplaced(word: str, rule: str, context: ContestContext) -> JudgedCommand:
    reason = block_reason(rule, word, labels=context.labels)
    return _not_run(ChargeKind.BLOCKED, "helper", reason, word=word)


def _not_run(kind: ChargeKind, category: str, reason: str, *, word: str = "") -> JudgedCommand:
    return JudgedCommand(Charge(kind, category, reason, word=word))


def _bytes_of(text: str, found: Finding) -> tuple[int, int]:
    """Return a finding's place as a range of bytes."""
    if text.isascii():
        return found.start, found.end
    before = len(text[: found.start].encode("utf-8", "replace"))
    return before, before + len(text[found.start : found.end].encode("utf-8", "replace"))
