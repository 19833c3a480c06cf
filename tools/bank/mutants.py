"""Small mutants of the reference solution: one operator, bound or constant changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

_SWAPS = {
    "<": ("<=", ">"), "<=": ("<", "=="), ">": (">=", "<"), ">=": (">", "=="), "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("/",), "&&": ("||",), "||": ("&&",),
    "+=": ("-=", "="), "-=": ("+=", "="), "*=": ("+=",), "++": ("--",), "&": ("|",), "|": ("&", "^"), "^": ("|",),
    "<<": (">>",), ">>": ("<<",), "min": ("max",), "max": ("min",), "true": ("false",), "false": ("true",),
    "lower_bound": ("upper_bound",), "upper_bound": ("lower_bound",), "continue": ("break",),
}  # fmt: skip
_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[^\n]*"
    r"|(?P<number>\b\d+\b(?![.xX\w]))|(?P<word>\b[A-Za-z_]\w*\b)|(?P<sign><<=|>>=|->|::|<<|>>|\+\+|--|[-+*/%&|^<>=!]=|&&|\|\||[-+*/%&|^<>])"
    r"|[\d.]+\w*",
    re.DOTALL | re.MULTILINE,
)


def _input_output(source: str, position: int) -> bool:
    """Whether a shift sign stands in a line that reads or writes."""
    start = source.rfind("\n", 0, position)
    return re.search(r"\b(?:cin|cout|cerr|in|out|ss|os|is)\b", source[start : source.find("\n", position)]) is not None


def mutants(source: str, seed: int = 1) -> Iterator[str]:
    """Every mutant of a C++ source, in a shuffled order that the seed fixes; some will not compile."""
    found: list[tuple[int, int, str]] = []
    for token in _TOKEN.finditer(source):
        text = token.group()
        if token["number"]:
            found += [(*token.span(), str(int(text) + step)) for step in (1, -1) if int(text) + step >= 0]
        elif token["word"] or token["sign"]:
            if text in ("<<", ">>") and _input_output(source, token.start()):
                continue
            found += [(*token.span(), other) for other in _SWAPS.get(text, ())]
    random.Random(seed).shuffle(found)
    for start, end, other in found:
        yield source[:start] + other + source[end:]
