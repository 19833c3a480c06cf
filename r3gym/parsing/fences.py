"""The fenced code blocks of a completion, with the tolerance of common Markdown renderers.

A fence consists of backticks or tildes with any indentation. It closes on a line of its own or at the end of the last
line of code (renderers accept that, so models write it). It may open at the end of a heading's line if it names C++. A
fence that is still open where the next one with a language begins, or at the heading of a problem (in a program:
outside comments), was never closed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

# Possessive throughout: a megabyte of backticks is read in one pass.
_FENCE = re.compile(
    r"^(?:[ \t>]*+|[^\n`]{1,120}+(?=```(?:cpp|c\+\+|cc|cxx)[ \t\r]*$))(?P<mark>`{3,}+|~{3,}+)(?P<info>[^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_CLOSING = re.compile(r"(?P<mark>(?<!`)`{3,}+|(?<!~)~{3,}+)[ \t\r]*+$", re.MULTILINE)
_NEXT_OPENING = re.compile(r"^[ \t>]*+(?:`{3,}+|~{3,}+)[ \t]*+[A-Za-z][\w+#.-]*+[ \t\r]*+$", re.MULTILINE)
#: Code on the line of the fence, after the language word.
_CODE_BESIDE = re.compile(
    r"(?:c|cc|cpp|cxx|c\+\+)\d{0,2}[ \t]+(?:#[ \t]*(?:include|define|pragma)\b.*|using\b.*;.*|int[ \t]+main\b.*)", re.I
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMMENT_LINE = re.compile(r"[ \t]*//")
#: Blocks in another language, or in none: samples, output, pseudo-code. Everything else is taken for a program.
_OTHER_LANGUAGES = frozenset(
    "text txt plaintext plain none console output input sample bash sh shell zsh json yaml toml xml html latex tex "
    "math markdown md diff pseudocode pseudo python py python3 java kotlin rust go javascript js typescript ts ruby "
    "pascal haskell csharp cs".split()
)
_DOCUMENT = re.compile(r"^[ \t]*+(?P<mark>`{3,}+|~{3,}+)[ \t]*+(?:markdown|md)[ \t\r]*+$", re.MULTILINE | re.IGNORECASE)
_LAST_FENCE = re.compile(r"^[ \t]*+(?:`{3,}+|~{3,}+)\s*+\Z", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language word in lower case, its content, and its position, fences included."""

    language: str
    content: str
    start: int
    end: int
    closed: bool = True

    @property
    def is_code(self) -> bool:
        """Whether it may be a C++ program by its language word."""
        return self.language not in _OTHER_LANGUAGES


def fenced_blocks(text: str, headings: Sequence[int] = ()) -> tuple[Block, ...]:
    """Return all blocks in order. ``headings`` are the starts of the lines that name problems.

    >>> [(block.language, block.content) for block in fenced_blocks("```cpp\\nint x;\\n```\\nso")]
    [('cpp', 'int x;\\n')]
    """
    ends = _Ends.of(text, headings)
    blocks: list[Block] = []
    position = 0
    while opening := _FENCE.search(text, position):
        mark, info = opening["mark"], opening["info"].strip()
        if mark in info:  # ```int main() {}``` on one line
            language, content = _split_info(info[: info.index(mark)])
            blocks.append(Block(language, content, opening.start(), opening.end()))
            position = opening.end()
            continue
        block = _block(text, opening, info, ends)
        blocks.append(block)
        position = block.end
    return tuple(blocks)


def without_document_fence(text: str) -> str:
    r"""Return a text of the same length with blanks for a fence around a document in Markdown that has blocks itself.

    >>> without_document_fence("````md\n```cpp\nint x;\n```\n````")
    '      \n```cpp\nint x;\n```\n    '
    """
    opening = _DOCUMENT.search(text)
    if opening is None or not _NEXT_OPENING.search(text, opening.end()):
        return text
    last = _LAST_FENCE.search(text, max(opening.end(), len(text.rstrip()) - 20))
    # With marks of one length, a last fence closes the document only if every block before it is closed.
    paired = last is None or all(block.closed for block in fenced_blocks(text[opening.end() : last.start()]))
    start, end = opening.span()
    text = text[:start] + " " * (end - start) + text[end:]
    return text[: last.start()] + " " * (len(text) - last.start()) if last and paired else text


@dataclass(frozen=True)
class _Ends:
    """The places where a fence that is still open was never closed, in order."""

    length: int
    openings: Sequence[int]
    headings: Sequence[int]
    markdown_headings: Sequence[int]

    @classmethod
    def of(cls, text: str, headings: Sequence[int]) -> _Ends:
        outside = _outside_comments(text, headings)
        openings = [match.start() for match in _NEXT_OPENING.finditer(text)]
        return cls(len(text), openings, outside, tuple(one for one in outside if text.startswith("#", one)))

    def after(self, position: int, language: str) -> int:
        """Return the first such place from a position on; a line of a sample or its output is no heading."""
        headings = self.markdown_headings if language in _OTHER_LANGUAGES else self.headings
        at = [(places, bisect_left(places, position)) for places in (self.openings, headings)]
        return min([self.length, *(places[index] for places, index in at if index < len(places))])


def _block(text: str, opening: re.Match[str], info: str, ends: _Ends) -> Block:
    language = info.split()[0].lower() if info else ""
    start = min(opening.end() + 1, len(text))
    if _CODE_BESIDE.fullmatch(info):  # ```cpp #include <iostream>
        start = opening.start("info") + opening["info"].index(info) + len(info.split()[0])
    limit = ends.after(start, language)
    for closing in _CLOSING.finditer(text, start, limit):
        if closing["mark"].startswith(opening["mark"]):
            return Block(language, text[start : closing.start()], opening.start(), closing.end())
    return Block(language, text[start:limit], opening.start(), limit, closed=False)


def _outside_comments(text: str, headings: Sequence[int]) -> tuple[int, ...]:
    """Return the headings that cannot be comments of a C++ program, which often names its problem."""
    if not headings:
        return ()
    comments = [match.span() for match in _COMMENT.finditer(text)]
    starts = [start for start, _ in comments]

    def commented(heading: int) -> bool:
        before = bisect_right(starts, heading)
        return before > 0 and heading < comments[before - 1][1]

    return tuple(
        start
        for start in headings
        if text.startswith("#", start) or not (commented(start) or _COMMENT_LINE.match(text, start))
    )


def _split_info(inline: str) -> tuple[str, str]:
    """Return the language word and the code of a block on one line."""
    word, _, rest = inline.partition(" ")
    known = word.lower() in _OTHER_LANGUAGES or re.fullmatch(r"c(?:pp|c|xx|\+\+)?(?:\d\d)?", word.lower())
    return (word.lower(), rest) if known else ("", inline)
