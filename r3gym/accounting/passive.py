"""The passive tools: programs and shell words that only inspect, move or record, and in which form.

Everything that is not listed here computes, as far as the budget is concerned: an unknown word is counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

Words = Sequence[str | None]

#: Passive in any form: their options inspect or show, and none of them runs a program or calculates.
ALWAYS_PASSIVE = frozenset("true false : pwd cd echo cat head tail ls stat file which type sleep".split())

#: Passive on the workspace's own files; what they bring in from elsewhere (an interpreter, say) is not staging.
PASSIVE_IN_SCOPE = frozenset("mkdir rmdir touch rm cp mv ln chmod tee".split())

#: Blocked in every form: a live judge or submission service, or a way to reach one.
JUDGE_WORDS = frozenset("submit judge verdict online-judge oj cf kattis dmoj".split())
NETWORK_WORDS = frozenset(
    "curl wget nc ncat netcat ssh scp sftp ftp telnet socat rsync ping dig nslookup host aria2c lynx w3m".split()
)

#: Variables that change what a later command runs; assigning one is never passive.
_ACTIVE_VARIABLES = re.compile(
    r"PATH|IFS|ENV|SHELLOPTS|PS4|PROMPT_COMMAND|BASH.*|LD_.*|GLIBC.*|GCONV.*|PYTHON.*|PERL.*"
)

_CONVERSION = re.compile(r"%[-0-9]*([a-zA-Z%])|%")
_OUTSIDE = re.compile(r"/(?!app(?:/|$)|logs(?:/|$)|tmp(?:/|$)|dev/null$)")


def variable_is_passive(name: str) -> bool:
    """True when assigning the variable cannot change what a later command means."""
    return _ACTIVE_VARIABLES.fullmatch(name) is None


def _in_scope(arguments: Words) -> bool:
    """All literal paths lie in the workspace: relative, or below /app, /logs or /tmp."""
    return not any(a is not None and (_OUTSIDE.match(a) or "/../" in f"/{a}/") for a in arguments)


def _printf(arguments: Words) -> bool:
    """Text conversions, and ``%d`` of plain decimal numbers; anything else converts or rounds numbers.

    ``-v`` would hide the result in a variable, and a format that is not literal cannot be judged.
    """
    words = list(arguments[1:] if arguments[:1] == ["--"] else arguments)
    if not words or words[0] is None or words[0].startswith("-"):
        return False
    kinds = {m[1] for m in _CONVERSION.finditer(words[0])}
    if kinds <= {"s", "b", "c", "q", "%"}:
        return True
    numbers = all(w is not None and re.fullmatch(r"-?(0|[1-9]\d*)", w) for w in words[1:])
    return kinds <= {"d", "i", "u", "%"} and numbers


def _date(arguments: Words) -> bool:
    """The clock as it is; ``-d`` does calendar arithmetic."""
    return all(a is not None and (a.startswith("+") or a in ("-u", "--utc", "-R", "-I")) for a in arguments)


#: Passive in some forms only: the function sees the arguments, None for each that the shell computes.
SOMETIMES_PASSIVE: Mapping[str, Callable[[Words], bool]] = {
    "printf": _printf,
    "date": _date,
    **dict.fromkeys(PASSIVE_IN_SCOPE, _in_scope),
}


def tool_name(word: str) -> str:
    """The tool that a program word means: system paths are the tool itself, any other path is a program of its own."""
    folder, _, name = word.rpartition("/")
    return name if folder in ("/bin", "/usr/bin") else word


def is_passive_tool(name: str, arguments: Words) -> bool:
    """Whether a call of this word with these arguments is passive.

    >>> is_passive_tool("printf", ["%s\\n", "x"]), is_passive_tool("printf", ["%d", "0x1f"]), is_passive_tool("sed", [])
    (True, False, False)
    """
    if name in ALWAYS_PASSIVE:
        return True
    check = SOMETIMES_PASSIVE.get(name)
    return check is not None and check(arguments)
