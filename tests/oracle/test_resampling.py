"""The paired bootstrap over contests."""

from __future__ import annotations

import numpy as np
import pytest

from r3gym.errors import InputError
from r3gym.oracle.resampling import Interval, draw_contests, mean_interval, ratio_interval

SCORES = np.array([0, 1, 1, 2, 3, 5, 8, 13, 21, 34], float)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another() -> None:
    assert mean_interval(SCORES, seed=3) == mean_interval(SCORES, seed=3)
    assert mean_interval(SCORES, seed=3).low != mean_interval(SCORES, seed=4).low


def test_the_estimate_is_the_plain_mean_inside_its_interval() -> None:
    found = mean_interval(SCORES)
    assert found.estimate == 8.8
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < 8.8 < found.high < 34


def test_the_interval_of_a_normal_mean_is_about_two_standard_errors() -> None:
    values = np.random.default_rng(0).normal(10, 2, 400)
    found = mean_interval(values)
    error = values.std() / 20
    assert found.low == pytest.approx(values.mean() - 1.96 * error, abs=0.2 * error)
    assert found.high == pytest.approx(values.mean() + 1.96 * error, abs=0.2 * error)


def test_a_narrower_confidence_gives_a_narrower_interval() -> None:
    wide, narrow = mean_interval(SCORES, confidence=0.99), mean_interval(SCORES, confidence=0.5)
    assert wide.low is not None
    assert narrow.low is not None
    assert wide.high is not None
    assert narrow.high is not None
    assert wide.low < narrow.low < narrow.high < wide.high


def test_both_sides_of_a_ratio_see_the_same_contests() -> None:
    """A fixed ratio in every contest has no spread when the sides are drawn together, and a wide one otherwise."""
    found = ratio_interval(0.5 * SCORES, SCORES)
    assert (found.estimate, found.low, found.high) == (0.5, 0.5, 0.5)


def test_figures_with_the_same_seed_are_paired_with_each_other() -> None:
    drawn = draw_contests(10, 50, 9)
    assert (drawn == draw_contests(10, 50, 9)).all()
    first, second = mean_interval(SCORES, seed=9), mean_interval(SCORES + 1, seed=9)
    assert first.low is not None
    assert second.low == pytest.approx(first.low + 1)


def test_the_ratio_is_a_ratio_of_means() -> None:
    assert ratio_interval([4, 0], [4, 1]).estimate == pytest.approx(0.8)


def test_a_ratio_to_zero_does_not_exist() -> None:
    assert ratio_interval([0, 1], [0, 0]) == Interval(None, None, None, 0)


def test_resamples_in_which_the_ratio_does_not_exist_are_left_out_and_counted() -> None:
    found = ratio_interval([1, 0, 0], [2, 0, 0], resamples=2_000, seed=1)
    assert (found.estimate, found.low, found.high) == (0.5, 0.5, 0.5)
    assert found.resamples == pytest.approx(2_000 * (1 - (2 / 3) ** 3), abs=100)


def test_negative_ratios_are_kept() -> None:
    assert ratio_interval([-1, -1], [2, 2]).low == -0.5


@pytest.mark.parametrize("values", [[], [1.0, float("nan")], [[1.0]], [float("inf")]])
def test_values_are_a_list_of_finite_numbers(values: list[float]) -> None:
    with pytest.raises(InputError):
        mean_interval(values)


def test_bad_settings_are_refused() -> None:
    with pytest.raises(InputError, match="confidence"):
        mean_interval(SCORES, confidence=1.0)
    with pytest.raises(InputError, match="resamples"):
        mean_interval(SCORES, resamples=0)
    with pytest.raises(InputError, match="one each per contest"):
        ratio_interval([1], [1, 2])


def test_one_resample_is_enough_and_none_is_not() -> None:
    assert draw_contests(1, 1, seed=0).tolist() == [[0]]
    for contests, resamples in ((0, 1), (1, 0)):
        with pytest.raises(InputError, match="at least one of each"):
            draw_contests(contests, resamples, seed=0)
