"""The checks of a bank's statements find what they are there to find."""

from __future__ import annotations

from r3gym.domains.statement_checks import leaks_answer, near_duplicates, similarity


def test_an_answer_in_the_statement_is_found() -> None:
    assert leaks_answer("Find the word: reverse of tac is cat.", "cat")
    assert leaks_answer("It is $\\frac{1}{2}$, is it not?", "\\frac{1}{2}")


def test_a_part_of_a_longer_number_or_a_digit_is_no_leak() -> None:
    assert not leaks_answer("There are 1250 ways.", "125")
    assert not leaks_answer("Of 12 cards, 5 are red.", "5")


def test_a_reworded_twin_is_a_near_duplicate_and_a_stranger_is_not() -> None:
    one = "A frog jumps on the vertices of a hexagon and moves one or two steps clockwise each time."
    twin = "A toad jumps on the vertices of a hexagon and moves one or two steps clockwise each minute."
    other = "Find all pairs of positive integers whose product is twelve more than their sum."
    assert [(a, b) for a, b, _ in near_duplicates({"one": one, "twin": twin, "other": other})] == [("one", "twin")]
    assert similarity(one, one) == 1.0
