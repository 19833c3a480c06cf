"""Position attribution: a charge, divided over the problems by the length of what was written about each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import CODE, DOMAINS, MATH

from r3gym.core.domain import Domain
from r3gym.parsing.attribution import attribute, divide

LABELS = MATH.labels()
#: Bits of completions, with all that could be taken for a heading.
BITS = st.sampled_from(
    ("Problem 1", "Problem 2\n", "\n## Problem 3: x\n", "problem 4", "Problem 9", "\n```cpp\n", "```\n", "Problem A")
) | st.sampled_from(
    ("\nProblem 5: \\boxed{1}\n", "Final Answer 6: 7\n", "words ", "\n", "Problem 1.5", "problems 2", "ß€\n")
)
TEXTS = st.lists(BITS | st.text(max_size=20), max_size=25).map("".join)


def shares(charged: int, text: str = "", reasoning: str = "", domain: Domain = MATH) -> list[int]:
    return list(attribute(charged, reasoning, text, domain, domain.labels()).per_problem.values())


@given(st.integers(0, 10**6), TEXTS, TEXTS, st.sampled_from(DOMAINS))
def test_the_shares_sum_to_the_charge_exactly(charged: int, reasoning: str, text: str, domain: Domain) -> None:
    found = attribute(charged, reasoning, text, domain, domain.labels())
    assert tuple(found.per_problem) == domain.labels()
    assert sum(found.per_problem.values()) + found.unattributed == charged
    assert all(share >= 0 for share in found.per_problem.values())
    assert found.unattributed in (0, charged)


@given(st.integers(0, 10**9), st.dictionaries(st.text(max_size=3), st.integers(0, 10**6), min_size=1, max_size=8))
def test_a_share_is_within_one_unit_of_its_exact_proportion(total: int, weights: dict[str, int]) -> None:
    whole = sum(weights.values())
    if whole == 0:
        return
    divided = divide(total, weights)
    assert sum(divided.values()) == total
    for key, weight in weights.items():
        assert abs(divided[key] * whole - total * weight) < whole
        assert weight or not divided[key], "what has no length costs nothing"


@given(st.permutations(range(6)), st.lists(st.integers(1, 400), min_size=6, max_size=6), st.integers(0, 5000))
def test_sections_are_charged_by_length_in_whatever_order_they_stand(
    order: list[int], lengths: list[int], charged: int
) -> None:
    sections = [f"Problem {label}\n{'x' * length}\n" for label, length in zip(LABELS, lengths, strict=True)]
    text = "".join(sections[i] for i in order)
    exact = {label: len(section) for label, section in zip(LABELS, sections, strict=True)}
    assert dict(attribute(charged, "", text, MATH, LABELS).per_problem) == divide(charged, exact)


def test_what_stands_before_the_first_section_is_shared_in_the_same_proportion() -> None:
    sections = "Problem 1\n" + "x" * 90 + "\nProblem 2\n" + "y" * 289 + "\n"
    assert shares(400, "A long plan. " * 50 + "\n" + sections) == shares(400, sections) == [101, 299, 0, 0, 0, 0]


def test_several_sections_of_a_problem_are_added_up() -> None:
    text = "Problem 1\n" + "x" * 89 + "\nProblem 2\n" + "y" * 189 + "\nProblem 1 Final Answer:\n" + "z" * 76
    assert shares(400, text) == [200, 200, 0, 0, 0, 0]


def test_a_mention_inside_a_section_does_not_end_it() -> None:
    text = "Problem 1\n" + "as in Problem 4, " * 10 + "\nProblem 2\n"
    assert shares(100, text)[3] == 0


def test_reasoning_is_divided_by_the_problems_it_mentions() -> None:
    reasoning = "Let me see. Problem 3 looks easy" + "." * 80 + "problem #5 then" + "." * 285
    assert shares(400, reasoning=reasoning) == [0, 0, 100, 0, 300, 0]


def test_reasoning_and_text_are_added_up() -> None:
    assert shares(200, reasoning="Problem 1" + "." * 91, text="Problem 2\n" + "." * 90) == [100, 100, 0, 0, 0, 0]


@pytest.mark.parametrize("text", ["problems 1 and 2", "Problem 7", "Problem 1.5", "Problem 12", "a problem a day"])
def test_what_names_no_problem_of_the_contest_is_no_mention(text: str) -> None:
    domain = CODE if "day" in text else MATH
    found = attribute(50, text, "", domain, domain.labels())
    assert found.unattributed == 50
    assert not any(found.per_problem.values())


def test_a_completion_that_names_no_problem_is_attributed_to_none() -> None:
    assert attribute(50, "Hm.", "I do not know.", MATH, LABELS).unattributed == 50


def test_a_single_problem_takes_all_of_it() -> None:
    assert attribute(50, "Hm.", "", MATH, ("1",)).per_problem == {"1": 50}


def test_six_programs_without_labels_are_taken_in_order() -> None:
    text = "".join(f"```cpp\n{'x' * (100 * n - 11)}\n```\n" for n in range(1, 7))
    assert shares(2100, text, domain=CODE) == [100, 200, 300, 400, 500, 600]


def test_a_comment_in_a_program_is_no_heading() -> None:
    text = "Problem A\n```cpp\n// Problem B\nint main() {}\n```\n"
    assert shares(100, text, domain=CODE) == [100, 0, 0, 0, 0, 0]
