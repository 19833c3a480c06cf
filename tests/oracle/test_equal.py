"""The observed-cost equal-share replay, sentence by sentence of the paper's definition."""

from __future__ import annotations

import pytest

from r3gym.errors import InputError
from r3gym.oracle import Attempt, cheapest_success, equal_replay, equal_share

SIX_SOLVED_AT_16 = [[Attempt(1, True, 16)]] * 6


def test_the_threshold_is_one_sixth_of_the_budget_rounded_down() -> None:
    assert [equal_share(budget, 6) for budget in (0, 5, 6, 95, 96, 101, 102)] == [0, 0, 1, 15, 16, 16, 17]
    assert equal_replay(SIX_SOLVED_AT_16, 95) == 0
    assert equal_replay(SIX_SOLVED_AT_16, 96) == 6


def test_contests_of_another_size_divide_by_their_own_number_of_problems() -> None:
    assert equal_replay([[Attempt(1, True, 5)], [Attempt(1, True, 6)]], 11) == 1


def test_a_problem_counts_once_however_often_it_was_solved() -> None:
    assert equal_replay([[Attempt(1, True, 1)] * 25, [Attempt(1, False, 1)] * 25], 100) == 1


def test_realised_cost_decides_not_the_cap_of_the_level() -> None:
    assert equal_replay([[Attempt(level=5, correct=True, cost=3)]] + [[]] * 5, 18) == 1


def test_the_cheapest_success_decides() -> None:
    runs = [Attempt(1, True, 30), Attempt(5, True, 9), Attempt(2, False, 1), Attempt(3, True, 12)]
    assert cheapest_success(runs) == 9


def test_incorrect_and_unjudged_attempts_are_excluded() -> None:
    assert cheapest_success([Attempt(1, False, 1), Attempt(2, None, 1), Attempt(3, None, None)]) is None


def test_the_zero_level_is_no_attempt() -> None:
    assert cheapest_success([Attempt(0, True, 0)]) is None


def test_a_problem_without_success_never_counts() -> None:
    assert equal_replay([[Attempt(1, False, 0)], []], 10**9) == 0


def test_shares_that_are_left_over_are_not_passed_on() -> None:
    cheap, dear = [Attempt(1, True, 1)], [Attempt(1, True, 11)]
    assert equal_replay([cheap, cheap, cheap, cheap, cheap, dear], 60) == 5


@pytest.mark.parametrize("cost", [None, -1])
def test_a_success_without_a_cost_is_refused(cost: int | None) -> None:
    with pytest.raises(InputError, match="correct attempt with cost"):
        cheapest_success([Attempt(1, True, cost)])


def test_a_contest_has_problems_and_a_budget() -> None:
    with pytest.raises(InputError, match="at least one problem"):
        equal_replay([], 5)
    with pytest.raises(InputError, match="budget -1"):
        equal_replay([[]], -1)
