"""Reading of LaTeX source: comments, arguments, environments, and the statement's own macros. Nothing here raises."""

from __future__ import annotations

import re

#: Upper bound of the expanded text: a macro that calls itself twice would otherwise fill the memory.
_MAX_EXPANSION = 400_000

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n(?![ \t]*\n)[ \t]*)?")
_VERBATIM = re.compile(r"(\\begin\{(?:verbatim|lstlisting)\*?\}.*?\\end\{(?:verbatim|lstlisting)\*?\})", re.S)
_DEFINITION = re.compile(
    r"\\(?:newcommand|renewcommand|providecommand|def)\*?\s*\{?\\([A-Za-z]+)\}?"
    r"\s*(?:\[(\d)\])?(?:#\d)*\s*(?=\{)"
)
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.S)
_OPTIONS = re.compile(r"\*?(?:[ \t]*\[[^\]\n]*\])*")
_OPTION = re.compile(r"[ \t]*\[([^\]\n]*)\]")
_BRACES = re.compile(r"\\.|[{}]", re.S)


def without_comments(source: str) -> str:
    """Remove % comments. As in TeX, a comment includes the end of its line, unless a blank line follows.

    In verbatim text a percent sign is kept.
    """
    pieces = _VERBATIM.split(source.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(piece if at % 2 else _COMMENT.sub(r"\1", piece) for at, piece in enumerate(pieces))


class LatexReader:
    """A reading position in LaTeX text that moves past what it reads."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text, self.at = text, at

    def take(self) -> str:
        """Return the next argument: a braced group without its braces, or one token; empty at the end."""
        self.skip_blank()
        if not self.text.startswith("{", self.at):
            match = _TOKEN.match(self.text, self.at)
            self.at = match.end() if match else len(self.text)
            return match.group() if match else ""
        start, depth = self.at + 1, 0
        for match in _BRACES.finditer(self.text, self.at):
            depth += {"{": 1, "}": -1}.get(match.group(), 0)
            if depth == 0 and match.group() == "}":
                self.at = match.end()
                return self.text[start : match.start()]
        self.at = len(self.text)
        return self.text[start:]

    def until(self, closing: str) -> str:
        """Return everything before ``closing``, or the rest of the text without one."""
        end = self.text.find(closing, self.at)
        inside = self.text[self.at : end] if end >= 0 else self.text[self.at :]
        self.at = end + len(closing) if end >= 0 else len(self.text)
        return inside

    def environment(self, name: str) -> str:
        r"""Return the content of an environment up to its own \end, including nested ones of the same name."""
        start, depth = self.at, 1
        for match in re.compile(rf"\\(begin|end)\s*\{{{re.escape(name)}\}}").finditer(self.text, self.at):
            depth += 1 if match.group(1) == "begin" else -1
            if depth == 0:
                self.at = match.end()
                return self.text[start : match.start()]
        self.at = len(self.text)
        return self.text[start:]

    def option(self) -> str | None:
        """Return the content of a bracketed option at the current position, or None."""
        match = _OPTION.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match.group(1)

    def skip_options(self) -> None:
        """Skip a star and bracketed options."""
        match = _OPTIONS.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def skip_blank(self) -> None:
        """Skip blanks and line ends."""
        while self.at < len(self.text) and self.text[self.at] in " \t\n":
            self.at += 1

    def skip_space_after_name(self) -> None:
        r"""Skip the blanks after a command's name, as TeX does, or an empty group ``{}``, which keeps them."""
        if self.text.startswith("{}", self.at):
            self.at += 2
            return
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1


def expand_macros(text: str) -> str:
    r"""Apply the statement's own \newcommand and \def macros, with and without arguments."""
    macros: dict[str, tuple[int, str]] = {}
    kept: list[str] = []
    reader = LatexReader(text)
    while (match := _DEFINITION.search(text, reader.at)) is not None:
        kept.append(text[reader.at : match.start()])
        reader.at = match.end()
        macros[match.group(1)] = (int(match.group(2) or 0), reader.take())
    text = "".join((*kept, text[reader.at :]))
    for _ in range(5 if macros else 0):  # macros may use macros; the bound stops recursive ones
        expanded = _expand_once(text, macros)
        if expanded == text or len(expanded) > _MAX_EXPANSION:
            break
        text = expanded
    return text


def _expand_once(text: str, macros: dict[str, tuple[int, str]]) -> str:
    names = "|".join(sorted(macros, key=len, reverse=True))
    pattern = re.compile(rf"\\({names})(?![A-Za-z])(?:\{{\}})?")
    reader = LatexReader(text)
    parts: list[str] = []
    size = 0
    while (match := pattern.search(text, reader.at)) is not None and size <= _MAX_EXPANSION:
        parts.append(text[reader.at : match.start()])
        count, body = macros[match.group(1)]
        reader.at = match.end()
        for number in range(1, count + 1):
            body = body.replace(f"#{number}", reader.take())
        parts.append(body)
        size += len(body)
    return "".join((*parts, text[reader.at :]))
