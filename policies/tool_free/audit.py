"""The audit of a finaliser: does everything that it answered stand in the trace that it was given?

A finaliser copies. An answer that the trace does not hold was made up by it, with tokens that nobody paid for, so every
such answer is flagged. Comparison forgives what formatting changes (spaces, LaTeX dress, comments in programs) and
nothing else: numbers are compared whole, and a program must stand there token by token. A flag is a reason to look, not
a verdict: an answer that was brought into another form (0.5 for 1/2) is flagged too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from r3gym.core.domain import Domain
from r3gym.parsing import parse_completion
from r3gym.parsing.fences import fenced_blocks

_SHINGLE = 5
_DEEPEST_FRACTION = 4


@dataclass(frozen=True)
class Finding:
    """One answer. ``coverage``: the share of a program's short token runs that the trace holds (1 or 0 for answers)."""

    label: str
    found: bool
    coverage: float


@dataclass(frozen=True)
class Audit:
    """All answers that the finaliser gave; what it left out needs no check."""

    findings: tuple[Finding, ...]

    @property
    def flagged(self) -> tuple[str, ...]:
        """The labels whose answer is not in the trace."""
        return tuple(f.label for f in self.findings if not f.found)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, for records."""
        return {"flagged": list(self.flagged), "answers": [asdict(f) for f in self.findings]}


def audit_final(final: str, trace: str, domain: Domain, labels: Sequence[str]) -> Audit:
    r"""Look up in the trace every answer that the parser finds in the finaliser's output.

    >>> from r3gym.core.known_domains import get_domain
    >>> math = get_domain("math")
    >>> audit_final("Problem 1: \\boxed{12}\nProblem 2: \\boxed{7}", "so 12 it is", math, ("1", "2")).flagged
    ('2',)
    >>> audit_final("\\boxed{ \\dfrac{1}{2} }", "x = 1/2", get_domain("math"), ("1",)).flagged
    ()
    """
    answers = [(p.label, p.answer) for p in parse_completion(final, domain, labels) if p.answer is not None]
    check = _program_coverage if domain.name == "code" else _answer_coverage
    shares = [(label, check(answer, trace, domain)) for label, answer in answers]
    return Audit(tuple(Finding(label, share == 1.0, round(share, 4)) for label, share in shares))


def _answer_coverage(answer: str, trace: str, domain: Domain) -> float:
    split = _math_tokens if domain.name == "math" else _word_tokens
    return float(_stands_in(answer, trace) or _holds(split(trace), split(answer)))


def _stands_in(answer: str, trace: str) -> bool:
    """Whether the answer stands there as it is, not inside a longer word or number."""
    before = r"(?<!\w)(?<!\d\.)" if answer[:1].isalnum() else ""
    after = r"(?!\w)(?!\.\d)" if answer[-1:].isalnum() else ""
    return re.search(before + re.escape(answer) + after, trace) is not None


def _holds(where: Sequence[str], what: Sequence[str]) -> bool:
    """Whether tokens stand in a row among others."""
    return bool(what) and "\0" + "\0".join(what) + "\0" in "\0" + "\0".join(where) + "\0"


_WORDS = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|\S")


def _word_tokens(text: str) -> list[str]:
    return [token if len(token) == 1 else token.casefold() for token in _WORDS.findall(text)]


_THOUSANDS = re.compile(r"(?<!\d)(\d{1,3})((?:(?:,|\{,\}|\\,|\\!)\d{3})+)(?!\d)")
_FRACTION = re.compile(r"\\[dtc]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))")
_MATH = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[^\W\d_]+|\S", re.DOTALL)
#: Tokens that change how mathematics looks and not what it says.
_DRESS = frozenset(
    r"{ } ( ) $ \( \) \[ \] \left \right \big \Big \, \; \: \! \quad \qquad \displaystyle \text \mathrm \textbf "
    r"\mathbf \boxed \operatorname \limits".split()
) | {"\\ ", "\\\n"}
_SAME = {"\\cdot": "*", "\\times": "*", "×": "*", "·": "*", "−": "-", "\\sqrt": "sqrt", "√": "sqrt", "\\pi": "π"} | {
    "pi": "π", "\\infty": "∞", "\\le": "≤", "\\leq": "≤", "\\ge": "≥", "\\geq": "≥", "\\%": "%", "÷": "/", "\\div": "/"
}  # fmt: skip


def _math_tokens(text: str) -> list[str]:
    text = _THOUSANDS.sub(lambda m: m[1] + re.sub(r"\D", "", m[2]), text)
    for _ in range(_DEEPEST_FRACTION):  # inner ones first
        text = _FRACTION.sub(r"((\1\2)/(\3\4))", text)
    tokens = [_SAME.get(token, token) for token in _MATH.findall(text) if token not in _DRESS]
    return [token if len(token) == 1 else token.casefold() for token in tokens]


_CODE = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'|\w+|[^\w\s]",
    re.DOTALL,
)


def _code_tokens(text: str) -> list[str]:
    return [token for token in _CODE.findall(text) if not token.startswith(("//", "/*"))]


def _program_coverage(program: str, trace: str, domain: Domain) -> float:  # noqa: ARG001
    plain, wanted = re.findall(r"\w+|[^\w\s]", program), _code_tokens(program)
    if _holds(re.findall(r"\w+|[^\w\s]", trace), plain):
        return 1.0
    # Prose has apostrophes and addresses that would read as literals and comments: only blocks are read as code.
    blocks = [_code_tokens(block.content) for block in fenced_blocks(trace)]
    if any(_holds(block, wanted) for block in blocks):
        return 1.0
    known = {run for tokens in [*blocks, _code_tokens(trace)] for run in _shingles(tokens)}
    runs = _shingles(wanted)
    return min(0.9999, sum(run in known for run in runs) / len(runs)) if runs else 0.0


def _shingles(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(tokens[at : at + _SHINGLE]) for at in range(max(1, len(tokens) - _SHINGLE + 1))]
