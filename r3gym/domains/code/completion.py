"""The C++ programs of a tool-free completion: one for each problem.

A single problem's program is looked for in structured output (a JSON object), then in fenced blocks, then as bare
text around ``int main``. A contest is read more strictly: one section per problem with one code block in it, or
exactly as many blocks as problems, without labels.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence

from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.domains.code.solution_files import has_main, parse_program, says_no_answer
from r3gym.parsing.fences import Block, fenced_blocks
from r3gym.parsing.marked import parse_sections
from r3gym.parsing.sections import find_sections, heading_starts

_CODE_KEYS = ("code", "solution", "program", "cpp", "source")
#: Where bare C++ starts: a directive, or one of the lines that programs open with.
_FIRST_LINE = re.compile(
    r"^[ \t]*(?:#[ \t]*(?:include|define|pragma|if|ifdef|ifndef)\b|using\b.*;|(?:int|signed|auto|int32_t)[ \t]+main\b)",
    re.MULTILINE,
)
_LAST_BRACE = re.compile(r"^.*\}[ \t;]*(?:(?://|/\*).*)?$", re.MULTILINE)


def parse_single_code(text: str, label: str) -> ParsedAnswer:
    """Parse the program in the answer to one problem. Of several complete programs the last one counts."""
    structured = _structured(text)
    if structured is not None:
        return parse_program(label, structured)
    every = fenced_blocks(text)
    closed = [block for block in every if block.is_code and block.closed]
    complete = [block for block in closed if has_main(block.content)]
    if complete or (closed and all(block.closed for block in every)):
        return parse_program(label, (complete or closed)[-1].content)
    return _without_block(label, text, every)


def parse_contest_code(text: str, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    """Parse one program per label from labelled sections; without labels, from exactly as many blocks in order."""
    every = fenced_blocks(text, heading_starts(text))
    # A comment in a program may look like a heading; text after an unclosed fence is not a program.
    inside = tuple((block.start, block.end) for block in every if block.closed)
    sections = find_sections(text, labels, skip=inside)
    if sections:
        return parse_sections(text, labels, sections, _parse_section)
    blocks = [block for block in every if block.is_code]
    if len(blocks) == len(labels) and all(block.closed for block in every):
        return tuple(parse_program(label, block.content) for label, block in zip(labels, blocks, strict=True))
    if not blocks:
        return tuple(ParsedAnswer(label, ParseState.MISSING, detail="no section and no code block") for label in labels)
    detail = f"no labels, and {len(blocks)} code blocks instead of {len(labels)}"
    if not all(block.closed for block in every):
        detail = "no labels, and a code block is not closed"
    return tuple(ParsedAnswer(label, ParseState.MALFORMED, detail=detail) for label in labels)


def _parse_section(label: str, body: str) -> ParsedAnswer:
    every = fenced_blocks(body)
    blocks = [block for block in every if block.is_code]
    if len(blocks) > 1:
        return ParsedAnswer(label, ParseState.MALFORMED, detail=f"{len(blocks)} code blocks in the section")
    if blocks and all(block.closed for block in every):
        return parse_program(label, blocks[0].content)
    return _without_block(label, body, every)


def _without_block(label: str, text: str, blocks: Sequence[Block]) -> ParsedAnswer:
    if not all(block.closed for block in blocks):
        return ParsedAnswer(label, ParseState.MALFORMED, detail="a code block is not closed")
    bare = _bare_program(text)
    if bare is not None:
        return parse_program(label, bare)
    if any(not says_no_answer(block.content) for block in blocks):
        return ParsedAnswer(label, ParseState.UNPARSABLE, detail="no code block in C++")
    return ParsedAnswer(label, ParseState.MISSING, detail="no program")


def _structured(text: str) -> str | None:
    """Return the program in a completion that is one JSON object, fenced or not, else None."""
    inner = text.strip()
    blocks = fenced_blocks(inner)
    if len(blocks) == 1 and blocks[0].language == "json" and blocks[0].closed:
        inner = blocks[0].content.strip()
    if not (inner.startswith("{") and inner.endswith("}")):
        return None
    try:
        value = json.loads(inner)
    except (ValueError, RecursionError):
        return None
    found = next((value[key] for key in _CODE_KEYS if key in value), None)
    if not isinstance(found, str):
        return None
    fenced = [block for block in fenced_blocks(found) if block.is_code and block.closed]
    return fenced[-1].content if fenced else found


def _bare_program(text: str) -> str | None:
    """Return a complete program in prose, from its first directive to the last line ending with a brace, or None."""
    first = _FIRST_LINE.search(text)
    if first is None or not has_main(text[first.start() :]):
        return None
    lines = deque(_LAST_BRACE.finditer(text, first.start()), maxlen=1)
    return text[first.start() : lines[0].end()] if lines else None
