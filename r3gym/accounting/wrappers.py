"""Wrappers: words that run another command. They are judged by what they run.

`unwrap` returns the words of the inner command, or a script that the shell would parse again, and raises an error when
the inner command cannot be known before it runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WrapperWords = Sequence[str | None]

SHELLS = frozenset("bash sh dash".split())


@dataclass(frozen=True)
class WrappedCommand:
    """What a wrapper runs: ``words`` (empty when it runs nothing), or ``script`` to be parsed as shell text."""

    words: tuple[str | None, ...] = ()
    script: str | None = None


class HiddenCommandError(Exception):
    """What the wrapper runs is only known at run time."""


@dataclass(frozen=True)
class _Options:
    """A wrapper's own options: those that take a value in the next word, how many operands come before the command."""

    with_value: frozenset[str] = frozenset()
    operands: int = 0
    assignments: bool = False


def _options(with_value: str = "", operands: int = 0, assignments: bool = False) -> _Options:
    return _Options(frozenset(with_value.split()), operands, assignments)


#: Wrappers that run the words after their own options as a command.
_RUNS_WORDS: Mapping[str, _Options] = {
    "timeout": _options("-s --signal -k --kill-after", operands=1),
    "nice": _options("-n --adjustment"),
    "nohup": _options(),
    "setsid": _options(),
    "time": _options("-f --format -o --output"),
    "command": _options(),
    "builtin": _options(),
    "env": _options("-u --unset -C --chdir", assignments=True),
    "sudo": _options("-u --user -g --group -h --host -p --prompt -D --chdir", assignments=True),
    "doas": _options("-u"),
    "stdbuf": _options("-i -o -e"),
    "ionice": _options("-c -n"),
}
#: Wrappers whose arguments are shell text, all of them joined.
_RUNS_TEXT: Mapping[str, _Options] = {"eval": _options(), "watch": _options("-n --interval")}

#: Programs that xargs may run: with these it shows or removes files; with others, or with options, it is a loop.
_XARGS_SHOWS = frozenset("cat ls head tail stat file echo rm".split())

WRAPPERS = frozenset([*_RUNS_WORDS, *_RUNS_TEXT, *SHELLS, "trap", "alias", "xargs"])


def unwrap(name: str, arguments: WrapperWords) -> WrappedCommand:
    """Return what a wrapper runs. Raise `HiddenCommandError` when that is known only at run time.

    >>> unwrap("timeout", ["-k", "1", "5", "cat", "x"]).words
    ('cat', 'x')
    >>> unwrap("bash", ["-c", "ls; pwd"]).script
    'ls; pwd'
    """
    if name in SHELLS:
        return _shell(arguments)
    if name == "trap":
        return _trap(arguments)
    if name == "xargs":
        rest = arguments[1:] if arguments[:1] == ["-r"] else arguments
        if rest and (rest[0] not in _XARGS_SHOWS or any(a is None for a in rest)):
            raise HiddenCommandError
        return WrappedCommand(words=tuple(rest))
    if name == "alias":  # its words are not literal to the grammar (NAME='...'), and no shell here expands aliases
        if any(a is None or "=" in a for a in arguments):
            raise HiddenCommandError
        return WrappedCommand()
    if name in _RUNS_TEXT:
        rest = _after_options(arguments, _RUNS_TEXT[name])
        return WrappedCommand(script=" ".join(_known(word) for word in rest))
    if name == "command" and arguments and arguments[0] in ("-v", "-V"):
        return WrappedCommand()
    if name == "env" and any(
        a in ("-S", "--split-string") or (a or "").startswith(("-S", "--split")) for a in arguments
    ):
        raise HiddenCommandError
    return WrappedCommand(words=tuple(_after_options(arguments, _RUNS_WORDS[name])))


def _known(word: str | None) -> str:
    if word is None:
        raise HiddenCommandError
    return word


def _after_options(arguments: WrapperWords, options: _Options) -> WrapperWords:
    at = 0
    while at < len(arguments):
        word = _known(arguments[at])
        if word == "--":
            at += 1
            break
        if word in options.with_value:
            at += 2
        elif word.startswith("-"):
            at += 1
        else:
            break
    if options.assignments:
        while at < len(arguments) and "=" in _known(arguments[at]):
            if re.match(r"(?:PATH|BASH|LD_|ENV|PYTHON|PERL|IFS)", _known(arguments[at])):
                raise HiddenCommandError
            at += 1
    return arguments[at + options.operands :]


def _shell(arguments: WrapperWords) -> WrappedCommand:
    """Return the script of ``bash -c TEXT``; any other call of a shell runs a file or its standard input."""
    for at, word in enumerate(arguments):
        known = _known(word)
        if not known.startswith("-") or known.startswith("--"):
            break
        if known.endswith("c") and at + 1 < len(arguments):
            return WrappedCommand(script=_known(arguments[at + 1]))
    raise HiddenCommandError


def _trap(arguments: WrapperWords) -> WrappedCommand:
    words = arguments[1:] if arguments[:1] == ["--"] else arguments
    if len(words) < 2 or words[0] in ("-", "-l", "-p"):
        return WrappedCommand()
    return WrappedCommand(script=_known(words[0]))
