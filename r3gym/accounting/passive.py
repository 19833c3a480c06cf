"""The passive tools: programs and shell words that only inspect, move or record, and in which form.

Everything that is not listed here is charged as computation: an unknown word is counted.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence

CommandWords = Sequence[str | None]

#: Passive in any form: their options inspect or show, and none of them runs a program or calculates.
ALWAYS_PASSIVE = frozenset("true false : pwd cd echo cat head tail ls stat which type sleep".split())

#: Passive on files of the workspace only: copying from elsewhere (an interpreter, for example) is not staging.
PASSIVE_IN_SCOPE = frozenset("mkdir rmdir touch rm cp mv ln chmod tee".split())

#: Blocked in every form: a live judge or submission service, or a way to reach one.
JUDGE_WORDS = frozenset("submit judge verdict online-judge oj cf kattis dmoj".split())
NETWORK_WORDS = frozenset(
    "curl wget nc ncat netcat ssh scp sftp ftp telnet socat rsync ping dig nslookup host aria2c lynx w3m".split()
)

#: Words that mean something to the shell or are tools of the passive view: a function may not take their names.
SHELL_NAMES = frozenset(
    ". [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo "
    "enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf "
    "pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit "
    "umask unalias unset wait basename dirname readlink realpath df du env nice nohup xargs timeout file date".split()
)

#: Variables that the shell itself uses: they change what a later command runs, or the shell computes with them.
_ACTIVE_VARIABLES = re.compile(
    r"PATH|IFS|ENV|SHELLOPTS|PS[0-4]|PROMPT_COMMAND|CDPATH|GLOBIGNORE|OPTIND|OPTERR|OPTARG|RANDOM|SRANDOM|SECONDS|"
    r"LINENO|EPOCH.*|HIST.*|FUNCNEST|FUNCNAME|DIRSTACK|GROUPS|UID|EUID|PPID|MAIL.*|TMOUT|MAGIC|POSIX.*|TIMEFORMAT|"
    r"COMP.*|READLINE.*|BASH.*|LD_.*|GLIBC.*|GCONV.*|PYTHON.*|PERL.*"
)

_CONVERSION = re.compile(r"%(?:%|[-0-9]*([a-zA-Z]?))")
_INSIDE = re.compile(r"/(?:app|logs|tmp)(?:/|$)|/dev/(?:null|stdout|stderr)$")


def variable_is_passive(name: str) -> bool:
    """Return whether assigning the variable cannot change what a later command means."""
    return _ACTIVE_VARIABLES.fullmatch(name) is None


def _in_scope(arguments: CommandWords, cwd: str) -> bool:
    """Return whether all literal paths lie in the workspace: below /app, /logs or /tmp."""
    paths = (posixpath.normpath(posixpath.join(cwd, a)) for a in arguments if a is not None and not a.startswith("-"))
    return all(_INSIDE.match(path) for path in paths)


def _touch(arguments: CommandWords, cwd: str) -> bool:
    """Return whether ``touch`` sets the current time; ``-d``, ``-t`` and ``-r`` do calendar arithmetic."""
    return _in_scope(arguments, cwd) and not any(a is not None and re.match(r"-\w*[dtr]|--", a) for a in arguments)


def _file(arguments: CommandWords, cwd: str) -> bool:  # noqa: ARG001
    """Return whether ``file`` uses its own rules; ``-m`` and ``-C`` take other rules, which can compute and search."""
    return not any(a is None or re.match(r"-\w*[mCfPM]|--(?:magic|compile|files|parameter)", a) for a in arguments)


def _printf(arguments: CommandWords, cwd: str) -> bool:  # noqa: ARG001
    """Return whether ``printf`` only converts text, and plain decimal numbers by ``%d``; other forms compute numbers.

    ``-v`` would hide the result in a variable, and a format that is not literal cannot be judged.
    """
    words = list(arguments[1:] if arguments[:1] == ["--"] else arguments)
    if not words or words[0] is None or words[0].startswith("-"):
        return False
    kinds = [m[1] for m in _CONVERSION.finditer(words[0]) if m[1] is not None]
    if not set(kinds) <= set("sbcqdiu"):
        return False
    return not kinds or all(
        kinds[n % len(kinds)] in "sbcq" or (w is not None and re.fullmatch(r"-?(?:0|[1-9]\d*)", w))
        for n, w in enumerate(words[1:])
    )


def _date(arguments: CommandWords, cwd: str) -> bool:  # noqa: ARG001
    """Return whether ``date`` only shows the current time; ``-d`` does calendar arithmetic."""
    return all(a is not None and (a.startswith("+") or a in ("-u", "--utc", "-R", "-I")) for a in arguments)


#: Passive in some forms only: the function sees the arguments (None where the shell computes one) and the directory.
SOMETIMES_PASSIVE: Mapping[str, Callable[[CommandWords, str], bool]] = {
    **dict.fromkeys(PASSIVE_IN_SCOPE, _in_scope),
    "printf": _printf,
    "date": _date,
    "file": _file,
    "touch": _touch,
}


def tool_name(word: str) -> str:
    """Return the tool that a program word means: a system path is the tool itself, another path a separate program."""
    folder, _, name = word.rpartition("/")
    return name if folder in ("/bin", "/usr/bin") else word


def is_passive_tool(name: str, arguments: CommandWords, cwd: str = "/app") -> bool:
    """Return whether a call of this word with these arguments, in this directory, is passive.

    >>> is_passive_tool("printf", ["%s\\n", "x"]), is_passive_tool("printf", ["%d", "0x1f"]), is_passive_tool("sed", [])
    (True, False, False)
    """
    if name in ALWAYS_PASSIVE:
        return True
    check = SOMETIMES_PASSIVE.get(name)
    return check is not None and check(arguments, cwd)
