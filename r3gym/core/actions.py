"""The actions of a contestant: focus, shelve, run a command, submit, ask for the status, finish.

The same six actions arrive in two forms: as a Gymnasium dict (verb, problem, text) and as shell text, where a command
that is exactly one bookkeeping helper (``focus_problem 3``) means that action. A helper inside a longer command is not
an action: the classifier detects it and the runtime reports it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from r3gym.errors import InputError


class Verb(IntEnum):
    """The verb of an action; its number is the Gymnasium encoding."""

    FOCUS = 0
    SHELVE = 1
    COMMAND = 2
    SUBMIT = 3
    STATUS = 4
    FINISH = 5


#: The shell word of each bookkeeping helper. Both completion words of the paper are understood.
HELPER_WORDS: Mapping[str, Verb] = {
    "focus_problem": Verb.FOCUS,
    "shelve_problem": Verb.SHELVE,
    "submit_answer": Verb.SUBMIT,
    "contest_status": Verb.STATUS,
    "mark_task_complete": Verb.FINISH,
    "task_complete": Verb.FINISH,
}


@dataclass(frozen=True)
class Action:
    """One action. ``problem`` is the word the contestant used for the problem ("" for none), not yet resolved."""

    verb: Verb
    problem: str = ""
    text: str = ""


def action_from_dict(value: Mapping[str, Any], labels: tuple[str, ...]) -> Action:
    """Read the Gymnasium form: ``problem`` counts from 1 in presented order, 0 is none.

    A command whose text is exactly a bookkeeping helper becomes that action.

    >>> action_from_dict({"verb": 0, "problem": 2, "text": ""}, ("A", "B"))
    Action(verb=<Verb.FOCUS: 0>, problem='B', text='')
    >>> action_from_dict({"verb": 2, "problem": 0, "text": "focus_problem 2"}, ("A", "B"))
    Action(verb=<Verb.FOCUS: 0>, problem='2', text='')
    """
    number = int(value["problem"])
    if not 0 <= number <= len(labels):
        raise InputError(f"problem={number}: this contest has problems 1 to {len(labels)}; 0 means none")
    verb, text = Verb(int(value["verb"])), str(value["text"])
    if verb is Verb.COMMAND:
        return parse_helper(text) or Action(Verb.COMMAND, "", text)
    return Action(verb, labels[number - 1] if number else "", text)


def action_to_dict(action: Action, labels: tuple[str, ...]) -> dict[str, Any]:
    """Return the Gymnasium form of an action whose problem is a label or empty."""
    number = labels.index(action.problem) + 1 if action.problem else 0
    return {"verb": int(action.verb), "problem": number, "text": action.text}


#: Characters that make the shell do more than call the helper; inside single quotes they are plain text.
_SHELL_SYNTAX = re.compile(r"[;&|<>`\n]|\$\(")


#: Syntax that turns free text after a helper into another command: a substitution, or a separator and then a word.
_FURTHER_COMMAND = re.compile(
    r"`|\$\(|&&|(?:\|\||[;&|\n])\s*(?:\./|(?:"
    + "|".join(HELPER_WORDS)
    + r"|ls|cd|cat|echo|printf|python3?|g\+\+|gcc|bash|sh|"
    r"mkdir|cp|mv|rm|touch|head|tail|grep|sed|awk|sort|wc|make|tee)\b)"
)

#: Text inside the answer markers that the contest asks for is an answer, whatever it contains.
_MARKED_ANSWER = re.compile(r"<answer>.*</answer>|\\boxed\{.*\}", re.DOTALL)


#: The word "problem" before a label of its own.
_PROBLEM_WORD = re.compile(r"problem[ \t]+(?=#?\w{1,2}\b)", re.IGNORECASE)


def parse_helper(command: str) -> Action | None:
    r"""Return the bookkeeping action that a command is exactly, or None when it is an ordinary command.

    The answer of ``submit_answer`` is taken as it was typed (one pair of surrounding quotes removed): contestants type
    LaTeX, whose backslashes a shell would remove.

    >>> parse_helper(r"submit_answer 3 \boxed{\frac12}")
    Action(verb=<Verb.SUBMIT: 3>, problem='3', text='\\boxed{\\frac12}')
    >>> parse_helper("focus_problem B && ./a.out") is None
    True
    """
    words = command.strip().split(None, 1)
    verb = HELPER_WORDS.get(words[0]) if words else None
    if verb is None:
        return None
    rest = words[1] if len(words) == 2 else ""
    if verb in (Verb.STATUS, Verb.FINISH):
        return None if _SHELL_SYNTAX.search(rest) else Action(verb)
    rest = (
        rest[match.end() :] if (match := _PROBLEM_WORD.match(rest)) else rest
    )  # "focus_problem Problem 1", as the statements call it
    first = rest.split(None, 1)[0] if rest else ""
    problem, text = _unquoted(first), rest[len(first) :].strip()
    if _SHELL_SYNTAX.search(problem) or rest[len(first) :].lstrip(" \t").startswith("\n"):
        return None
    bare = _unquoted(text)
    syntax = _SHELL_SYNTAX if verb is Verb.FOCUS else _FURTHER_COMMAND
    if bare == text and syntax.search(text) and not _MARKED_ANSWER.fullmatch(text):
        return None
    return Action(verb, problem, "" if verb is Verb.FOCUS else bare)


def _unquoted(text: str) -> str:
    """Return the text without one pair of quotes around it, when that pair encloses all of it."""
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        inner = text[1:-1]
        dynamic = text[0] == '"' and ("$(" in inner or "`" in inner)
        if text[0] not in inner and not dynamic:
            return inner
    return text
