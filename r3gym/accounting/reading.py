"""Reading a command as bash reads its characters: continued lines are joined and heredocs are extracted as data.

The grammar that parses commands misreads heredocs in several ways (bodies that begin with a backslash, two of them on
one line, end words followed by other text) and keeps the backslash of a continued line, which bash removes first.
Therefore `read_command` passes the grammar a command without continuations in which every heredoc is replaced by a
redirection from nothing, and returns the heredocs separately.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_BLANK, _END_OF_WORD = b" \t", b" \t\n;|&()<>"
_BEFORE_COMMENT = b" \t\n;|&()"
_PLACEHOLDER = b"</dev/null"

#: Bytes that open, close and end nothing in any position.
_ORDINARY = re.compile(rb"[^\\`$\"'#\n<(){}]+")

#: A limit that no ordinary command reaches; the grammar needs time quadratic in this number.
_TOO_MANY = 300


class UnreadableCommand(Exception):
    """The end of a quotation, substitution or heredoc cannot be determined."""


@dataclass(frozen=True)
class Heredoc:
    """The text of a heredoc; ``quoted`` when the shell expands nothing in it."""

    body: bytes
    quoted: bool


@dataclass(slots=True)
class CommandSource:
    """The text that the grammar parses, the position of each of its bytes in the command, and the heredocs in order."""

    text: bytes
    heredocs: list[Heredoc] = field(default_factory=list)
    origin: list[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the byte range of the command that corresponds to a byte range of the text."""
        if self.origin is None:
            return start, end
        at = [*self.origin, self.origin[-1] + 1 if self.origin else 0]
        return at[min(start, len(at) - 1)], at[min(end, len(at) - 1)]


def read_command(data: bytes) -> CommandSource:
    """Read a command. Raise `UnreadableCommand` when it cannot be read with certainty."""
    plain = b"\\\n" not in data and b"\n\\" not in data and b"<<" not in data
    reading = CommandSource(data) if plain else _CommandReader(data).read()
    if len(reading.text) > _TOO_MANY:
        bare = re.sub(rb"'[^']*'", b"", reading.text)
        if any(bare.count(word) > _TOO_MANY for word in (b"<", b"${", b"$(", b"((", b"`")):
            raise UnreadableCommand
    return reading


@dataclass
class _PendingHeredoc:
    end: bytes
    quoted: bool
    strip_tabs: bool


