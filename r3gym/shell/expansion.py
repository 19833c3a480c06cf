"""Expand the words of a free command: variables, brace groups, the home folder, and patterns of file names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from r3gym.shell.tree import WILDCARD, Braces, Literal, Part, Variable, Word

#: Return the paths that each pattern matches, in order, for one pattern at a time.
Matcher = Callable[[str], Sequence[str]]

_SPECIAL = re.compile(r"([*?\[\]\\])")
_BLANK = re.compile(r"[ \t\n]+")
#: Fields that one word may become, and characters that its variables may bring: expansion is work for the host.
MOST_FIELDS = 2000
MOST_CHARACTERS = 1 << 20


class ExpansionError(Exception):
    """A word that cannot be expanded; the message is for the contestant, ``status`` the command's exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def expand_text(word: Word, variables: Mapping[str, str], *, strict: bool = False) -> str:
    """Return a word as one text: variables are replaced, nothing is split or matched.

    ``strict``: an unset variable is an error, as after ``set -u``.
    """
    _check_length(word, variables)
    return _home(word, variables) + "".join(
        part.options[0] if type(part) is Braces else _value(part, variables, strict) for part in _after_home(word)
    )


def expand_fields(
    word: Word, variables: Mapping[str, str], match: Matcher, *, strict: bool = False
) -> list[tuple[str, bool]]:
    """Return the fields that a word becomes, each with whether it came out of a pattern.

    >>> from r3gym.shell.parsing import parse
    >>> words = parse("cp a{,.bak} $X '$X'").items[0].pipelines[0].commands[0].words
    >>> [field for word in words for field, _ in expand_fields(word, {"X": "b c"}, lambda p: [])]
    ['cp', 'a', 'a.bak', 'b', 'c', '$X']
    """
    _check_length(word, variables)
    fields: list[tuple[str, bool]] = []
    for parts in _alternatives(_after_home(word)):
        for pattern, text, is_pattern in _split(_home(word, variables), parts, variables, strict):
            found = match(pattern) if is_pattern else ()
            fields += [(path, True) for path in found] or [(text, False)]
            if len(fields) > MOST_FIELDS:
                raise ExpansionError(f"a word stands for more than {MOST_FIELDS} files")
    return fields


def _check_length(word: Word, variables: Mapping[str, str]) -> None:
    """Refuse a word whose variables and braces bring more text than any honest command has."""
    brought, options = 0, 1
    for part in word.parts:
        if type(part) is Variable:
            brought += len(variables.get(part.name, ""))
        elif type(part) is Braces:
            options = len(part.options)
    if brought > MOST_CHARACTERS or (options > 1 and options * (brought + word.end - word.start) > MOST_CHARACTERS):
        raise ExpansionError(f"a word stands for more than {MOST_CHARACTERS:,} characters")


def _home(word: Word, variables: Mapping[str, str]) -> str:
    return variables.get("HOME", "/app") if word.has_tilde else ""


def _after_home(word: Word) -> Sequence[Part]:
    if not word.has_tilde:
        return word.parts
    first = word.parts[0]
    assert isinstance(first, Literal)
    return (Literal(first.text[1:], False), *word.parts[1:])


def _alternatives(parts: Sequence[Part]) -> list[Sequence[Part]]:
    for at, part in enumerate(parts):
        if type(part) is Braces:
            return [(*parts[:at], Literal(option, False), *parts[at + 1 :]) for option in part.options]
    return [parts]


def _value(part: Part, variables: Mapping[str, str], strict: bool) -> str:
    if type(part) is Literal:
        return part.text
    if not isinstance(part, Variable):
        raise ExpansionError("a substitution is not expanded in a free command")
    value = variables.get(part.name)
    if value is None and strict and part.default is None:
        raise ExpansionError(f"{part.name}: unbound variable", 127)
    return value or part.default or ""


def _split(home: str, parts: Sequence[Part], variables: Mapping[str, str], strict: bool) -> list[tuple[str, str, bool]]:
    """Return fields as (pattern with literal characters escaped, text, whether it is a pattern)."""
    pattern, text, wild, begun = _SPECIAL.sub(r"\\\1", home), home, False, bool(home)
    fields: list[tuple[str, str, bool]] = []
    for part in parts:
        value = _value(part, variables, strict)
        if part.quoted if isinstance(part, Literal | Variable) else True:
            pattern, text, begun = pattern + _SPECIAL.sub(r"\\\1", value), text + value, True
            continue
        pieces = _BLANK.split(value) if type(part) is Variable else [value]
        for number, piece in enumerate(pieces):
            if number and begun:
                fields.append((pattern, text, wild))
            if number:
                pattern, text, wild, begun = "", "", False, False
            if piece:
                pattern, text, begun = pattern + piece, text + piece, True
                wild = wild or WILDCARD.search(piece) is not None
    return [*fields, (pattern, text, wild)] if begun else fields
