"""The labelled pairs against the mathematics judge, and the confusion table in the documentation.

Round 1 was written before the judge was tuned, round 2 after that (and then tuned on), round 3 at the end, with nothing
changed because of it.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from r3gym.domains.math.judging.equal import Equality, compare

ROOT = Path(__file__).resolve().parents[3]
COLUMNS = (
    (True, "equal"),
    (True, "unsure"),
    (True, "different"),
    (False, "equal"),
    (False, "unsure"),
    (False, "different"),
)
HEAD = (
    "| kind | same: equal | same: unsure | same: different | different: equal | different: unsure"
    " | different: different |\n| --- | --- | --- | --- | --- | --- | --- |\n"
)


@dataclass(frozen=True)
class Pair:
    round: int
    kind: str
    same: bool
    answer: str
    reference: str


@cache
def pairs() -> tuple[Pair, ...]:
    lines = (Path(__file__).parent / "math_pairs.jsonl").read_text("utf-8").splitlines()
    return tuple(Pair(**json.loads(line)) for line in lines)


@cache
def said(pair: Pair) -> Equality:
    return compare(pair.answer, pair.reference)


def verdict(pair: Pair) -> str:
    finding = said(pair)
    return "equal" if finding.equal else "unsure" if finding.undecided else "different"


def confusion_table() -> str:
    """The table as it stands in the documentation: one row per kind, then the sum of the first two rounds."""
    kinds = list(dict.fromkeys(pair.kind for pair in pairs()))
    counts = Counter((pair.kind, pair.same, verdict(pair)) for pair in pairs())
    rows = [(kind, [counts[(kind, *column)] for column in COLUMNS]) for kind in kinds]
    tuned = [sum(cells[i] for kind, cells in rows if kind != "held out") for i in range(len(COLUMNS))]
    rows.insert(-1, ("**all but held out**", tuned))
    return HEAD + "".join(f"| {kind} | {' | '.join(map(str, cells))} |\n" for kind, cells in rows)


def test_there_are_enough_pairs_of_both_labels_and_none_twice() -> None:
    first, held_out = ([pair for pair in pairs() if pair.round == number] for number in (1, 3))
    assert len(first) >= 260
    assert 0.4 < sum(pair.same for pair in first) / len(first) < 0.6
    assert len(held_out) >= 60
    assert len({(pair.answer, pair.reference) for pair in pairs()}) == len(pairs())


def test_different_answers_are_never_equal() -> None:
    assert [pair for pair in pairs() if not pair.same and said(pair).equal] == []


def test_nor_the_other_way_round() -> None:
    # The only rule with a direction: digits such as 30,100 are read as a list in a reference, see the documentation.
    directed = {("30100", "30,100")}
    turned = [pair for pair in pairs() if not pair.same and (pair.answer, pair.reference) not in directed]
    assert [pair for pair in turned if compare(pair.reference, pair.answer).equal] == []


@pytest.mark.parametrize("number", [1, 2, 3])
def test_at_least_95_of_100_equal_answers_are_found_equal(number: int) -> None:
    same = [pair for pair in pairs() if pair.same and pair.round == number]
    assert sum(said(pair).equal for pair in same) >= 0.95 * len(same)


def test_the_documented_confusion_table_is_what_comes_out() -> None:
    assert confusion_table() in (ROOT / "docs" / "math-judge.md").read_text("utf-8"), confusion_table()
