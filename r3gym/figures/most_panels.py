"""How many panels a picture can hold; what is left out is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

MOST = 12
Part = TypeVar("Part")


def chosen_panels(parts: Sequence[Part]) -> tuple[Sequence[Part], str]:
    """Return the first parts, as many as fit, and the sentence that says how many are left out.

    >>> chosen_panels("ab")
    ('ab', '')
    """
    if len(parts) <= MOST:
        return parts, ""
    return (
        parts[:MOST],
        f" The first {MOST} of {len(parts)} cells; --policy, --domain and --setting choose others, the table has all.",
    )
