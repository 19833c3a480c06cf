"""Which row of an episode counts: the last one with a result; while there is none, the last failure.

A retry that succeeds replaces a failure, an episode that is judged again gets another row which replaces the one before
it, and a failure never replaces a result. This holds everywhere: totals, status, export, calibration, lengths, stages,
analyses, comparisons.
"""

from __future__ import annotations

from collections.abc import Iterable

from r3gym.records.rows import EpisodeRow


def replaces(failed: bool, before_failed: bool | None) -> bool:
    """Return whether a row counts instead of the one before it of the same episode; None: there is none before it.

    >>> replaces(failed=False, before_failed=False), replaces(failed=True, before_failed=False)
    (True, False)
    """
    return before_failed is not False or not failed


def rows_that_count(rows: Iterable[EpisodeRow]) -> dict[str, EpisodeRow]:
    """Return the row that counts of every episode, by identity, in the order of the episodes' first rows."""
    found: dict[str, EpisodeRow] = {}
    for row in rows:
        before = found.get(row.id)
        if replaces(row.failure is not None, None if before is None else before.failure is not None):
            found[row.id] = row
    return found
