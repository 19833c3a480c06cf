"""Strict input check for `snailhedge`: exit 42 if the file is valid, 43 with the reason on stderr if not."""

from __future__ import annotations

import re
import sys
from typing import NoReturn

INTEGER = re.compile(r"0|-?[1-9][0-9]*")


def reject(reason: str) -> NoReturn:
    """Say why the input is invalid and stop."""
    print(reason, file=sys.stderr)
    raise SystemExit(43)


def read_lines() -> list[str]:
    """All lines of an ASCII input that ends in a newline."""
    raw = sys.stdin.buffer.read()
    if not raw.isascii() or not raw.endswith(b"\n"):
        reject("the input must be ASCII text that ends in a newline")
    return raw.decode("ascii")[:-1].split("\n")


def integers(line: str, bounds: list[tuple[int, int]]) -> list[int]:
    """The line's integers: canonical, separated by single spaces, one within each pair of bounds."""
    words = line.split(" ")
    if len(words) != len(bounds):
        reject(f"expected {len(bounds)} integers in {line[:60]!r}")
    for word, (low, high) in zip(words, bounds, strict=True):
        if len(word) > 20 or INTEGER.fullmatch(word) is None:
            reject(f"not a canonical integer: {word[:30]!r}")
        if not low <= int(word) <= high:
            reject(f"{word} is not between {low} and {high}")
    return [int(word) for word in words]


def check(lines: list[str]) -> None:
    """The header and the rows of the field."""
    n, m = integers(lines[0], [(1, 450), (1, 450)])
    if len(lines) != n + 1:
        reject(f"expected {n + 1} lines, found {len(lines)}")
    for row in lines[1:]:
        if re.fullmatch("[0-9]+", row) is None or len(row) != m:
            reject(f"a row must have {m} digits")


if __name__ == "__main__":
    check(read_lines())
    raise SystemExit(42)
