"""The syntax tree of a command, as far as the accounting needs it. All nodes are immutable.

Nodes carry their position in the text (characters, ``start`` and ``end``), so that a charge can point at the part that
decided it. What no free command may contain is still a node (`Substitution`, `Loop`, `Function`), so that the
accounting sees the commands inside it.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

#: What makes a word a pattern of file names.
WILDCARD = re.compile(r"[*?]|\[[^\]]+\]")


class Literal(NamedTuple):
    """Plain text of a word; in ``quoted`` text no character is special."""

    text: str
    quoted: bool


class Variable(NamedTuple):
    """``$name``, ``${name}`` or ``${name:-default}``; a quoted one is not split into several words."""

    name: str
    quoted: bool
    default: str | None = None


class Braces(NamedTuple):
    """One group of alternatives, ``{a,b}``."""

    options: tuple[str, ...]


class Substitution(NamedTuple):
    """A part whose value the shell computes: ``what`` names the construct; ``inside`` is the program in it, if any."""

    what: str
    inside: Sequence
    start: int
    end: int


Part: TypeAlias = Literal | Variable | Braces | Substitution


class Word(NamedTuple):
    """One word before expansion; ``plain`` is its text when it consists of ordinary characters only."""

    parts: tuple[Part, ...]
    start: int
    end: int
    plain: str | None = None

    @property
    def text(self) -> str | None:
        """The word's text when nothing in it is expanded, else None."""
        if self.plain is not None:
            return self.plain
        found = ""
        for part in self.parts:
            if type(part) is not Literal or (not part.quoted and WILDCARD.search(part.text)):
                return None
            found += part.text
        return None if self.has_tilde else found

    @property
    def has_tilde(self) -> bool:
        """Whether it begins with an unquoted ``~`` that means the home folder."""
        first = self.parts[0] if self.parts else None
        return (
            type(first) is Literal
            and not first.quoted
            and (first.text[:2] == "~/" or (first.text == "~" and len(self.parts) == 1))
        )


class Heredoc:
    """The text of a heredoc or here-string, as a word whose expansions are all quoted.

    The parser meets ``<<END`` before the text, so it fills in ``word`` when it reaches the next line.
    """

    __slots__ = ("word",)

    def __init__(self, word: Word) -> None:
        self.word = word


class Redirection(NamedTuple):
    """``fd op target``: the operator is one of ``< > >> >| <> <& >& &> &>> << <<<``; ``fd`` None is its default."""

    fd: int | None
    operator: str
    target: Word | Heredoc
    start: int
    end: int


class Assignment(NamedTuple):
    """``name=value``; ``append`` for ``name+=value``."""

    name: str
    value: Word
    append: bool
    start: int


class SimpleCommand(NamedTuple):
    """Assignments, words (program first) and redirections."""

    assignments: tuple[Assignment, ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]
    start: int
    end: int


class Group(NamedTuple):
    """``{ ...; }``, or with ``subshell`` ``( ... )``."""

    body: Sequence
    subshell: bool
    redirections: tuple[Redirection, ...]
    start: int
    end: int


class Branch(NamedTuple):
    """``if`` conditions with their bodies in order; ``otherwise`` is the ``else`` part."""

    cases: tuple[tuple[Sequence, Sequence], ...]
    otherwise: Sequence | None
    redirections: tuple[Redirection, ...]
    start: int
    end: int


class ForLoop(NamedTuple):
    """``for name in words``; ``words`` None: over the shell's arguments."""

    name: str
    words: tuple[Word, ...] | None
    body: Sequence
    redirections: tuple[Redirection, ...]
    start: int
    end: int


class Loop(NamedTuple):
    """``while`` or ``until`` (``what``), which repeat as often as a command says."""

    what: str
    condition: Sequence
    body: Sequence
    redirections: tuple[Redirection, ...]
    start: int
    end: int


class FileTest(NamedTuple):
    """``[[ ... ]]`` with plain words."""

    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]
    start: int
    end: int


class Function(NamedTuple):
    """The definition of a function."""

    name: str
    body: Command
    start: int
    end: int


Command: TypeAlias = SimpleCommand | Group | Branch | ForLoop | Loop | FileTest | Function


class Pipeline(NamedTuple):
    """Commands joined by pipes; ``negated`` by ``!``. ``merged`` tells after which of them ``|&`` stands."""

    commands: tuple[Command, ...]
    negated: bool
    merged: frozenset[int]


class AndOr(NamedTuple):
    """Pipelines joined by ``&&`` and ``||``: the operators before the second and further ones.

    ``background``: it ends with ``&``. ``start`` and ``end`` enclose it without its terminator.
    """

    pipelines: tuple[Pipeline, ...]
    operators: tuple[str, ...]
    background: bool
    start: int
    end: int


class Sequence(NamedTuple):
    """Lists in order, as separated by ``;``, ``&`` and newlines."""

    items: tuple[AndOr, ...]
