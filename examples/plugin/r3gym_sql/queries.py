"""Queries on a database in memory: read-only, bounded in time and size. Runs in the judging worker."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import Any

from r3gym.core.verdict import Outcome

#: A query may read and compute, and nothing else: no writing, attaching, pragmas or transactions.
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_MOST_ROWS = 10_000
_STEPS_BETWEEN_LOOKS = 10_000

Rows = list[tuple[Any, ...]]


class QueryRefused(Exception):
    """A query that gives no rows: what SQLite says, with the outcome it stands for."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


def run_query(database: str, query: str, time_limit_s: float) -> Rows:
    """Return the rows of one query on the database that a script makes; raise `QueryRefused` if there are none."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(database)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1_000_000)
        connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY)
        deadline = time.monotonic() + time_limit_s
        connection.set_progress_handler(lambda: int(time.monotonic() > deadline), _STEPS_BETWEEN_LOOKS)
        try:
            rows = connection.execute(query.strip().rstrip(";")).fetchmany(_MOST_ROWS + 1)
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
            late = time.monotonic() > deadline
            raise QueryRefused(Outcome.TIME_LIMIT if late else Outcome.RUNTIME_ERROR, str(error)) from None
        if len(rows) > _MOST_ROWS:
            raise QueryRefused(Outcome.OUTPUT_LIMIT, f"more than {_MOST_ROWS} rows")
        return rows
    finally:
        connection.close()


def same_rows(one: Rows, two: Rows, *, ordered: bool) -> bool:
    """Whether two results hold the same rows; numbers may differ by rounding."""
    if len(one) != len(two):
        return False
    pairs = zip(one, two, strict=True) if ordered else zip(sorted(one, key=_key), sorted(two, key=_key), strict=True)
    return all(_plain(a) == _plain(b) for a, b in pairs)


def shown(rows: Rows) -> str:
    """Rows as text: one per line, values between bars."""
    return "".join("|".join("NULL" if v is None else str(v) for v in row) + "\n" for row in rows) or "(no rows)\n"


def load_judge() -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return the judge function, for a worker process."""
    return judge


def judge(request: dict[str, Any]) -> dict[str, Any]:
    """Compare an answer with the reference on every hidden database; the detail names the database by its number."""
    for number, database in enumerate(request["databases"], 1):
        expected = run_query(database, request["reference"], request["time_limit_s"])
        try:
            found = run_query(database, request["answer"], request["time_limit_s"])
        except QueryRefused as refused:
            return {"outcome": refused.outcome.value, "detail": f"hidden database {number}: {str(refused)[:200]}"}
        if not same_rows(found, expected, ordered=request["ordered"]):
            detail = f"hidden database {number}: other rows"
            return {"outcome": Outcome.WRONG_ANSWER.value, "detail": detail}
    return {"outcome": Outcome.ACCEPTED.value, "detail": ""}


def _plain(row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(round(value, 6) if isinstance(value, float) else value for value in row)


def _key(row: Sequence[Any]) -> str:
    return repr(_plain([float(v) if isinstance(v, int) else v for v in row]))
