"""Checks a seating order: validate.py <input> <answer> <feedback directory> < team output.

Exit 42 accepts, 43 rejects. The judge's answer only says whether an order exists.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import NoReturn


def finish(code: int, reason: str) -> NoReturn:
    """Leave the reason for the judges and exit."""
    (Path(sys.argv[3]) / "judgemessage.txt").write_text(reason + "\n", encoding="utf-8")
    raise SystemExit(code)


def seating(text: bytes, guests: list[int], owner: str) -> list[int] | None:
    """The order in `text`, None for impossible; rejects anything else."""
    words = text.split()
    if len(words) == 1 and words[0].lower() == b"impossible":
        return None
    if len(words) != len(guests):
        finish(43, f"{owner}: {len(words)} names instead of {len(guests)}")
    if not all(word.isdigit() and len(word) <= 10 for word in words):
        finish(43, f"{owner}: a name is not a positive integer")
    order = [int(word) for word in words]
    if Counter(order) != Counter(guests):
        finish(43, f"{owner}: the names are not those of the guests")
    for left, right in zip(order, order[1:] + order[:1], strict=True):
        if (left + right) % 3 == 0:
            finish(43, f"{owner}: {left} and {right} quarrel")
    return order


def main() -> None:
    """Compare the team's claim with the judge's."""
    guests = [int(word) for word in Path(sys.argv[1]).read_bytes().split()[1:]]
    judge = seating(Path(sys.argv[2]).read_bytes(), guests, "judge")
    team = seating(sys.stdin.buffer.read(), guests, "team")
    if team is None and judge is not None:
        finish(43, "the team found no order, but there is one")
    if team is not None and judge is None:
        sys.exit("judge error: the team found an order where the judge has none")
    finish(42, "accepted")


if __name__ == "__main__":
    main()
