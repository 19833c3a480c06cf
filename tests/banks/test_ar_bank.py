"""The embedded abstract-reasoning bank: references confirmed from the statements alone, scorers that tell right from
wrong, and a public part that tells nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest
from banks import ar_solve_boards as boards
from banks import ar_solve_grids as grids
from banks import ar_solve_logic as logic
from banks import ar_solve_numbers as numbers
from banks import ar_solve_plans as plans
from banks import ar_solve_words as words
from banks.ar_wrong import WRONG

from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.ar.judging.judge import judge_ar
from r3gym.domains.ar.key import ARKey

ROOT = Path(__file__).parents[2]
#: Where the bank is written.
BANK = ROOT / "r3gym" / "data" / "embedded-v1" / "ar"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (BANK / name).read_text("utf-8").splitlines()]


PROBLEMS = {row["id"]: row for row in rows("problems.jsonl")}
KEYS = {
    row["id"]: ARKey(row["id"], Tier(row["tier"]), row["reference"], row["generator"], row["metadata"])
    for row in rows("keys.jsonl")
}

#: The one right answer, computed from the statement.
ONE_ANSWER: dict[str, Callable[[str], str]] = {
    name: getattr(module, {"mini_sudoku": "sudoku"}.get(name, name))
    for module, names in {
        grids: "rotate_matrix spiral_matrix pool_matrix binary_matrix largest_island rotten_oranges maze game_of_life "
        "manipulate_matrix modulo_grid",
        numbers: "base_conversion bitwise_arithmetic calendar_arithmetic time_intervals count_primes gcd lcm "
        "prime_factorization number_filtering dice binary_alternation",
        words: "caesar_cipher ab bf string_insertion string_splitting string_synthesis string_manipulation "
        "palindrome_partitioning word_sorting list_functions arc_1d",
        logic: "family_relationships knights_knaves path_star mini_sudoku sudoku futoshiki survo kakurasu",
    }.items()
    for name in names.split()
}
#: One of several right answers, and a check of any answer, both from the statement.
SEVERAL_ANSWERS: dict[str, tuple[Callable[[str], str], Callable[[str, str], bool]]] = {
    name: (getattr(module, name), getattr(module, f"check_{name}"))
    for module, names in {
        plans: "shortest_path n_queens palindrome_generation graph_color jugs quantum_lock cryptarithm",
        boards: "tower_of_hanoi knight_swap sokoban",
    }.items()
    for name in names.split()
}
#: Several answers would be right in principle, but this statement has one.
NO_SECOND_ANSWER = {"ar-red-and-green", "ar-stacked-disks"}

SINGLE = [name for name, key in KEYS.items() if key.generator in ONE_ANSWER]
SEVERAL = [name for name, key in KEYS.items() if key.generator in SEVERAL_ANSWERS]


def same(mine: str, reference: str) -> bool:
    """Equal but for spaces at line ends, or for the order of a JSON list."""
    try:
        return sorted(json.loads(mine)) == sorted(json.loads(reference))
    except (ValueError, TypeError):
        return [line.rstrip() for line in mine.splitlines()] == [line.rstrip() for line in reference.splitlines()]


def wrong_answers(name: str) -> list[str]:
    return [wrong if isinstance(wrong, str) else wrong(KEYS[name].reference) for wrong in WRONG[name]]


def test_every_item_has_a_solver_of_its_own() -> None:
    assert sorted(SINGLE + SEVERAL) == sorted(KEYS)


@pytest.mark.parametrize("name", SINGLE)
def test_the_reference_is_what_the_statement_asks_for(name: str) -> None:
    mine = ONE_ANSWER[KEYS[name].generator](PROBLEMS[name]["statement"])
    assert same(mine, KEYS[name].reference)
    assert judge_ar(mine, KEYS[name]).correct


@pytest.mark.parametrize("name", SEVERAL)
def test_any_right_answer_is_accepted_where_several_are(name: str) -> None:
    solve, check = SEVERAL_ANSWERS[KEYS[name].generator]
    statement = PROBLEMS[name]["statement"]
    mine = solve(statement)
    assert check(statement, KEYS[name].reference)
    assert check(statement, mine)
    assert judge_ar(mine, KEYS[name]).correct
    assert (mine == KEYS[name].reference) == (name in NO_SECOND_ANSWER)


@pytest.mark.parametrize("name", KEYS)
def test_the_reference_is_accepted_and_three_wrong_answers_are_not(name: str) -> None:
    key = KEYS[name]
    assert judge_ar(f" {key.reference}\n", key).correct
    wrong = wrong_answers(name)
    assert len({*wrong, key.reference}) == 4
    assert [judge_ar(answer, key).outcome for answer in wrong] == [Outcome.WRONG_ANSWER] * 3


@pytest.mark.parametrize("name", SEVERAL)
def test_the_scorer_and_the_statement_agree_on_slightly_changed_answers(name: str) -> None:
    """A judge that is more or less generous than the statement would show on answers near a right one."""
    _, check = SEVERAL_ANSWERS[KEYS[name].generator]
    for answer in [*near_misses(KEYS[name].reference, 25), *wrong_answers(name)]:
        assert judge_ar(answer, KEYS[name]).correct == holds(check, PROBLEMS[name]["statement"], answer), answer


def near_misses(answer: str, n: int) -> list[str]:
    """Answers with one piece dropped, doubled or exchanged with another, in a fixed pseudo-random order."""
    pieces = re.findall(r"\S+\s*", answer) if " " in answer else list(answer)
    random = Random(answer)
    made = []
    for _ in range(n):
        i, j = random.sample(range(len(pieces)), 2)
        other = pieces[:]
        other[i], other[j] = random.choice([(pieces[j], pieces[i]), ("", pieces[j]), (pieces[i] * 2, pieces[j])])
        made.append("".join(other).strip())
    return made


def holds(check: Callable[[str, str], bool], statement: str, answer: str) -> bool:
    """A checker may stumble over an answer that is not even in the right format."""
    try:
        return check(statement, answer)
    except (ValueError, KeyError, IndexError, AttributeError, TypeError):
        return False


@pytest.mark.parametrize("name", KEYS)
def test_no_scorer_accepts_just_anything(name: str) -> None:
    junk = ["0", "None", "True", "[]", "{}", "A", "\u200b", "__import__('os').getpid()", "1/0", "nan"]
    assert not [answer for answer in junk if judge_ar(answer, KEYS[name]).outcome is not Outcome.WRONG_ANSWER]


def test_the_bank_is_of_the_declared_size() -> None:
    assert list(PROBLEMS) == list(KEYS) == sorted(KEYS)
    assert Counter(key.tier for key in KEYS.values()) == {Tier.EASY: 30, Tier.MEDIUM: 20, Tier.HARD: 10}
    assert len({key.generator for key in KEYS.values()}) >= 40
    assert WRONG.keys() == KEYS.keys()


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_public_part_of_an_item_tells_nothing(name: str) -> None:
    problem, key = PROBLEMS[name], KEYS[name]
    assert set(problem) == {"id", "title", "statement"}
    assert not any(tier in (name + problem["title"]).lower() for tier in ("easy", "medium", "hard"))
    assert len(problem["statement"]) < 4000
    if len(key.reference.strip()) > 2:
        assert key.reference.strip().lower() not in problem["statement"].lower()


def test_no_two_items_share_id_title_or_statement() -> None:
    for part in ("id", "title", "statement"):
        assert len({row[part] for row in PROBLEMS.values()}) == 60


@pytest.mark.parametrize("tier", [Tier.EASY, Tier.MEDIUM, Tier.HARD])
def test_the_table_of_tiers_in_the_documentation_is_that_of_the_bank(tier: Tier) -> None:
    names = [name for name, key in KEYS.items() if key.tier is tier]
    generators = {KEYS[name].generator for name in names}
    statement, reference = (
        round(median(len(text) for text in texts))
        for texts in ([PROBLEMS[name]["statement"] for name in names], [KEYS[name].reference for name in names])
    )
    row = f"| {tier.value} | {len(names)} | {len(generators)} | {statement} | {reference} |"
    assert row in (ROOT / "docs" / "banks.md").read_text("utf-8")


def test_what_is_left_out_is_not_in_the_bank() -> None:
    section = (ROOT / "docs" / "banks.md").read_text("utf-8").split("### Left out")[1].split("\n### ")[0]
    named = {name for row in re.findall(r"(?m)^\| (`.*?) \|", section) for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 20
    assert not named & {key.generator for key in KEYS.values()}
