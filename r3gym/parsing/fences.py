"""The fenced code blocks of a completion, read as forgivingly as a reader would and no more.

Backticks or tildes, any indentation. A fence closes on a line of its own or at the end of the last line of code
(people's renderers forgive that, so models do it). A fence that is still open where the next one with a language
begins, or where a Markdown heading of a problem stands, was never closed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

# Possessive throughout: a megabyte of backticks is read in one pass.
_FENCE = re.compile(r"^[ \t>]*+(?P<mark>`{3,}+|~{3,}+)(?P<info>[^\n]*)$", re.MULTILINE)
_CLOSING = re.compile(r"(?P<mark>(?<!`)`{3,}+|(?<!~)~{3,}+)[ \t\r]*+$", re.MULTILINE)
_NEXT_OPENING = re.compile(r"^[ \t>]*+(?:`{3,}+|~{3,}+)[ \t]*+[A-Za-z][\w+#.-]*+[ \t\r]*+$", re.MULTILINE)
#: Blocks in another language, or in none: samples, output, pseudo-code. Everything else is taken for a program.
_OTHER_LANGUAGES = frozenset(
    "text txt plaintext plain none console output input sample bash sh shell zsh json yaml toml xml html latex tex "
    "math markdown md diff pseudocode pseudo python py python3 java kotlin rust go javascript js typescript ts ruby "
    "pascal haskell csharp cs".split()
)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language word in lower case, its content, and where it lies, fences included."""

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
    """All blocks in order. ``headings`` are the starts of the lines that name problems.

    >>> [(block.language, block.content) for block in fenced_blocks("```cpp\\nint x;\\n```\\nso")]
    [('cpp', 'int x;\\n')]
    """
    marks = tuple(start for start in headings if text.startswith("#", start))
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
    following = _NEXT_OPENING.search(text, start)
    ends = [following.start() if following else len(text), *(mark for mark in marks if mark >= start)]
    limit = min(ends)
    for closing in _CLOSING.finditer(text, start, limit):
        if closing["mark"].startswith(opening["mark"]):
            return Block(language, text[start : closing.start()], opening.start(), closing.end())
    return Block(language, text[start:limit], opening.start(), limit, closed=False)


def _split_info(inline: str) -> tuple[str, str]:
    """The language word and the code of a block on one line."""
    word, _, rest = inline.partition(" ")
    known = word.lower() in _OTHER_LANGUAGES or re.fullmatch(r"c(?:pp|c|xx|\+\+)?(?:\d\d)?", word.lower())
    return (word.lower(), rest) if known else ("", inline)
