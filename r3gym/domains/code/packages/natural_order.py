"""Natural sort order for file names, independent of locale and directory order."""

from __future__ import annotations

import re

_PARTS = re.compile(r"[0-9]+|[^0-9]+")


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts ``2`` before ``10``; names that differ only in leading zeros have a fixed order.

    >>> sorted(["10", "2", "b1", "02", "a"], key=natural_key)
    ['02', '2', '10', 'a', 'b1']
    """
    parts = _PARTS.findall(name)
    ordered = tuple((0, int(part), "") if part[0] in "0123456789" else (1, 0, part) for part in parts)
    return (*ordered, (-1, 0, name))