class _CommandReader:
    """One pass over the bytes with a stack of what is open: ``commands``, ``"``, a backquote, ``${``."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0
        self._out, self._origin = bytearray(), list[int]()
        self._open = ["commands"]
        self._parentheses = [0]
        self._pending: list[_PendingHeredoc] = []
        self._heredocs: list[Heredoc] = []

    def read(self) -> CommandSource:
        while self._at < len(self._data):
            self._step()
        if self._pending:
            self._take_bodies()
        return CommandSource(bytes(self._out), self._heredocs, self._origin)

    def _emit(self, count: int) -> None:
        self._out += self._data[self._at : self._at + count]
        self._origin.extend(range(self._at, self._at + count))
        self._at += count

    def _step(self) -> None:
        data, at, inside = self._data, self._at, self._open[-1]
        plain = _ORDINARY.match(data, at)
        if plain is not None:
            self._emit(plain.end() - at)
            return
        byte = data[at : at + 1]
        if byte == b"\\":
            if data[at + 1 : at + 2] == b"\n":
                self._at += 2  # bash joins the lines before it reads on
            elif inside == "commands" and self._out.endswith(b"\n"):
                # The grammar takes this for a continued line. Whatever the command is called, it is not passive.
                self._out += b"xx"[: len(data) - at]
                self._origin.extend(range(at, min(at + 2, len(data))))
                self._at += 2
            else:
                self._emit(2)
        elif byte == b"`":
            self._toggle("`")
        elif data.startswith(b"${", at):
            self._open.append("${")
            self._emit(2)
        elif data.startswith(b"$(", at):
            self._open.append("commands")
            self._parentheses.append(0)
            self._emit(2)
        elif byte == b'"' and inside != "`":
            self._toggle('"')
        elif inside == "${" and byte == b"}":
            self._open.pop()
            self._emit(1)
        elif inside in ("commands", "`", "${") and byte == b"'":
            self._single_quotes()
        elif inside == "commands":
            self._code(byte)
        elif data.startswith(b"<<", at) and inside != '"':
            raise UnreadableCommand
        else:
            self._emit(1)

    def _toggle(self, mark: str) -> None:
        if self._open[-1] == mark:
            self._open.pop()
        elif mark in self._open and mark == "`":
            raise UnreadableCommand
        else:
            self._open.append(mark)
        self._emit(1)

    def _single_quotes(self) -> None:
        """Read to the closing quote; in ``$'...'`` a backslash escapes a quote."""
        escapes = self._out.endswith(b"$") and not self._out.endswith(b"\\$")
        end = self._at + 1
        while end < len(self._data) and self._data[end : end + 1] != b"'":
            end += 2 if escapes and self._data[end : end + 1] == b"\\" else 1
        self._emit(min(end + 1, len(self._data)) - self._at)

    def _code(self, byte: bytes) -> None:
        data, at = self._data, self._at
        if byte == b"#" and (not self._out or self._out[-1] in _BEFORE_COMMENT):
            end = data.find(b"\n", at)
            self._emit((end if end >= 0 else len(data)) - at)
        elif byte == b"\n":
            self._emit(1)
            if self._pending:
                self._take_bodies()
        elif data.startswith(b"<<<", at):
            self._emit(3)
        elif data.startswith(b"<<", at):
            self._operator()
        elif byte == b"(":
            if data.startswith(b"((", at) and b"<<" in data:
                raise UnreadableCommand  # inside arithmetic, << is a shift
            self._parentheses[-1] += 1
            self._emit(1)
        elif byte == b")":
            if self._parentheses[-1] == 0 and len(self._open) > 1:
                self._open.pop()
                self._parentheses.pop()
            else:
                self._parentheses[-1] = max(0, self._parentheses[-1] - 1)
            self._emit(1)
        else:
            self._emit(1)

    def _operator(self) -> None:
        """Read ``<<WORD`` or ``<<-WORD``: store its end word, and write a redirection from nothing for the grammar."""
        start, data = self._at, self._data
        at = start + 2
        strip = data[at : at + 1] == b"-"
        at += strip
        while data[at : at + 1] and data[at : at + 1] in _BLANK:
            at += 1
        word, quoted = bytearray(), False
        while at < len(data) and data[at : at + 1] not in (bytes([b]) for b in _END_OF_WORD):
            byte = data[at : at + 1]
            if byte in (b"'", b'"'):
                close = data.find(byte, at + 1)
                if close < 0 or (byte == b'"' and re.search(rb"[\\$`]", data[at:close])):
                    raise UnreadableCommand
                word, quoted, at = word + data[at + 1 : close], True, close + 1
            elif byte == b"\\" and data[at + 1 : at + 2] not in (b"", b"\n"):
                word, quoted, at = word + data[at + 1 : at + 2], True, at + 2
            elif byte in (b"$", b"`", b"\\"):
                raise UnreadableCommand
            else:
                word, at = word + byte, at + 1
        if (not word and not quoted) or b"\n" in word:
            raise UnreadableCommand
        self._pending.append(_PendingHeredoc(bytes(word), quoted, strip))
        self._out += _PLACEHOLDER
        self._origin.extend([start] * len(_PLACEHOLDER))
        self._at = at

    def _take_bodies(self) -> None:
        nested = len(self._open) > 1
        for pending in self._pending:
            body, ended = [], False
            while self._at < len(self._data):
                end = self._data.find(b"\n", self._at)
                stop = len(self._data) if end < 0 else end
                line = self._data[self._at : stop]
                self._at = min(stop + 1, len(self._data))
                if (line.lstrip(b"\t") if pending.strip_tabs else line) == pending.end:
                    ended = True
                    break
                body.append(line)
            text = b"\n".join(body)
            if (nested and not ended) or (not pending.quoted and re.search(rb"(?<!\\)(?:\\\\)*\\(?:\n|$)", text)):
                raise UnreadableCommand  # a continued line could hide where the heredoc ends
            self._heredocs.append(Heredoc(text, pending.quoted))
        self._pending = []
