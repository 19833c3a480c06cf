"""The embedded bank of mathematics: every reference is judged correct, and plausible wrong answers are not."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from r3gym.judging.math_judge import judge_math
from r3gym.keys import MathKey
from r3gym.problem import Tier
from r3gym.verdict import Outcome


def rows(domain: str, name: str) -> list[dict[str, Any]]:
    lines = (files("r3gym") / "data" / "embedded-v1" / domain / name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


MATH = {row["id"]: MathKey(row["id"], Tier(row["tier"]), row["reference"]) for row in rows("math", "keys.jsonl")}

MATH_WRONG = {
    "m-lattice-walk": ["252", "42", "84.5"],
    "m-harmonic-pairs": [r"\{(6,35),(7,20),(8,15)\}", r"\{(35,6),(20,7),(15,8),(11,10)\}", "(6,35)"],
    "m-broken-line-bound": [r"(-2,\frac54]", r"[-2,2)", r"c \le \frac54"],
    "m-kept-die": [r"\frac{7}{12}", "0.4167", r"\frac{5}{11}"],
    "m-growing-steps": ["(n-1)3^n", "n3^n+3", r"(n-1)\cdot 3^{n+1}+3"],
    "m-almost-additive": ["x^3-x^2", "x^3+x^2+4x", "x^3-x^2+4"],
    "m-residue-sum": ["224", "450", "33, 83, 141, 191"],
    "m-weighted-product": ["(2,3,4)", "864", r"\{2,4,3\}"],
    "m-touching-the-top": [r"\frac{119+16\sqrt{51}}{2}", "2.37", r"\frac{119-16\sqrt{17}}{2}"],
    "m-forbidden-gaps": ["199", "132", "4096"],
    "m-hexagon-tour": [r"\frac{6679}{729}", "9.17", "15"],
    "m-restless-seats": ["1015", "9!", "265"],
}
MATH_DRESSED = {
    "m-harmonic-pairs": "(10,11), (8,15), (7,20), (6,35)",
    "m-broken-line-bound": r"-2 \le c \le 5/4",
    "m-growing-steps": r"a_n = 3^n n - 3^n + 3",
    "m-almost-additive": r"f(x) = x(x^2 - x + 4)",
    "m-weighted-product": r"(x,y,z) = (2, 4, 3)",
    "m-touching-the-top": r"59.5 - 8\sqrt{51}",
}


@pytest.mark.parametrize("name", MATH)
def test_a_math_reference_is_accepted_and_three_wrong_answers_are_not(name: str) -> None:
    assert judge_math(MATH[name].reference, MATH[name]).correct
    assert judge_math(MATH_DRESSED.get(name, rf"\boxed{{{MATH[name].reference}}}"), MATH[name]).correct
    assert [judge_math(wrong, MATH[name]).outcome for wrong in MATH_WRONG[name]] == [Outcome.WRONG_ANSWER] * 3


def test_a_bank_makes_two_contests_and_its_public_part_tells_nothing() -> None:
    problems, keys = rows("math", "problems.jsonl"), rows("math", "keys.jsonl")
    assert [row["id"] for row in problems] == [row["id"] for row in keys]
    assert Counter(row["tier"] for row in keys) == {"easy": 6, "medium": 4, "hard": 2}
    for problem, key in zip(problems, keys, strict=True):
        assert set(problem) == {"id", "title", "statement"}
        assert not any(tier in (problem["id"] + problem["title"]).lower() for tier in ("easy", "medium", "hard"))
        if len(key["reference"]) > 2:
            assert key["reference"].strip() not in problem["statement"]
