"""The fenced code blocks of a completion, with the tolerance of common Markdown renderers.

A fence consists of backticks or tildes with any indentation. It closes on a line of its own or at the end of the last
line of code (renderers accept that, so models write it). A fence that is still open where the next one with a language
begins, or at the heading of a problem (in a program: outside comments), was never closed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

# Possessive throughout: a megabyte of backticks is read in one pass.
_FENCE = re.compile(r"^[ \t>]*+(?P<mark>`{3,}+|~{3,}+)(?P<info>[^\n]*)$", re.MULTILINE)
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
    marks = _outside_comments(text, headings)
    blocks: list[Block] = []
    position = 0
    while opening := _FENCE.search(text, position):
        mark, info = opening["mark"], opening["info"].strip()
        if mark in info:  # ```int main() {}``` on one line
            language, content = _split_info(info[: info.index(mark)])
            blocks.append(Block(language, content, opening.start(), opening.end()))
            position = opening.end()
            continue
        block = _block(text, opening, info, marks)
        blocks.append(block)
        position = block.end
    return tuple(blocks)


def _block(text: str, opening: re.Match[str], info: str, marks: Sequence[int]) -> Block:
    language = info.split()[0].lower() if info else ""
    start = min(opening.end() + 1, len(text))
    if _CODE_BESIDE.fullmatch(info):  # ```cpp #include <iostream>
        start = opening.start("info") + opening["info"].index(info) + len(info.split()[0])
    following = _NEXT_OPENING.search(text, start)
    if language in _OTHER_LANGUAGES:  # a line of a sample or its output is no heading
        marks = tuple(mark for mark in marks if text.startswith("#", mark))
    limit = min([following.start() if following else len(text), *(mark for mark in marks if mark >= start)])
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
