"""Checks of tools whose words are more than options and files. Each sees the words after the tool's name.

A word is None where it is known only at run time; the interpreter asks again with the word that it has then. A check
returns the word that is not free ("" when no single word decides), or None when the call is free.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence

from r3gym.shell.tree import WILDCARD

Words = Sequence[str | None]

_INSIDE = re.compile(r"/(?:app|logs|tmp)(?:/|$)|/dev/null$")
MODE = re.compile(r"[0-7]{1,4}|[ugoa]*[-+=][rwxXst]*(?:,[ugoa]*[-+=][rwxXst]*)*")
_CONVERSION = re.compile(r"%(?:%|-?[0-9]{0,3}([a-zA-Z]?))")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: A pattern with more wildcards than this searches rather than names files.
_MOST_WILDCARDS = 3


def in_workspace(word: str, cwd: str) -> bool:
    """Return whether a path names a file of the workspace: below /app, /logs or /tmp.

    >>> in_workspace("../usr/bin/python3", "/app"), in_workspace("notes", "/app")
    (False, True)
    """
    return _INSIDE.match(posixpath.normpath(posixpath.join(cwd, word))) is not None


def too_many_wildcards(pattern: str) -> bool:
    """Return whether a pattern has more wildcards than it takes to name files."""
    return len(WILDCARD.findall(pattern)) > _MOST_WILDCARDS


def _file_test(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    """Check for questions about one file each: ``-f x``, ``! -s x``, ``-f x -a -f y``."""
    for asked in _questions(words):
        if len(asked) != 2 or asked[0] is None or not re.fullmatch(r"-[abcdefghLOprSstuwx]", asked[0]):
            return next((w for w in asked if w is not None), "")
    return None


def _questions(words: Words) -> list[list[str | None]]:
    """Return the questions that ``-a`` and ``-o`` join, each without ``!``."""
    found: list[list[str | None]] = [[]]
    for word in words:
        if word in ("-a", "-o") and len(found[-1]) >= 2:
            found.append([])
        elif word != "!" or found[-1]:
            found[-1].append(word)
    return found


_FIND_FLAGS = frozenset("-print -print0 -empty -not ! -o -or -a -and ( ) -follow -xdev -mount -depth -ls".split())
_FIND_TAKES: Mapping[str, re.Pattern[str] | None] = {
    "-name": None,
    "-iname": None,
    "-path": None,
    "-ipath": None,
    "-wholename": None,
    "-type": re.compile(r"[bcdpfls](?:,[bcdpfls])*"),
    "-maxdepth": re.compile(r"\d{1,3}"),
    "-mindepth": re.compile(r"\d{1,3}"),
}


def _find(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    """Check for places, and predicates that look at a name, a kind or a depth."""
    at = 0
    while at < len(words) and words[at] in ("-H", "-L", "-P"):
        at += 1
    while at < len(words) and not (words[at] or "x").startswith(("-", "(", "!")):
        at += 1
    while at < len(words):
        word = words[at]
        if word is None or (word not in _FIND_FLAGS and word not in _FIND_TAKES):
            return word or ""
        if word in _FIND_TAKES:
            at += 1
            value, form = words[at] if at < len(words) else "", _FIND_TAKES[word]
            if value is not None and (too_many_wildcards(value) if form is None else not form.fullmatch(value)):
                return word
        at += 1
    return None


def _printf(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    """Check for a format that converts text, or plain decimal numbers by ``%d``; ``-v`` would hide the result."""
    given = list(words[1:] if words[:1] == ["--"] else words)
    if not given or given[0] is None or given[0].startswith("-"):
        return (given[0] if given else None) or ""
    kinds = [m[1] for m in _CONVERSION.finditer(given[0]) if m[1] is not None]
    if not set(kinds) <= set("sbcqdiu"):
        return given[0]
    for number, word in enumerate(given[1:]):
        kind = kinds[number % len(kinds)] if kinds else "s"
        if kind in "diu" and not (word and _INTEGER.fullmatch(word) and not (kind == "u" and word.startswith("-"))):
            return word or ""
    return None


def _text(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    """Accept any words: they are data."""
    return None


def _seconds(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    return _first_other(words, re.compile(r"\d{1,4}(?:\.\d{1,3})?s?"))


def _symbolic_link(words: Words, cwd: str) -> str | None:
    """Check for ``-s``, and that the link lies in the workspace."""
    options = [w for w in words if w is not None and w.startswith("-")]
    if not any("s" in w if not w.startswith("--") else w == "--symbolic" for w in options):
        return ""
    places = [w for w in words if w is not None and not w.startswith("-")][1:]
    return next((w for w in places if not in_workspace(w, cwd)), None)


def _mode_and_files(words: Words, cwd: str) -> str | None:
    given = [w for w in words if w is None or not re.fullmatch(r"-[cfRv]+|--", w)]
    if not given or given[0] is None or not MODE.fullmatch(given[0]):
        return (given[0] if given else None) or ""
    return next((w for w in given[1:] if w is not None and not in_workspace(w, cwd)), None)


def _copy_of_bytes(words: Words, cwd: str) -> str | None:
    for word in words:
        name, _, value = (word or "").partition("=")
        plain = name in ("if", "of") and in_workspace(value, cwd)
        if not plain and not re.fullmatch(r"bs=\d{1,9}[kKM]?|status=(?:none|noxfer|progress)", word or ""):
            return word or ""
    return None


def _date_format(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    return _first_other([w for w in words if w is None or not w.startswith("-")], re.compile(r"\+[^%]*(?:%[^%]*)*"))


def _export(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    for word in words[1:] if words[:1] == ["-p"] and len(words) == 1 else words:
        if word is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*(?:=.*)?", word, re.DOTALL):
            return word
    return None


def _names(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    return _first_other([w for w in words if w != "-v"], _NAME)


_SETTINGS = frozenset("allexport errexit nounset pipefail xtrace verbose noclobber monitor".split())


def _shell_options(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    """Check for settings such as ``-euo pipefail``; without words ``set`` lists all variables, which nobody needs."""
    if not words:
        return ""
    at = 0
    while at < len(words):
        word = words[at]
        if word is None or not re.fullmatch(r"[-+][aeuxvoE]+", word):
            return word or ""
        if "o" in word:
            at += 1
            if at >= len(words) or words[at] not in _SETTINGS:
                return word
        at += 1
    return None


def _mask(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    return _first_other(words, re.compile(r"[0-7]{1,4}"))


def _status(words: Words, cwd: str) -> str | None:  # noqa: ARG001
    return _first_other(words, re.compile(r"25[0-5]|2[0-4]\d|1?\d?\d"))


def _first_other(words: Words, form: re.Pattern[str]) -> str | None:
    return next((w or "" for w in words if w is None or not form.fullmatch(w)), None)


#: By the name that ``operands`` has in tools.toml.
CHECKS: Mapping[str, Callable[[Words, str], str | None]] = {
    "file_test": _file_test,
    "find": _find,
    "printf": _printf,
    "text": _text,
    "seconds": _seconds,
    "symbolic_link": _symbolic_link,
    "mode_and_files": _mode_and_files,
    "copy_of_bytes": _copy_of_bytes,
    "date_format": _date_format,
    "export": _export,
    "names": _names,
    "shell_options": _shell_options,
    "mask": _mask,
    "status": _status,
}
