"""The C++ programs of a contest's completion, as strictly as the paper reads it.

One section per problem with one program in it. Sections without a program (a plan, a scan, a recap) are no answer
sections; two sections with programs for one label are a duplicate, several blocks in a section a fault. Without
labels, exactly as many blocks as problems are taken in order.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.domains.code.completion import bare_program, block_candidates, explained, without_block
from r3gym.domains.code.solution_files import has_main, parse_program
from r3gym.parsing.fences import Block, fenced_blocks
from r3gym.parsing.sections import Section, find_sections, heading_starts

#: A heading with the letter alone, for programs that no worded heading labels: ``### C``, ``**C. Title**``, ``(C)``.
_LETTER = re.compile(
    r"^[ \t#*_(\[•`-]{0,20}+(?:[Ss]olution[_ ]|[Ff]ile:?[ \t]*`?(?:/app/)?solution_)?"
    r"(?P<label>[A-L])(?:[)\].:*_`]+(?=\s|$)|\.cpp|[ \t]*[-–—:][ \t]|[ \t]*$)",
    re.MULTILINE,
)
_ALONE = re.compile(r"(?<![^\W_])[A-L](?![^\W_])")
_OWN_NAME = re.compile(
    r"\s*(?://|/\*)[\s*]*(?:problem|task|solution(?:[ \t]+(?:to|for|of))?(?:[ \t]+problem)?)[ \t_]+(?P<label>[A-L])\b",
    re.I,
)


@dataclass(frozen=True)
class _SectionBlocks:
    """A section's code blocks, and the program in it: the one of its blocks that has a main function, or bare."""

    section: Section
    every: tuple[Block, ...]
    body: str

    @property
    def code(self) -> tuple[Block, ...]:
        return tuple(block for block in self.every if block.is_code)

    @property
    def has_program(self) -> bool:
        if any(block.closed and has_main(block.content) for block in self.code):
            return True
        return not self.every and bare_program(self.body) is not None


