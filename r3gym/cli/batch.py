"""Batch verbs: JSONL in, JSONL out, one row for each row, in the same order, errors as rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from r3gym.errors import InputError


def run_batch(path: Path, answer: Callable[[dict[str, Any]], dict[str, Any]], out: TextIO) -> None:
    """Answer every row of a file. A bad row becomes ``{"id", "error"}`` and the others go on."""
    try:
        file = path.open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    with file:
        for number, line in enumerate(file, 1):
            if line.strip():
                out.write(json.dumps(_answer(line, number, answer), ensure_ascii=False) + "\n")


def _answer(line: str, number: int, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        return {"id": None, "error": f"line {number}: not JSON: {error.msg} at column {error.colno}"}
    if not isinstance(value, dict):
        return {"id": None, "error": f"line {number}: a row is a JSON object"}
    try:
        return {"id": value.get("id"), **answer(value)}
    except InputError as error:
        return {"id": value.get("id"), "error": f"line {number}: {error}"}
