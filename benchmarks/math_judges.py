"""Compare the offline mathematics judge with math-verify on the labelled pairs: python benchmarks/math_judges.py.

Prints for each file how many right answers each accepts, how many it calls different, and how many wrong ones it
accepts. math-verify knows no "unsure": what it does not accept it rejects. It is asked as its documentation says: both
texts in dollars, its default extraction, the reference as the gold answer.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from math_verify import parse, verify  # type: ignore[import-untyped]

from r3gym.domains.math.judging.equal import compare

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "domains" / "math"
FILES = ("math_style_pairs", "math_style_round2", "math_style_held_out", "math_pairs", "math_audit_pairs")


def ours(answer: str, reference: str) -> str:
    """Return what the offline judge says."""
    return compare(answer, reference).decision.value


def theirs(answer: str, reference: str) -> str:
    """Return what math-verify says."""
    try:
        gold, given = (parse(f"${text.strip().strip('$')}$", parsing_timeout=5) for text in (reference, answer))
        return "equal" if verify(gold, given, timeout_seconds=5) else "different"
    except Exception:  # a peer under test may fail in any way
        return "different"


def counts(name: str, judge: Callable[[str, str], str]) -> Counter[tuple[bool, str]]:
    """Return how often each verdict was given to right and to wrong answers."""
    rows = [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]
    found: Counter[tuple[bool, str]] = Counter()
    for row in rows:
        answer, reference = (row["answer"], row["reference"]) if "answer" in row else (row["one"], row["other"])
        found[row["same"], judge(answer, reference)] += 1
    return found


def main() -> None:
    """Print the table."""
    print(f"{'pairs':22}{'judge':14}{'right: accepted':>17}{'unsure':>8}{'different':>11}{'wrong: accepted':>17}")
    for name in FILES:
        for title, judge in (("math-offline", ours), ("math-verify", theirs)):
            found = counts(name, judge)
            right = sum(count for (same, _), count in found.items() if same)
            wrong = sum(found.values()) - right
            accepted = f"{found[True, 'equal']}/{right}"
            taken = f"{found[False, 'equal']}/{wrong}"
            unsure, different = found[True, "undecided"], found[True, "different"]
            print(f"{name:22}{title:14}{accepted:>17}{unsure:>8}{different:>11}{taken:>17}")


if __name__ == "__main__":
    main()
