"""Spearman's rho and its permutation p-value against a plain reference."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3gym.analysis.spearman import EXACT_UP_TO, capability_correlations, spearman
from r3gym.errors import InputError


def plain_ranks(values: list[int]) -> list[Fraction]:
    """Mid-ranks as the textbook has them: mean of the places that equal values take."""
    places = sorted(values)
    return [
        Fraction(sum(i + 1 for i, other in enumerate(places) if other == value), places.count(value))
        for value in values
    ]


def plain(x: list[int], y: list[int]) -> tuple[float | None, Fraction | None]:
    """Pearson's correlation of the ranks, and the share of all orders that are as far from zero, in fractions."""
    a, b = plain_ranks(x), plain_ranks(y)
    n = len(a)
    mean = Fraction(n + 1, 2)

    def product(other: tuple[Fraction, ...]) -> Fraction:
        return sum(((p - mean) * (q - mean) for p, q in zip(a, other, strict=True)), Fraction(0))

    size = sum((p - mean) ** 2 for p in a) * sum((q - mean) ** 2 for q in b)
    if size == 0:
        return None, None
    seen = product(tuple(b))
    as_far = sum(abs(product(order)) >= abs(seen) for order in permutations(b))
    return float(seen) / math.sqrt(size), Fraction(as_far, math.factorial(n))


series = st.integers(2, 6).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(0, 5), min_size=n, max_size=n) for _ in range(2)))
)


@given(series)
@settings(max_examples=150, deadline=None)
def test_rho_and_p_are_the_plain_ones_with_ties(pair: tuple[list[int], list[int]]) -> None:
    x, y = pair
    found, (rho, p) = spearman(x, y), plain(x, y)
    assert found.exact
    if rho is None or p is None:
        assert (found.rho, found.p) == (None, None)
    else:
        assert found.rho == pytest.approx(rho)
        assert found.p == pytest.approx(float(p))


def test_the_p_values_that_five_models_allow() -> None:
    possible = {round(spearman(range(5), order).p or 0, 4) for order in permutations(range(5))}
    assert possible == {0.0167, 0.0833, 0.1333, 0.2333, 0.35, 0.45, 0.5167, 0.6833, 0.7833, 0.95, 1.0}


def test_nine_values_are_exact_and_ten_are_sampled_with_a_seed() -> None:
    nine = spearman(range(EXACT_UP_TO), range(EXACT_UP_TO))
    assert (nine.rho, nine.exact, nine.orders) == (1.0, True, 362880)
    assert nine.p == pytest.approx(2 / 362880)
    ten = [3, 1, 2, 5, 4, 6, 8, 7, 10, 9]
    once, again = (spearman(range(10), ten, seed=3, draws=2000) for _ in range(2))
    assert once == again
    assert not once.exact
    assert once.orders == 2001
    assert once.p is not None
    assert 0 < once.p < 0.01


def test_sampled_p_values_are_near_the_exact_ones() -> None:
    x, y = list(range(12)), [5, 0, 3, 1, 8, 2, 11, 4, 6, 9, 7, 10]
    few = spearman(x, y, seed=1, draws=20_000).p
    many = spearman(x, y, seed=2, draws=200_000).p
    assert few is not None
    assert many is not None
    assert abs(few - many) < 0.005


@pytest.mark.parametrize(("x", "y"), [([], []), ([1], [2]), ([1, 1, 1], [1, 2, 3])])
def test_without_spread_there_is_no_correlation(x: list[int], y: list[int]) -> None:
    assert (spearman(x, y).rho, spearman(x, y).p) == (None, None)


def test_bad_series_are_named() -> None:
    with pytest.raises(InputError, match="not 2 and 3 values"):
        spearman([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match="not a finite number"):
        spearman([1, float("nan")], [1, 2])


def test_models_without_an_index_or_a_ratio_are_left_out() -> None:
    ratios = {"math": {"a": 0.5, "b": 0.2, "c": 0.1, "d": None, "e": 0.9}}
    found = capability_correlations(ratios, {"a": 1, "b": 2, "c": 3, "d": 4})["math"]
    assert (found.n, found.rho) == (3, -1.0)
