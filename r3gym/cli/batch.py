"""Batch verbs: JSONL in, JSONL out, one row for each row, in the same order, errors as rows."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TextIO

import typer

from r3gym.errors import InputError

RowHandler = Callable[[dict[str, Any]], dict[str, Any]]


def run_batch(path: Path, answer: RowHandler, out: TextIO, *, jobs: int = 1, title: str = "") -> None:
    """Answer every row of a file. A bad row becomes ``{"id", "error"}`` and the others go on.

    With several ``jobs`` rows are answered at the same time and still written in order. With a ``title`` a bar on
    standard error shows the progress, if it is a terminal. Exit code 1 when every row is an error.
    """
    try:
        lines = path.read_text("utf-8-sig", errors="replace").split("\n")  # not at U+2028, which JSON may contain
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    rows = [(line, number) for number, line in enumerate(lines, 1) if line.strip()]
    wrong = 0
    pool = ThreadPoolExecutor(max(1, jobs))
    try:
        texts, numbers = [line for line, _ in rows], [number for _, number in rows]
        found = (pool.map if jobs > 1 else map)(lambda line, number: _answer(line, number, answer), texts, numbers)
        with _progress(title, len(rows)) as advance:
            for row in found:
                wrong += "error" in row
                out.write(_as_line(row))
                if jobs > 1:
                    out.flush()
                advance()
    finally:
        pool.shutdown(cancel_futures=True)  # after an interrupt the waiting rows are not answered
    if wrong:
        print(f"r3gym: {wrong} of {len(rows)} rows of {path} are errors", file=sys.stderr)
    if rows and wrong == len(rows):
        raise typer.Exit(1)


def _answer(line: str, number: int, answer: RowHandler) -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        return {"id": None, "error": f"line {number}: not JSON: {error.msg} at column {error.colno}"}
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"line {number}: cannot be read: {str(error)[:80]}"}
    if not isinstance(value, dict):
        return {"id": None, "error": f"line {number}: a row is a JSON object"}
    try:
        return {"id": value.get("id"), **answer(value)}
    except InputError as error:
        return {"id": value.get("id"), "error": f"line {number}: {error}"}
    except OSError as error:
        return {"id": value.get("id"), "error": f"line {number}: {error.filename or 'the system'}: {error.strerror}"}


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def _as_line(row: dict[str, Any]) -> str:
    text = json.dumps(row, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, which only an escape can represent
        text = json.dumps(row)
    return text + "\n"


@contextmanager
def _progress(title: str, total: int) -> Iterator[Callable[[], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from r3gym.cli.output import errors

    if not title or not errors.is_terminal:
        yield lambda: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors) as progress:
        task = progress.add_task(title, total=total)
        yield lambda: progress.advance(task)
