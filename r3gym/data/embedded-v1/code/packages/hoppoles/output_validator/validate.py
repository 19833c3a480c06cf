"""Checks the rows of poles: validate.py <input> <answer> <feedback directory> < team output.

Exit 42 accepts, 43 rejects. The judge's answer only says which rows are possible.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn


def finish(code: int, reason: str) -> NoReturn:
    """Leave the reason for the judges and exit."""
    (Path(sys.argv[3]) / "judgemessage.txt").write_text(reason + "\n", encoding="utf-8")
    raise SystemExit(code)


def rows(text: bytes, wishes: list[tuple[int, int, int, int]], owner: str) -> list[bool]:
    """Which rows `text` claims to be possible; rejects an order that breaks a wish, and anything else."""
    words, at, possible = text.split(), 0, []
    for number, (n, f, r, d) in enumerate(wishes, 1):
        if at < len(words) and words[at] == b"impossible":
            possible.append(False)
            at += 1
            continue
        row = words[at : at + n]
        at += n
        if len(row) < n:
            finish(43, f"{owner}: row {number} is too short")
        if not all(word.isdigit() and len(word) <= 6 for word in row):
            finish(43, f"{owner}: row {number} has a word that is not a height")
        heights = [int(word) for word in row]
        if sorted(heights) != list(range(1, n + 1)):
            finish(43, f"{owner}: row {number} does not have every height once")
        seen, highest = 0, 0
        for height in heights:
            if height > highest:
                seen, highest = seen + 1, height
        down = sum(left > right for left, right in zip(heights, heights[1:]))
        if (heights[0], seen, down) != (f, r, d):
            finish(43, f"{owner}: row {number} has f, r, d = {heights[0]}, {seen}, {down} instead of {f}, {r}, {d}")
        possible.append(True)
    if at != len(words):
        finish(43, f"{owner}: there is more output than rows")
    return possible


def main() -> None:
    """Compare the team's claims with the judge's."""
    numbers = [int(word) for word in Path(sys.argv[1]).read_bytes().split()[1:]]
    wishes = list(zip(*[iter(numbers)] * 4))
    judge = rows(Path(sys.argv[2]).read_bytes(), wishes, "judge")
    team = rows(sys.stdin.buffer.read(), wishes, "team")
    for number, (expected, claimed) in enumerate(zip(judge, team), 1):
        if expected and not claimed:
            finish(43, f"row {number} is possible")
        if claimed and not expected:
            sys.exit(f"judge error: the team solved row {number}, which the judge takes to be impossible")
    finish(42, "accepted")


if __name__ == "__main__":
    main()
