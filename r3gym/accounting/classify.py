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
from r3gym.accounting.findings import Finding, Findings
from r3gym.accounting.judgement import judge
from r3gym.accounting.live_judge import blocked_word
from r3gym.accounting.scope import out_of_scope
from r3gym.core.actions import HELPER_WORDS, Verb, parse_helper
from r3gym.core.charge import Charge, ChargeKind
from r3gym.core.contest import resolve_label
from r3gym.core.domain import Domain
from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.parsing import parse
from r3gym.shell.tree import Sequence as Program

_FREE = Charge(ChargeKind.FREE, "passive", "it only looks, moves or records; nothing in it computes")
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
    "'g++' computes, and no problem is in focus: call focus_problem A first, which is free"
    """
    return judge_command(command, ContestContext(domain, labels, focus, remaining, cwd, target)).charge


def judge_command(command: str, context: ContestContext) -> JudgedCommand:
    """Return the charge of a command and what is to be run."""
    text = command.replace("\r\n", "\n")
    if not text.strip():
        return _not_run(ChargeKind.PROTOCOL_ERROR, "empty", "the command is empty: send one shell command")
    if "\0" in text:
        return _not_run(ChargeKind.PROTOCOL_ERROR, "syntax", "the command contains a NUL byte: send plain text")
    helper = parse_helper(text)
    if helper is not None:
        charge = Charge(ChargeKind.FREE, helper.verb.name.lower(), "bookkeeping and recording are free")
        return JudgedCommand(charge, (JudgedStep(HelperStep(helper, False)),))
    try:
        program = parse(text)
        steps = divide(program, text)
    except SyntaxDoubt as doubt:
        return _doubtful(text, doubt, context)
    except RecursionError:
        return _doubtful(text, SyntaxDoubt("(", 0, len(text)), context)
    except MisplacedHelper as refused:
        return _not_run(ChargeKind.BLOCKED, "helper", f"{refused}; nothing was run", word=refused.word)
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
            word = findings.helpers[0][0]
            reason = f"{word!r} stands inside a pipe, a loop, a condition or a script, where it cannot take effect"
            return _not_run(ChargeKind.BLOCKED, "helper", f"{reason}: send it on its own; nothing was run", word=word)
        if findings.blocked is not None:
            return _blocked(findings.blocked, "judge", findings.blocked.reason, text)
        found = findings.counted
        if found is None:
            judged.append(JudgedStep(step))
            continue
        block = _block(found, step.text, replace(context, focus=focus))
        if block is not None:
            return _blocked(found, *block, text)
        if booked is not None and booked != focus:
            reason = f"one command may compute for one problem, and this one computes for {booked} and {focus}"
            return _blocked(found, "scope", f"{reason}: send two commands", text)
        if booked is None:
            charge = Charge(ChargeKind.COUNTED, "compute", found.reason, _bytes_of(text, found), found.word)
        booked = focus
        judged.append(JudgedStep(step, True, focus))
    return JudgedCommand(charge, tuple(judged))


def _focus_after(step: HelperStep, focus: str | None, context: ContestContext) -> str | None:
    action = step.action
    label = resolve_label(action.problem, context.labels, context.problem_ids) if action.problem else None
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
    asked = next((word for word in called if blocked_word(word)), None)
    if asked is not None:
        blocked = Finding(asked, blocked_word(asked) or "", doubt.start, doubt.end, True)
        return _blocked(blocked, "judge", blocked.reason, text)
    helper = next((word for word in called if word in HELPER_WORDS), None)
    if helper is not None:
        reason = f"{helper!r} stands inside a construct where it cannot take effect: send it on its own"
        return _not_run(ChargeKind.BLOCKED, "helper", f"{reason}; nothing was run", word=helper)
    block = _block(found, text, context)
    if block is not None:
        return _blocked(found, *block, text)
    step = JudgedStep(ShellStep(text, Program(()), False), True, context.focus)
    return JudgedCommand(
        Charge(ChargeKind.COUNTED, "compute", found.reason, _bytes_of(text, found), found.word), (step,)
    )


def _block(found: Finding, text: str, context: ContestContext) -> tuple[str, str] | None:
    """Return rule and reason why a computing command may not run, else None: budget, focus, target, then scope."""
    word, target = found.word, context.target
    if context.remaining is not None and context.remaining <= 0:
        return "budget", f"{word!r} computes, and the budget is spent: record the answers you have, then finish"
    if context.focus is None:
        first = target or context.labels[0]
        return (
            "focus",
            f"{word!r} computes, and no problem is in focus: call focus_problem {first} first, which is free",
        )
    if target is not None and context.focus != target:
        return "target", f"{word!r} computes, and only problem {target} may be worked on: call focus_problem {target}"
    beyond = out_of_scope(text, context.domain, context.labels, context.focus)
    return None if beyond is None else ("scope", f"{word!r} computes, and {beyond}")


def _blocked(found: Finding, category: str, reason: str, text: str) -> JudgedCommand:
    return JudgedCommand(Charge(ChargeKind.BLOCKED, category, reason, _bytes_of(text, found), found.word))


def _not_run(kind: ChargeKind, category: str, reason: str, *, word: str = "") -> JudgedCommand:
    return JudgedCommand(Charge(kind, category, reason, word=word))


def _bytes_of(text: str, found: Finding) -> tuple[int, int]:
    """Return a finding's place as a range of bytes."""
    if text.isascii():
        return found.start, found.end
    before = len(text[: found.start].encode("utf-8", "replace"))
    return before, before + len(text[found.start : found.end].encode("utf-8", "replace"))


__all__ = ["ContestContext", "Findings", "JudgedCommand", "JudgedStep", "classify", "judge_command"]
