"""The passive tools: programs and shell words that only inspect, move or record, and in which form.

Everything that is not listed here computes, as far as the budget is concerned: an unknown word is counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

#: Passive in any form: their options inspect, place or show files, and none of them runs a program or calculates.
ALWAYS_PASSIVE = frozenset(
    "true false : pwd cd echo mkdir rmdir touch rm cp mv ln chmod cat head tail tee ls stat file which type "
    "sleep".split()
)

#: Blocked in every form: a live judge or submission service, or a way to reach one.
JUDGE_WORDS = frozenset("submit judge verdict online-judge oj cf kattis dmoj".split())
NETWORK_WORDS = frozenset("curl wget nc ncat netcat ssh scp sftp ftp telnet socat rsync".split())

#: Variables that change what a later command runs; assigning one is never passive.
_ACTIVE_VARIABLES = re.compile(r"PATH|IFS|ENV|SHELLOPTS|PS4|PROMPT_COMMAND|BASH.*|LD_.*|GLIBC.*|PYTHON.*|PERL.*")

_HARMLESS_FORMAT = re.compile(r"(?:[^%]|%[-0-9]*[sbcq]|%%)*", re.DOTALL)


def variable_is_passive(name: str) -> bool:
    """True when assigning the variable cannot change what a later command means."""
    return _ACTIVE_VARIABLES.fullmatch(name) is None


def _printf(arguments: Sequence[str]) -> bool:
    """Only text conversions: ``%d`` and its kin convert numbers, and ``-v`` hides the result in a variable."""
    words = list(arguments[1:] if arguments[:1] == ["--"] else arguments)
    return bool(words) and not words[0].startswith("-") and _HARMLESS_FORMAT.fullmatch(words[0]) is not None


def _date(arguments: Sequence[str]) -> bool:
    """The clock as it is; ``-d`` does calendar arithmetic."""
    return all(a.startswith("+") or a in ("-u", "--utc", "-R", "-I") for a in arguments)


#: Passive in some forms only: the function sees the literal arguments.
SOMETIMES_PASSIVE: Mapping[str, Callable[[Sequence[str]], bool]] = {"printf": _printf, "date": _date}


def is_passive_tool(name: str, arguments: Sequence[str]) -> bool:
    """Whether a call of this word with these literal arguments is passive.

    >>> is_passive_tool("printf", ["%s\\n", "x"]), is_passive_tool("printf", ["%d", "0x1f"]), is_passive_tool("sed", [])
    (True, False, False)
    """
    if name in ALWAYS_PASSIVE:
        return True
    check = SOMETIMES_PASSIVE.get(name)
    return check is not None and check(arguments)
