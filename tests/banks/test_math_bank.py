"""The mathematics bank: the judge knows its right answers from its wrong ones, and its public part tells nothing.

That every answer is also computed a second way is checked with the whole bank, in ``test_verify_bank.py``.
"""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.math.judging.judge import judge_math
from r3gym.domains.math.key import MathKey

BANK = Path(str(files("r3gym") / "data" / "embedded-v1" / "math"))


def rows(path: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in map(json.loads, path.read_text("utf-8").splitlines())}


PROBLEMS, KEYS = rows(BANK / "problems.jsonl"), rows(BANK / "keys.jsonl")
NOTES = rows(Path(__file__).parent / "math_notes.jsonl")


@pytest.mark.parametrize("name", KEYS)
def test_the_judge_knows_right_answers_from_plausible_wrong_ones(name: str) -> None:
    key = MathKey(name, Tier(KEYS[name]["tier"]), KEYS[name]["reference"])
    assert judge_math(key.reference, key).correct
    assert judge_math(NOTES[name]["dressed"], key).correct
    assert [judge_math(wrong, key).outcome for wrong in NOTES[name]["wrong"]] == [Outcome.WRONG_ANSWER] * 3


def test_sixty_problems_of_every_kind() -> None:
    assert list(PROBLEMS) == list(KEYS) == list(NOTES)
    assert Counter(row["tier"] for row in KEYS.values()) == {"easy": 30, "medium": 20, "hard": 10}
    kinds = Counter(row["answer_kind"] for row in NOTES.values())
    assert kinds["integer"] <= 30
    assert all(kinds[kind] >= 4 for kind in ("fraction", "surd", "expression", "set", "tuple", "interval"))
    assert all(row["solution"] for row in KEYS.values())


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_public_part_tells_nothing(name: str) -> None:
    problem = PROBLEMS[name]
    assert set(problem) == {"id", "title", "statement"}
    assert not any(tier in (problem["id"] + problem["title"]).lower() for tier in ("easy", "medium", "hard"))
