"""A canonical form for short LaTeX answers: one list of tokens for every usual way of writing the same answer.

Only formatting is removed here (wrappers, spacing, sizes of fractions and brackets, spelling of operators), never
meaning: two texts with the same canonical tokens are the same answer, and texts that only *probably* mean the same are
left to `r3gym.domains.math.judging.equal`. Standard library only; total: every string gives a list of tokens.

Tokens are numbers, single letters, commands (``\\pi``), punctuation, and words, which carry a leading quote (``"no``).
Fractions become ``( a / b )`` and the arguments of roots, powers and binomials are put in round brackets.
"""

from __future__ import annotations

from r3gym.domains.math.judging.latex_groups import resolve_groups
from r3gym.domains.math.judging.latex_tokens import MAX_CHARS, tokenize


def canonical(text: str, join_doubtful: bool = False) -> list[str]:
    """Return the canonical tokens of an answer; an empty list for one without content or longer than `MAX_CHARS`.

    ``join_doubtful`` reads ``30,100`` as one number instead of a list.

    >>> canonical(r"$\\dfrac{1}{2}$") == canonical(r"\\left( \\frac12 \\right)") == canonical("1/2")
    True
    >>> canonical("12 3") == canonical("123")
    False
    """
    if len(text) > MAX_CHARS:
        return []
    return resolve_groups(tokenize(text, join_doubtful))
