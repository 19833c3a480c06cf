"""Whether two single expressions have the same value. Runs in the judging worker only: imports sympy and
math-verify.

math-verify reads the LaTeX. It also reads things that are not there (``12 3`` as 15, ``x'`` as ``x``,
``n!!`` as ``(n!)!``, ``N`` as ``n``, degrees as radians), so only tokens that it reads well are handed
over, rewritten where needed, and the comparison is our own: exact where it can be, otherwise by values.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from r3gym.judging.latex_groups import matching
from r3gym.judging.latex_tokens import is_letter, is_number, words

_FUNCTIONS = frozenset(
    rf"\{name}" for name in words("sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh ln log exp max min")
)
_GREEK = frozenset(
    rf"\{name}"
    for name in words(
        "alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda mu nu xi rho sigma tau"
        " phi varphi chi psi omega"
    )
)
_PLAIN = frozenset(["+", "-", "/", "^", "(", ")", "[", "]", "!", "|", ",", "_", r"\cdot", r"\pi", r"\sqrt", r"\binom"])
_PAIRED = frozenset([r"\lfloor", r"\rfloor", r"\lceil", r"\rceil"])
_CLOSING = frozenset([r"\rfloor", r"\rceil", r"\cdot"])
_DIGITS = 60
_POINTS = 12
#: The backend's grammar is far from linear in the depth of brackets.
_MAX_TOKENS = 300


def same_value(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool | None:
    """True or False where it can be decided, None where either side cannot be read safely."""
    infinities = [_infinity(tokens) for tokens in (mine, theirs)]
    if any(infinities):
        return infinities[0] == infinities[1]
    rationals = [_rational(tokens) for tokens in (mine, theirs)]
    if None not in rationals:
        return rationals[0] == rationals[1]
    if _names(mine) != _names(theirs):
        # Different letters can still hide the same value (x - x + 1), which nobody writes as a final answer.
        return False if _readable(mine) and _readable(theirs) else None
    left, right = _parse(mine), _parse(theirs)
    if left is None or right is None:
        return None
    if left.free_symbols or right.free_symbols:
        return _same_function(left, right)
    return _same_constant(left, right)


def _infinity(tokens: tuple[str, ...]) -> str:
    if tokens[-1] != r"\infty" or len(tokens) > 2:
        return ""
    return "-" if tokens[0] == "-" else "+"


def _rational(tokens: tuple[str, ...]) -> Fraction | None:
    """A plain number or fraction, read without the backend, which takes a tenth of a second over each."""
    if tokens[0] == "-":
        inner = _rational(tokens[1:]) if len(tokens) > 1 and tokens[1] != "-" else None
        return None if inner is None else -inner
    if len(tokens) == 1 and is_number(tokens[0]) and len(tokens[0]) < 400:
        return Fraction(tokens[0])
    if len(tokens) == 5 and tokens[0] == "(" and tokens[2] == "/" and tokens[4] == ")":
        top, bottom = _rational(tokens[1:2]), _rational(tokens[3:4])
        return None if top is None or not bottom else top / bottom
    return None


def _names(tokens: tuple[str, ...]) -> frozenset[str]:
    return frozenset(token for token in tokens if is_letter(token) or token in _GREEK)


def _readable(tokens: tuple[str, ...]) -> bool:
    """Whether math-verify reads these tokens as a person would, and in reasonable time."""
    if len(tokens) > _MAX_TOKENS:
        return False
    known = _PLAIN | _PAIRED | _FUNCTIONS | _GREEK
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else ""
        if not (is_number(token) or is_letter(token) or token in known or token in ("%", "°")):
            return False
        if len(token) > 400:
            return False
        power_of_function = index > 1 and tokens[index - 1] == "^" and tokens[index - 2] in _FUNCTIONS  # sin^2 80
        adjacent = is_number(token) or is_letter(token) or token in (")", "!", "]", "%", "°")
        if is_number(after) and adjacent and not power_of_function:
            return False
        if token == "!" and after == "!":
            return False
        if (token == "%" and after) or (token == "°" and (index == 0 or not is_number(tokens[index - 1]))):
            return False
        if token in _PLAIN - {"|", ")", "]", "!", r"\pi"} and after in ("", ")", "/", "^", "!", r"\cdot"):
            return False
        if token == "/" and _binds_further(tokens, index + 1):
            return False  # 1/2x: half of x to some, one over 2x to others
    names = _names(tokens)
    return len({name.lower() for name in names}) == len(names) and tokens.count("|") % 2 == 0


def _binds_further(tokens: tuple[str, ...], start: int) -> bool:
    """Whether another factor follows, without a sign between, the divisor that begins at ``start``."""
    end = matching(tokens, start) if start < len(tokens) and tokens[start] == "(" else start
    if end is None or end + 1 >= len(tokens):
        return False
    after = tokens[end + 1]
    return is_number(after) or is_letter(after) or after == "(" or (after[0] == "\\" and after not in _CLOSING)


def _latex(tokens: tuple[str, ...]) -> str:
    """LaTeX for the backend: exact decimals, natural logarithms, degrees in radians, percent as a factor."""
    out: list[str] = []
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else ""
        if is_number(token):
            whole, _, digits = token.partition(".")
            ratio = rf"\frac{{{whole}{digits}}}{{1{'0' * len(digits)}}}" if digits else whole
            out.append(rf"(\frac{{\pi}}{{180}}\cdot{ratio})" if after == "°" else ratio)
        elif token == r"\log" and after != "_":
            out.append(r"\ln")
        elif token == "°":
            continue
        elif token == "%":
            out.append(r"\cdot\frac{1}{100}")
        else:
            out.append(token)
    text = " ".join(out)
    for command in (r"\sqrt", r"\binom"):
        text = text.replace(command + " (", command + "(")
    return _braced(text)


def _braced(text: str) -> str:
    """Give powers, indices, roots and binomials the braces LaTeX wants instead of their canonical round
    brackets.
    """
    out: list[str] = []
    closing: list[str] = []
    brace_next = 0
    for token in text.replace(r"\sqrt(", r"\sqrt (").replace(r"\binom(", r"\binom (").split():
        if token == "(":
            closing.append("}" if brace_next else ")")
            out.append("{" if brace_next else "(")
            brace_next = max(0, brace_next - 1)
        elif token == ")" and closing:
            out.append(closing.pop())
            if out[-1] == "}" and _awaits_second(out):
                brace_next = 1
        else:
            brace_next = 1 if token in ("^", "_", r"\sqrt", r"\binom") else brace_next if token in ("[",) else 0
            out.append(token)
            if token == "]":
                brace_next = 1 if r"\sqrt" in out else 0
    return " ".join(out)


def _awaits_second(out: list[str]) -> bool:
    """Whether the group just closed was the first argument of a binomial."""
    depth = 0
    for index in range(len(out) - 1, -1, -1):
        depth += (out[index] == "}") - (out[index] == "{")
        if depth == 0:
            return index > 0 and out[index - 1] == r"\binom"
    return False


@lru_cache(maxsize=256)
def _parse(tokens: tuple[str, ...]) -> Any:
    """The sympy expression, or None if the backend cannot read it or reads other letters than are there."""
    import sympy  # type: ignore[import-untyped]
    from math_verify import LatexExtractionConfig, parse  # type: ignore[import-untyped]

    if not _readable(tokens):
        return None
    found = parse(
        f"${_latex(tokens)}$",
        extraction_config=[LatexExtractionConfig()],
        fallback_mode="no_fallback",
        extraction_mode="first_match",
        parsing_timeout=None,  # its timeouts are signals; the worker has a harder one of its own
    )
    expression = found[0] if found and isinstance(found[0], sympy.Expr) else None
    if expression is None or expression.has(sympy.zoo, sympy.nan, sympy.oo):
        return None
    letters = {name.lstrip("\\").lower() for name in _names(tokens)} - {"e", "i"}
    read = {str(symbol).lstrip("\\").partition("_")[0].lower() for symbol in expression.free_symbols} - {
        "e",
        "i",
    }
    functions = {f.func.__name__.lstrip("\\").lower() for f in expression.atoms(sympy.core.function.AppliedUndef)}
    return expression if read | functions >= letters - _index_letters(tokens) else None


def _index_letters(tokens: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        token.lower() for index, token in enumerate(tokens) if index and tokens[index - 1] == "_" and is_letter(token)
    )


def _same_constant(left: Any, right: Any) -> bool | None:
    import sympy

    a, b = left.doit(), right.doit()
    difference = a - b
    if difference.is_Rational:
        return bool(difference == 0)
    scale, gap = (sympy.Abs(value).evalf(_DIGITS) for value in (a, difference))
    if not (scale.is_Number and gap.is_Number and scale.is_finite and gap.is_finite):
        return None
    if gap > scale * sympy.Float(10) ** -20:
        return False
    # Cancellation eats digits: the difference itself must vanish to more digits than either value was given.
    return True if gap <= scale * sympy.Float(10) ** -40 else None


def _same_function(left: Any, right: Any) -> bool | None:
    """Agreement at many points: integers first (factorials, floors), then fractions."""
    import sympy

    if left.has(sympy.core.function.AppliedUndef) or right.has(sympy.core.function.AppliedUndef):
        return True if sympy.simplify(left - right) == 0 else None
    symbols = sorted(left.free_symbols | right.free_symbols, key=str)
    broken = (sympy.floor, sympy.ceiling, sympy.Abs, sympy.Max, sympy.Min)
    count = _POINTS * (5 if left.has(*broken) or right.has(*broken) else 1)
    agreed = 0
    for point in _points(symbols, count):
        values = [expression.subs(point).evalf(40) for expression in (left, right)]
        if not all(value.is_number and value.is_finite for value in values):
            continue
        gap = sympy.Abs(values[0] - values[1])
        if gap > sympy.Max(sympy.Abs(values[0]), sympy.Float(10) ** -10) * sympy.Float(10) ** -25:
            return False
        agreed += 1
    return True if agreed >= _POINTS // 2 else None


def _points(symbols: list[Any], count: int) -> Iterator[dict[Any, Any]]:
    """All small integers for one unknown, so that no exceptional one (a power of two, say) is missed; else
    a sample.
    """
    import sympy

    rng = random.Random(20_240_607)
    for number in range(1, count + 1):
        yield {symbol: sympy.Integer(number if len(symbols) == 1 else rng.randint(1, 17)) for symbol in symbols}
    for _ in range(_POINTS // 2):
        yield {symbol: sympy.Rational(rng.randint(5, 199), rng.choice([7, 11, 13])) for symbol in symbols}
