"""Integrals, infinite sums and limits, read by math-verify and computed by sympy. Runs in the judging worker only.

math-verify misreads some notations (``12 3`` as 15, ``x'`` as ``x``, ``n!!`` as ``(n!)!``, ``N`` as ``n``, degrees as
radians). Therefore it reads only what r3gym's own reader cannot, in a notation without these cases, and the values are
compared here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from r3gym.domains.math.judging.expr import GREEK, Tokens
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, word_set

_ANALYSIS = frozenset([r"\int", r"\sum", r"\prod", r"\lim"])
_KNOWN = (
    frozenset(
        rf"\{name}" for name in word_set("sin cos tan arctan arcsin arccos ln log exp pi cdot sqrt infty to binom")
    )
    | _ANALYSIS
    | frozenset(["+", "-", "/", "^", "(", ")", "!", "_", "=", "|"])
)
_DIGITS = 30
_MAX_TOKENS = 120


def same_value(mine: Tokens, theirs: Tokens) -> bool | None:
    """Compare two constants of which at least one is an integral, an infinite sum or a limit; None if undecided."""
    if not any(token in _ANALYSIS for token in mine + theirs):
        return None
    left, right = _value(mine), _value(theirs)
    if left is None or right is None:
        return None
    scale, gap = max(abs(left), abs(right), 1), abs(left - right)
    if gap > scale * 1e-12:
        return False
    return True if gap <= scale * 10.0 ** -(_DIGITS - 6) else None


def _readable(tokens: Tokens) -> bool:
    """Return whether math-verify reads these tokens correctly and in reasonable time."""
    for token, after in zip(tokens, (*tokens[1:], ""), strict=True):
        if not (is_number(token) or is_letter(token) or token in _KNOWN or token in GREEK) or len(token) > 40:
            return False
        if is_number(after) and (is_number(token) or is_letter(token) or token in (")", "!")):
            return False
        if token == "!" and after == "!":
            return False
    letters = [token for token in set(tokens) if is_letter(token)]
    return len(tokens) <= _MAX_TOKENS and len({letter.lower() for letter in letters}) == len(letters)


def _latex(tokens: Tokens) -> str:
    """Return LaTeX with braces instead of round brackets after powers, indices, roots and binomials."""
    out: list[str] = []
    closing: list[str] = []
    binding = 0  # number of arguments still missing for the previous command
    for token in tokens:
        if token == "(":
            closing.append("}" if binding else ")")
            out.append("{" if binding else "(")
            binding = max(0, binding - 1)
        elif token == ")" and closing:
            out.append(closing.pop())
            # The second argument of a binomial follows the first directly.
            binding = 1 if out[-1] == "}" and _opened_by_binomial(out) else 0
        else:
            binding = 1 if token in ("^", "_", r"\sqrt", r"\binom") else 0
            whole, _, digits = token.partition(".")
            exact = is_number(token) and digits
            out.append(rf"\frac{{{whole}{digits}}}{{1{'0' * len(digits)}}}" if exact else token)
    return " ".join(r"\ln" if token == r"\log" else token for token in out)


def _opened_by_binomial(out: list[str]) -> bool:
    depth = 0
    for index in range(len(out) - 1, -1, -1):
        depth += (out[index] == "}") - (out[index] == "{")
        if depth == 0:
            return index > 0 and out[index - 1] == r"\binom"
    return False


@lru_cache(maxsize=64)
def _value(tokens: Tokens) -> Any:
    """Return the value as a sympy number, or None if it cannot be read, depends on a letter, or does not converge."""
    import sympy  # type: ignore[import-untyped]
    from math_verify import LatexExtractionConfig, parse  # type: ignore[import-untyped]

    if not _readable(tokens):
        return None
    found = parse(
        f"${_latex(tokens)}$",
        extraction_config=[LatexExtractionConfig()],
        fallback_mode="no_fallback",
        extraction_mode="first_match",
        parsing_timeout=None,  # its timeouts use signals; the worker enforces its own time limit
    )
    expression = found[0] if found and isinstance(found[0], sympy.Expr) else None
    if expression is None or expression.free_symbols:
        return None
    letters = {token.lower() for token in tokens if is_letter(token)} - {"d", "e"}
    if not letters <= {str(symbol).lower() for symbol in expression.atoms(sympy.Symbol)}:
        return None
    value = (expression.doit() if expression.has(sympy.Limit) else expression).evalf(_DIGITS)
    return value if value.is_Float or value.is_Integer or value.is_Rational else None
