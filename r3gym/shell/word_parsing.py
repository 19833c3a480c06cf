"""Read one word of a command: quotations, escapes, variables, substitutions and brace groups."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.tree import Braces, Literal, Part, Sequence, Substitution, Variable, Word

_ENDS_WORD = frozenset(" \t\n|&;<>()")
_ORDINARY = re.compile(r"[A-Za-z0-9_@%+=:,./^-]+(?=[ \t\n|&;)]|\Z)")
_PLAIN = re.compile(r"[^ \t\n|&;<>()$`\"'\\{]+")
_QUOTED_PLAIN = re.compile(r"[^\"\\$`]+")
_HEREDOC_PLAIN = re.compile(r"[^\\$`]+")
_VARIABLE = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
_EXPANSION = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?-([^}$`\"'\\{]*))?\}")
_NAMES_VARIABLE = re.compile(r"\$\{[A-Za-z0-9_#!@*?$-]")
_SPECIAL = re.compile(r"\$[0-9#@*!$]")
_GROUP = re.compile(r"\{([^{}, \t\n$`\"'\\|&;<>()]*(?:,[^{}, \t\n$`\"'\\|&;<>()]*)+)\}")
#: A name or a substitution can go on in the next line.
_CONTINUED = re.compile(r"\\\n")
_GOES_ON = re.compile(r"\\\n[\w\\]")
_ANSI = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(.))", re.DOTALL)
_ANSI_NAMES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}


class WordReader(ABC):
    """The text, the place reached in it, and the reading of one word. Commands inside words are the subclass's."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    @abstractmethod
    def program_inside(self, end: str) -> Sequence:
        """Read the program of a substitution up to and including ``end``."""

    @abstractmethod
    def program_of(self, text: str) -> Sequence:
        """Read a program that stands in a text of its own (in backquotes)."""

    def word(self) -> Word:
        """Read the word that begins here."""
        text, start = self.text, self.at
        ordinary = _ORDINARY.match(text, start)
        if ordinary is not None:  # most words: nothing in them is special, and a blank or the end follows
            self.at = ordinary.end()
            return Word((Literal(ordinary[0], False),), start, self.at, ordinary[0])
        parts = list[Part]()
        while self.at < len(text):
            char = text[self.at]
            if char in _ENDS_WORD:
                if char not in "<>" or text[self.at + 1 : self.at + 2] != "(":
                    break
                parts.append(self._process_substitution())
            elif char == "\\":
                self._escape(parts)
            elif char == "'":
                parts.append(self._single_quoted())
            elif char == '"':
                self.at += 1
                self._double_quoted(parts)
            elif char == "$":
                self._dollar(parts, quoted=False)
            elif char == "`":
                parts.append(self._backquoted())
            elif char == "{":
                parts.append(self._braces(parts))
            else:
                plain = _PLAIN.match(text, self.at)
                assert plain is not None
                parts.append(Literal(plain[0], False))
                self.at = plain.end()
        if self.at == start:
            raise SyntaxDoubt(text[start : start + 1], start, start + 1)
        return Word(tuple(parts), start, self.at)

    def delimiter(self) -> tuple[str, bool]:
        """Read the end word of a heredoc: its text without quotes, and whether any of it was quoted."""
        word, found, quoted = self.word(), "", False
        raw = self.text[word.start : word.end]
        for part in word.parts:
            if type(part) is Literal:
                found, quoted = found + part.text, quoted or part.quoted
            else:
                raise SyntaxDoubt("<<", word.start, word.end)
        if "\n" in found or "$" in raw or "`" in raw:
            raise SyntaxDoubt("<<", word.start, word.end)
        return found, quoted or "'" in raw or '"' in raw

    def heredoc_word(self, body: str, quoted: bool, start: int) -> Word:
        """Return the text of a heredoc as a word; an unquoted one expands variables and substitutions."""
        if quoted or ("$" not in body and "`" not in body and "\\" not in body):
            return Word((Literal(body, True),), start, start + len(body))
        outer, self.text, self.at, end = self.text, body, 0, self.at
        parts = list[Part]()
        try:
            self._expanded_text(parts, _HEREDOC_PLAIN, "$`\\")
        except SyntaxDoubt as doubt:
            raise SyntaxDoubt(doubt.what, start, start + len(body)) from None
        finally:
            self.text, self.at = outer, end
        placed = tuple(p._replace(start=start, end=start + len(body)) if type(p) is Substitution else p for p in parts)
        return Word(placed, start, start + len(body))

    def _escape(self, parts: list[Part]) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if not following:
            raise SyntaxDoubt("\\", self.at, self.at + 1)
        self.at += 2
        if following != "\n":
            parts.append(Literal(following, True))

    def _single_quoted(self) -> Literal:
        close = self.text.find("'", self.at + 1)
        if close < 0:
            raise SyntaxDoubt("'", self.at, len(self.text))
        found = Literal(self.text[self.at + 1 : close], True)
        self.at = close + 1
        return found

    def _double_quoted(self, parts: list[Part]) -> None:
        """Read up to the closing quotation mark; ``at`` is behind the opening one."""
        opened = self.at - 1
        parts.append(Literal("", True))
        self._expanded_text(parts, _QUOTED_PLAIN, '$`"\\')
        if self.text[self.at : self.at + 1] != '"':
            raise SyntaxDoubt('"', opened, len(self.text))
        self.at += 1

    def _expanded_text(self, parts: list[Part], plain: re.Pattern[str], escapes: str) -> None:
        """Read text in which only variables, substitutions and backslashes mean something, up to a ``"`` or the end."""
        text = self.text
        while self.at < len(text):
            found = plain.match(text, self.at)
            if found is not None:
                parts.append(Literal(found[0], True))
                self.at = found.end()
                continue
            char = text[self.at]
            if char == '"':
                return
            if char == "\\":
                following = text[self.at + 1 : self.at + 2]
                self.at += 1 + len(following)
                if following != "\n":
                    parts.append(Literal(following if following and following in escapes else "\\" + following, True))
            elif char == "$":
                self._dollar(parts, quoted=True)
            else:
                parts.append(self._backquoted())

    def _dollar(self, parts: list[Part], *, quoted: bool) -> None:
        text, start = self.text, self.at
        following = text[start + 1 : start + 2]
        found = _VARIABLE.match(text, start)
        if (_GOES_ON if found else _CONTINUED).match(text, found.end() if found else start + 1):
            raise SyntaxDoubt("$", start, start + 1)
        if found:
            parts.append(Variable(found[1], quoted))
        elif following in ("?", "-"):
            parts.append(Variable(following, quoted))
            self.at += 2
            return
        elif following == "{":
            found = _EXPANSION.match(text, start)
            if found is None:
                parts.append(self._enclosed("${", "}"))
                return
            parts.append(Variable(found[1], quoted, found[2]))
        elif following == "(":
            parts.append(self._command_substitution())
            return
        elif following == "[":
            parts.append(self._enclosed("$[", "]"))
            return
        elif following == "'" and not quoted:
            parts.append(self._ansi_quoted())
            return
        elif following == '"' and not quoted:
            self.at += 2
            self._double_quoted(parts)
            return
        elif found := _SPECIAL.match(text, start):
            parts.append(Substitution(found[0], Sequence(()), start, found.end()))
        else:
            parts.append(Literal("$", True))
            self.at += 1
            return
        self.at = found.end()

    def _command_substitution(self) -> Substitution:
        start = self.at
        if self.text.startswith("$((", start):
            return self._enclosed("$((", ")")
        self.at += 2
        inside = self.program_inside(")")
        return Substitution("$(", inside, start, self.at)

    def _process_substitution(self) -> Substitution:
        start = self.at
        self.at += 2
        inside = self.program_inside(")")
        return Substitution(self.text[start : start + 2], inside, start, self.at)

    def _backquoted(self) -> Substitution:
        start, content, at = self.at, "", self.at + 1
        while self.text[at : at + 1] != "`":
            if at >= len(self.text):
                raise SyntaxDoubt("`", start, len(self.text))
            if self.text[at] == "\\" and self.text[at + 1 : at + 2] in ("`", "$", "\\"):
                at += 1
            content += self.text[at]
            at += 1
        self.at = at + 1
        inside = self.program_of(content)
        return Substitution("`", inside, start, self.at)

    def _enclosed(self, opening: str, closing: str) -> Substitution:
        """Read a construct that the shell computes, up to its closing bracket, without looking inside."""
        if opening == "${" and not _NAMES_VARIABLE.match(self.text, self.at):
            raise SyntaxDoubt(opening, self.at, len(self.text))
        start, opens, at, depth = self.at, opening[-1], self.at + len(opening), opening.count(opening[-1])
        while depth:
            char = self.text[at : at + 1]
            if not char or char == "`" or (char in "'\"" and opening == "$(("):
                raise SyntaxDoubt(opening, start, len(self.text))
            if char == "\\":
                at += 1
            elif char in "'\"":
                at = self.text.find(char, at + 1)
                if at < 0:
                    raise SyntaxDoubt(opening, start, len(self.text))
            depth += (char == opens) - (char == closing)
            at += 1
        self.at = at
        return Substitution(opening, Sequence(()), start, at)

    def _ansi_quoted(self) -> Literal:
        start, at = self.at, self.at + 2
        while self.text[at : at + 1] not in ("'", ""):
            at += 2 if self.text[at] == "\\" else 1
        if at >= len(self.text):
            raise SyntaxDoubt("$'", start, len(self.text))
        self.at = at + 1
        text = _ANSI.sub(_unescape, self.text[start + 2 : at])
        if "\0" in text:
            raise SyntaxDoubt("$'", start, self.at)
        return Literal(text, True)

    def _braces(self, before: list[Part]) -> Part:
        start = self.at
        group = _GROUP.match(self.text, start)
        if group is not None and not any(type(part) is Braces for part in before):
            self.at = group.end()
            return Braces(tuple(group[1].split(",")))
        end = re.compile(r"[^ \t\n|&;<>()]*").match(self.text, start)
        assert end is not None
        if end[0].endswith("\\") and self.text[end.end() : end.end() + 1] == "\n":
            raise SyntaxDoubt("{", start, end.end())  # a group that goes on in the next line
        if group is not None or ("}" in end[0] and ("," in end[0] or ".." in end[0])):
            self.at = end.end() if not any(c in end[0] for c in "$`\"'\\") else start + 1
            return Substitution("{", Sequence(()), start, self.at)
        self.at += 1
        return Literal("{", False)


def _unescape(match: re.Match[str]) -> str:
    octal, byte, short, long, other = match.groups()
    if octal is not None:
        return chr(int(octal, 8) & 255)
    if byte or short or long:
        number = int(byte or short or long, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""
    return _ANSI_NAMES.get(other, other if other in "\\'\"?" else "\\" + other)
