"""Strict input check for `mosaicyard`: exit 42 if the file is valid, 43 with the reason on stderr if not."""

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


def turn(a: list[int], b: list[int], c: list[int]) -> int:
    """Sign of the orientation of three points."""
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def within(a: list[int], b: list[int], c: list[int]) -> bool:
    """Whether c, known to be on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def meet(a: list[int], b: list[int], c: list[int], d: list[int]) -> bool:
    """Whether the closed segments ab and cd have a common point."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    s, t, u, v = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if s * t < 0 and u * v < 0:
        return True
    return (
        (s == 0 and within(a, b, c))
        or (t == 0 and within(a, b, d))
        or (u == 0 and within(c, d, a))
        or (v == 0 and within(c, d, b))
    )


def check(lines: list[str]) -> None:
    """The corners: black, and in the order of a simple polygon."""
    (n,) = integers(lines[0], [(3, 1000)])
    if len(lines) != n + 1:
        reject(f"expected {n + 1} lines, found {len(lines)}")
    corners = [integers(line, [(-(10**7), 10**7)] * 2) for line in lines[1:]]
    if any((x + y) % 2 != 0 for x, y in corners):
        reject("a corner is not black")
    for i in range(n):
        a, b, c = corners[i], corners[(i + 1) % n], corners[(i + 2) % n]
        if a == b:
            reject(f"side {i + 1} has no length")
        if turn(a, b, c) == 0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
            reject(f"the sides after corner {i + 1} overlap")
        for j in range(i + 2, n):
            if (j + 1) % n != i and meet(a, b, corners[j], corners[(j + 1) % n]):
                reject(f"sides {i + 1} and {j + 1} meet")


if __name__ == "__main__":
    check(read_lines())
    raise SystemExit(42)
