"""The counted-action rules (the paper's "Action Accounting and Tool Whitelist"), policy ``compute_tools``.

`classify` alone decides what a command costs. It parses the command with a real shell grammar; the command is
free only if every node of its syntax tree is a known passive piece. Everything else is counted, or blocked before it
runs, or (when the shell cannot read it) a protocol error. When in doubt it counts.
"""

from __future__ import annotations

from r3gym.accounting.judgement import BROKEN, Judgement, judge
from r3gym.accounting.passive import tool_name
from r3gym.accounting.reading import UnreadableCommand, read_command
from r3gym.accounting.scope import out_of_scope
from r3gym.accounting.syntax import bash_accepts, command_words, parse
from r3gym.accounting.wrappers import SHELLS, HiddenCommandError, unwrap
from r3gym.core.actions import parse_helper
from r3gym.core.charge import Charge, ChargeKind
from r3gym.core.domain import Domain

_PASSIVE = Charge(ChargeKind.FREE, "passive", "it only inspects, moves or records; nothing in it computes")
_SYNTAX = Charge(
    ChargeKind.PROTOCOL_ERROR,
    "syntax",
    "the shell cannot read this command: check quotes and brackets (quote answers: 'x < 3')",
)
_UNUSUAL = "its syntax is too unusual to be sure that nothing in it computes"


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
    """Return the charge of one command.

    ``labels`` are the contest's problem labels, ``focus`` the active problem's label, ``remaining`` the budget left
    (None when unbudgeted), ``cwd`` the shell's directory, ``target`` the only workable problem in target-in-suite mode.

    >>> from r3gym.core.known_domains import get_domain
    >>> classify("cat notes.txt", get_domain("code"), ("A", "B"), None, 0).kind.value
    'free'
    >>> classify("g++ a.cpp && ./a.out", get_domain("code"), ("A", "B"), None, 5).reason
    'a counted command needs an active problem: call focus_problem first'
    """
    if not command.strip():
        return Charge(ChargeKind.PROTOCOL_ERROR, "empty", "the command is empty: send one shell command")
    if "\0" in command:
        return Charge(ChargeKind.PROTOCOL_ERROR, "syntax", "the command contains a NUL byte: send plain text")
    helper = parse_helper(command)
    if helper is not None:
        return Charge(ChargeKind.FREE, helper.verb.name.lower(), "bookkeeping and recording are free")
    data = command.encode("utf-8", errors="replace")
    judgement = _judge(data, cwd)
    if judgement.doubtful and not bash_accepts(data):
        return _SYNTAX
    if judgement.forbidden is not None:
        return Charge(ChargeKind.BLOCKED, "judge", judgement.forbidden.reason, judgement.forbidden.span)
    if judgement.active is None:
        return _PASSIVE
    reason, span = judgement.active.reason, judgement.active.span
    blocked = _block(judgement, command, domain, labels, focus, remaining, cwd, target)
    if blocked is not None:
        return Charge(ChargeKind.BLOCKED, *blocked, span)
    return Charge(ChargeKind.COUNTED, "compute", reason, span)


def plain_script(command: str) -> str:
    """Return the text to run for a free command: the script of a lone ``bash -c SCRIPT``, else the command itself.

    Some agents wrap every command in ``bash -lc``; the place where free commands run cannot start a second shell.

    >>> plain_script("bash -lc 'ls; pwd'"), plain_script("ls")
    ('ls; pwd', 'ls')
    """
    if "-" not in command or "<<" in command:
        return command
    root = parse(command.encode("utf-8", errors="replace"))
    if root.has_error or root.named_child_count != 1 or root.named_children[0].type != "command":
        return command
    words, inside = command_words(root.named_children[0])
    if (
        any(node.type != "string" for node in inside)
        or not words
        or words[0] is None
        or tool_name(words[0]) not in SHELLS
    ):
        return command
    try:
        script = unwrap(tool_name(words[0]), words[1:]).script
    except HiddenCommandError:
        return command
    return command if script is None else script


def _judge(data: bytes, cwd: str) -> Judgement:
    try:
        reading = read_command(data)
    except UnreadableCommand:
        return Judgement.unreadable(_UNUSUAL, len(data))
    root = parse(reading.text)
    judgement = judge(root, reading, cwd)
    if root.has_error:
        judgement.add(_UNUSUAL, (0, len(data)))
        judgement.doubtful = True
    if b";;" in data or any(f.reason is BROKEN for f in judgement.found):
        judgement.doubtful = True
    return judgement


def _block(
    judgement: Judgement,
    command: str,
    domain: Domain,
    labels: tuple[str, ...],
    focus: str | None,
    remaining: int | None,
    cwd: str,
    target: str | None,
) -> tuple[str, str] | None:
    """Return rule and reason why a computing command may not run, else None: focus, target, scope, then budget."""
    if focus is None:
        return "focus", "a counted command needs an active problem: call focus_problem first"
    if target is not None and focus != target:
        return "target", f"only problem {target} may be worked on: call focus_problem {target}"
    beyond = out_of_scope(judgement, command, domain, labels, focus, cwd)
    if beyond is not None:
        return "scope", beyond
    if remaining is not None and remaining <= 0:
        return "budget", "the budget is spent: record your answers and finish"
    return None
