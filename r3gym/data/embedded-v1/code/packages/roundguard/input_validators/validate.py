"""Strict input check for `roundguard`: exit 42 if the file is valid, 43 with the reason on stderr if not."""

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
    """The header, the rooms and the log."""
    if len(lines) != 3:
        reject(f"expected 3 lines, found {len(lines)}")
    n, m, _ = integers(lines[0], [(1, 300000), (1, 26), (0, 300000)])
    integers(lines[0], [(1, 300000), (1, 26), (0, n)])
    if re.fullmatch("[a-z]+", lines[1]) is None or len(lines[1]) != m or len(set(lines[1])) != m:
        reject(f"the rooms must be {m} different lowercase letters")
    if len(lines[2]) != n or not set(lines[2]) <= set(lines[1]):
        reject(f"the log must have {n} letters of rooms")


if __name__ == "__main__":
    check(read_lines())
    raise SystemExit(42)
