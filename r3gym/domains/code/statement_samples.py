"""The samples that a published statement prints as fenced blocks under ``#### Input #1`` / ``#### Output #1``."""

from __future__ import annotations

import re

from r3gym.core.problem import Sample

_BLOCK = re.compile(r"^#+ *(Input|Output) *#(\d+)[ \t]*\n\s*```[^\n]*\n(.*?)```[ \t]*$", re.MULTILINE | re.DOTALL)


def samples_of(statement: str) -> tuple[Sample, ...]:
    r"""Return the samples in order; an input without an output (or the reverse) is left out.

    >>> samples_of("#### Input #1\n\n```\n2\n```\n\n#### Output #1\n\n```\n4\n```\n")
    (Sample(input='2\n', output='4\n'),)
    """
    found: dict[tuple[int, str], str] = {}
    for kind, number, body in _BLOCK.findall(statement):
        found.setdefault((int(number), kind), _single_spaced(body))
    numbers = sorted({n for n, _ in found})
    return tuple(
        Sample(found[n, "Input"], found[n, "Output"])
        for n in numbers
        if (n, "Input") in found and (n, "Output") in found
    )


def _single_spaced(body: str) -> str:
    """Remove the empty lines that the scraper put after every line; other empty lines are kept."""
    lines = [line.rstrip() for line in body.strip("\n").split("\n")]
    if len(lines) > 2 and not any(lines[1::2]) and any(lines[0::2]):
        lines = lines[0::2]
    return "\n".join(lines) + "\n"
