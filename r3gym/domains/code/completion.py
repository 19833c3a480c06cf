"""The C++ programs of a tool-free completion: one for each problem.

A single problem's program is looked for in structured output (a JSON object), then in fenced blocks, then as bare
text around ``int main``. A contest (`r3gym.domains.code.contest_completion`) is read more strictly.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from r3gym.core.verdict import AnswerCandidate, ParsedAnswer, ParseState
from r3gym.domains.code.solution_files import braces_balance, has_main, parse_program, says_no_answer
from r3gym.parsing.fences import Block, fenced_blocks

_CODE_KEYS = ("code", "solution", "program", "cpp", "source")
#: Where bare C++ starts: a directive, or one of the lines that programs open with; an include also after prose.
_FIRST_LINE = re.compile(
    r"^[ \t]*(?:#[ \t]*(?:include|define|pragma|if|ifdef|ifndef)\b|using\b.*;|(?:int|signed|auto|int32_t)[ \t]+main\b)"
    r"|#[ \t]*include[ \t]*[<\"][\w./+-]{1,60}[>\"]",
    re.MULTILINE,
)
_LAST_BRACE = re.compile(r"^.*\}[ \t;\r]*(?:(?://|/\*).*)?$", re.MULTILINE)


def parse_single_code(text: str, label: str) -> ParsedAnswer:
    """Parse the program in the answer to one problem. Of several complete programs the last one counts.

    A block that is never closed counts if the program in it is complete and no closed block holds one.
    """
    structured = _structured(text)
    if structured is not None:
        return replace(parse_program(label, structured), why="the program of a JSON object")
    every = fenced_blocks(text)
    shown = block_candidates(text, every)
    closed = [block for block in every if block.is_code and block.closed]
    complete = [block for block in closed if has_main(block.content)]
    if complete or (closed and all(block.closed for block in every)):
        why = f"the last of {len(complete)} complete programs" if len(complete) > 1 else "the only complete program"
        return explained(parse_program(label, (complete or closed)[-1].content), why, shown)
    unclosed = [block for block in every if block.is_code and not block.closed]
    for block in unclosed[-1:]:
        program = bare_program(block.content)
        if program is not None and braces_balance(program):
            return explained(parse_program(label, program), "a complete program in a block that is not closed", shown)
    return explained(without_block(label, text, every), "a program outside code blocks", shown)


def explained(parsed: ParsedAnswer, why: str, candidates: tuple[AnswerCandidate, ...]) -> ParsedAnswer:
    """Return a parsed answer with the reason for the choice; where there is no answer, its detail is the reason."""
    return replace(parsed, why=why if parsed.answer is not None else parsed.detail, candidates=candidates)


def block_candidates(text: str, blocks: Sequence[Block]) -> tuple[AnswerCandidate, ...]:
    """Return the code blocks of a text as candidates."""
    return tuple(
        AnswerCandidate(
            block.content.strip() if block.closed and has_main(block.content) else None,
            text.count("\n", 0, block.start) + 1,
            "code block" + ("" if block.closed else ", not closed") + ("" if has_main(block.content) else ", no main"),
        )
        for block in blocks[:20]
        if block.is_code
    )


def without_block(label: str, text: str, blocks: Sequence[Block]) -> ParsedAnswer:
    """Parse a text that has no closed block with a program: a bare program, or none."""
    if not all(block.closed for block in blocks):
        return ParsedAnswer(label, ParseState.MALFORMED, detail="a code block is not closed")
    bare = bare_program(text)
    if bare is not None:
        return parse_program(label, bare)
    if any(not says_no_answer(block.content) for block in blocks):
        return ParsedAnswer(label, ParseState.UNPARSABLE, detail="no code block in C++")
    declined = says_no_answer(text.strip()) or bool(blocks)  # all blocks say that there is none
    return ParsedAnswer(label, ParseState.MISSING, detail="no program", declined=declined)


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


def bare_program(text: str) -> str | None:
    """Return a complete program in prose, from its first directive to the last line ending with a brace, or None."""
    first = _FIRST_LINE.search(text)
    if first is None or not has_main(text[first.start() :]):
        return None
    lines = deque(_LAST_BRACE.finditer(text, first.start()), maxlen=1)
    return text[first.start() : lines[0].end()] if lines else None
