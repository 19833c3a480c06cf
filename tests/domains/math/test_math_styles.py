"""Answers in the styles of models against the mathematics judge: a tuned part, a second round, and a held-out third.

The pairs of ``math_style_pairs.jsonl`` and ``math_style_held_out.jsonl`` were written together, before the judge was
changed, and divided at random. The held-out part was read once, at the end, and then mended too: docs/math-judge.md has
its numbers from before. ``source`` says where a pair comes from: the issue that asked for it, a public reference that
was rewritten, or the style of models. ``math_stranger_pairs.jsonl`` and
``math_second_stranger_pairs.jsonl`` were written by two people who had not read the judge.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from r3gym.domains.math.judging.equal import Decision, compare

FILES = (
    "math_style_pairs",
    "math_style_round2",
    "math_style_held_out",
    "math_stranger_pairs",
    "math_second_stranger_pairs",
)


@cache
def judged(name: str) -> tuple[tuple[dict[str, Any], Decision], ...]:
    lines = (Path(__file__).parent / f"{name}.jsonl").read_text("utf-8").splitlines()
    pairs = [json.loads(line) for line in lines]
    return tuple((pair, compare(pair["answer"], pair["reference"]).decision) for pair in pairs)


def test_there_are_enough_pairs_and_none_twice() -> None:
    pairs = [pair for name in FILES for pair, _ in judged(name)]
    assert sum(pair["same"] for pair in pairs) >= 350
    assert sum(not pair["same"] for pair in pairs) >= 150
    assert len({(pair["answer"], pair["reference"]) for pair in pairs}) == len(pairs)
    assert all(pair["source"] for pair in pairs)


@pytest.mark.parametrize("name", FILES)
def test_no_wrong_answer_is_accepted(name: str) -> None:
    assert [pair for pair, found in judged(name) if not pair["same"] and found is Decision.EQUAL] == []


@pytest.mark.parametrize("name", FILES)
def test_at_least_93_of_100_right_answers_are_accepted(name: str) -> None:
    right = [found for pair, found in judged(name) if pair["same"]]
    assert right.count(Decision.EQUAL) >= 0.93 * len(right)


@pytest.mark.parametrize("name", FILES)
def test_no_right_answer_is_flatly_different(name: str) -> None:
    assert [pair for pair, found in judged(name) if pair["same"] and found is Decision.DIFFERENT] == []
