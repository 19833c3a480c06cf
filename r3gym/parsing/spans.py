"""Parts of a text, and whether a position is inside one of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


class Spans:
    """Spans of a text in order, without overlaps (a span that starts inside another is none of its own)."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in spans]
        self._ends: list[int] = []
        for _, end in spans:
            self._ends.append(max(end, self._ends[-1]) if self._ends else end)

    def cover(self, position: int) -> bool:
        """Return whether a position is inside a span, after its first sign."""
        before = bisect_right(self._starts, position - 1)
        return before > 0 and position < self._ends[before - 1]

    def meet(self, start: int, end: int) -> bool:
        """Return whether a stretch of text shares anything with a span."""
        at = bisect_left(self._starts, start)
        return self.cover(start) or (at < len(self._starts) and self._starts[at] < end)