def parse_contest_code(text: str, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    """Parse one program per label from labelled sections; without labels, from exactly as many blocks in order."""
    every = fenced_blocks(text, heading_starts(text))
    # A comment in a program may look like a heading; a block that is not closed ends where a real one stands.
    inside = tuple((block.start, block.end) for block in every)
    sections = find_sections(text, labels, skip=inside)
    blocks = [block for block in every if block.is_code]
    if sections and not _is_plan(text, sections, blocks, labels):
        return _from_sections(text, sections, labels)
    lettered = _lettered(text, every, labels)
    if lettered:
        return _from_sections(text, lettered, labels)
    if len(blocks) == len(labels) and all(block.closed for block in every):
        return _in_order(text, blocks, labels)
    if not blocks:
        return tuple(ParsedAnswer(label, ParseState.MISSING, detail="no section and no code block") for label in labels)
    detail = f"no labels, and {len(blocks)} code blocks instead of {len(labels)}"
    if not all(block.closed for block in every):
        detail = "no labels, and a code block is not closed"
    return tuple(ParsedAnswer(label, ParseState.MALFORMED, detail=detail, why=detail) for label in labels)


def _is_plan(text: str, sections: Sequence[Section], blocks: Sequence[Block], labels: Sequence[str]) -> bool:
    """Return whether the sections are a plan of all problems before blocks that have no label.

    They are if as many blocks follow as there are problems, or if the plan is a list that ended before the first one.
    """
    if {section.label for section in sections} != set(labels):
        return False
    if not blocks or blocks[0].start < sections[-1].start:
        return False
    listed = text[sections[0].start : blocks[0].start].split("\n\n")
    last_line = text.count("\n", sections[0].start, sections[-1].start)
    is_list = len(listed) > 1 and listed[0].count("\n") >= last_line >= 1
    return len(blocks) == len(labels) or is_list


def _from_sections(text: str, sections: Sequence[Section], labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    own: dict[str, list[_SectionBlocks]] = {label: [] for label in labels}
    for section in sections:
        body = section.body(text)
        own[section.label].append(_SectionBlocks(section, fenced_blocks(body), body))
    return tuple(_parse_label(text, label, own[label]) for label in labels)


def _parse_label(text: str, label: str, sections: Sequence[_SectionBlocks]) -> ParsedAnswer:
    if not sections:
        return ParsedAnswer(label, ParseState.MISSING, detail=f"no section for problem {label}")
    shown = tuple(
        replace(one, line=one.line + text.count("\n", 0, found.section.body_start))
        for found in sections
        for one in block_candidates(found.body, found.every)
    )
    programs = [found for found in sections if found.has_program]
    if len(programs) > 1:
        detail = f"{len(programs)} sections with programs for problem {label}"
        return ParsedAnswer(label, ParseState.MALFORMED, detail=detail, why=detail, candidates=shown, duplicate=True)
    parsed = [_parse_section(label, found) for found in programs or sections]
    # Of sections without a program, one with a broken block says more than a plan without any.
    told = next((one for one in parsed if one.state is not ParseState.MISSING), parsed[-1])
    others = len(sections) - 1
    why = "the only section with a program" + (f" ({others} without one)" if others else "")
    return explained(told, why, shown)


def _parse_section(label: str, found: _SectionBlocks) -> ParsedAnswer:
    blocks = found.code
    if len(blocks) > 1:
        return ParsedAnswer(label, ParseState.MALFORMED, detail=f"{len(blocks)} code blocks in the section")
    if blocks and all(block.closed for block in found.every):
        return parse_program(label, blocks[0].content)
    return without_block(label, found.body, found.every)


def _lettered(text: str, every: Sequence[Block], labels: Sequence[str]) -> tuple[Section, ...]:
    """Return sections by headings of one letter, where such a heading stands before each code block and none twice."""
    starts = [block.start for block in every]
    marks = []
    for match in _LETTER.finditer(text):
        before = bisect_right(starts, match.start())
        if match["label"] in labels and not (before and match.start() < every[before - 1].end):
            marks.append(match)
    ends = [*(mark.start() for mark in marks), len(text)][1:]
    sections = [
        Section(mark["label"], mark.start(), mark.end(), end)
        for mark, end in zip(marks, ends, strict=True)
        if any(block.is_code and mark.start() < block.start < end for block in every)
    ]
    code = sum(block.is_code for block in every)
    one_each = len(sections) == code and len({section.label for section in sections}) == code
    return tuple(sections) if one_each else ()


def _in_order(text: str, blocks: Sequence[Block], labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    """Take the blocks in order, unless a program says in its first comment that it is another problem's.

    Where the last line before each block holds one label, and each label stands before one block, these are the labels:
    no style is known for them, but to take the blocks in order against them would be wrong.
    """
    shown = block_candidates(text, blocks)
    named = _letters_before(text, blocks)
    if sorted(named) == sorted(labels) and named != list(labels):
        why = "the label on the line before its code block"
        programs = dict(zip(named, blocks, strict=True))
        return tuple(explained(parse_program(label, programs[label].content), why, shown) for label in labels)
    found = []
    for label, block in zip(labels, blocks, strict=True):
        own = _OWN_NAME.match(block.content)
        if own and own["label"].upper() in labels and own["label"].upper() != label:
            detail = f"no labels, and the block in the place of problem {label} names problem {own['label'].upper()}"
            found.append(ParsedAnswer(label, ParseState.MALFORMED, detail=detail))
        else:
            found.append(parse_program(label, block.content))
    why = f"no labels, and exactly {len(labels)} code blocks: taken in order"
    return tuple(explained(one, why, shown[index : index + 1]) for index, one in enumerate(found))


def _letters_before(text: str, blocks: Sequence[Block]) -> list[str]:
    """Return the letters that stand alone on the last line before each block, where it is one letter each time."""
    letters, begin = [], 0
    for block in blocks:
        lines = text[max(begin, block.start - 300) : block.start].rstrip().rsplit("\n", 1)
        letters.append("".join(sorted(set(_ALONE.findall(lines[-1])))))
        begin = block.end
    return letters
