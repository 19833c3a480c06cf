"""Search for a program in a trace, token by token and without comments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from r3gym.domains.trace import holds
from r3gym.parsing.fences import fenced_blocks

_SHINGLE = 5

_CODE = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'|\w+|[^\w\s]",
    re.DOTALL,
)


def _code_tokens(text: str) -> list[str]:
    return [token for token in _CODE.findall(text) if not token.startswith(("//", "/*"))]


def program_coverage(program: str, trace: str) -> float:
    """Return the share of a program's short token runs that occur in a trace; 1.0 only if it occurs as a whole."""
    plain, wanted = re.findall(r"\w+|[^\w\s]", program), _code_tokens(program)
    if holds(re.findall(r"\w+|[^\w\s]", trace), plain):
        return 1.0
    # Apostrophes and addresses in prose would be read as literals and comments, so only blocks are read as code.
    blocks = [_code_tokens(block.content) for block in fenced_blocks(trace)]
    if any(holds(block, wanted) for block in blocks):
        return 1.0
    known = {run for tokens in [*blocks, _code_tokens(trace)] for run in _shingles(tokens)}
    runs = _shingles(wanted)
    return min(0.9999, sum(run in known for run in runs) / len(runs)) if runs else 0.0


def _shingles(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(tokens[at : at + _SHINGLE]) for at in range(max(1, len(tokens) - _SHINGLE + 1))]
