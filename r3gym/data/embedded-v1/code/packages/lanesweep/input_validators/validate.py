"""Strict input check for `lanesweep`: exit 42 if the file is valid, 43 with the reason on stderr if not."""

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
    """The squares, then the lanes, which must form a tree."""
    (n,) = integers(lines[0], [(1, 100000)])
    if len(lines) != 2 * n:
        reject(f"expected {2 * n} lines, found {len(lines)}")
    for line in lines[1 : n + 1]:
        integers(line, [(1, 10**9), (1, 100000)])
    parent = list(range(n + 1))
    for line in lines[n + 1 :]:
        a, b = integers(line, [(1, n), (1, n)])
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        if a == b:
            reject("the lanes do not form a tree")
        parent[a] = b


if __name__ == "__main__":
    check(read_lines())
    raise SystemExit(42)
