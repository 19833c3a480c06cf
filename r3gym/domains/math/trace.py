"""Mathematics in a trace: tokens that do not depend on LaTeX formatting."""

from __future__ import annotations

import re

_DEEPEST_FRACTION = 4

_THOUSANDS = re.compile(r"(?<!\d)(\d{1,3})((?:(?:,|\{,\}|\\,|\\!)\d{3})+)(?!\d)")
_FRACTION = re.compile(r"\\[dtc]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))")
_MATH = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[^\W\d_]+|\S", re.DOTALL)
#: Tokens that change the appearance of mathematics and not its meaning.
_DRESS = frozenset(
    r"{ } ( ) $ \( \) \[ \] \left \right \big \Big \, \; \: \! \quad \qquad \displaystyle \text \mathrm \textbf "
    r"\mathbf \boxed \operatorname \limits".split()
) | {"\\ ", "\\\n"}
_SAME = {"\\cdot": "*", "\\times": "*", "×": "*", "·": "*", "−": "-", "\\sqrt": "sqrt", "√": "sqrt", "\\pi": "π"} | {
    "pi": "π", "\\infty": "∞", "\\le": "≤", "\\leq": "≤", "\\ge": "≥", "\\geq": "≥", "\\%": "%", "÷": "/", "\\div": "/"
}  # fmt: skip


def math_tokens(text: str) -> list[str]:
    """Return the tokens of a mathematical text without those that only change its appearance."""
    text = _THOUSANDS.sub(lambda m: m[1] + re.sub(r"\D", "", m[2]), text)
    for _ in range(_DEEPEST_FRACTION):  # inner ones first
        text = _FRACTION.sub(r"((\1\2)/(\3\4))", text)
    tokens = [_SAME.get(token, token) for token in _MATH.findall(text) if token not in _DRESS]
    return [token if len(token) == 1 else token.casefold() for token in tokens]
