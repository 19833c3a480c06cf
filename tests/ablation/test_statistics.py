"""Paired tests and power, against the sums they are short for."""

from __future__ import annotations

import itertools
import random
from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.ablation import contests_needed, permutation_test, sign_test
from r3gym.errors import InputError

differences = st.lists(st.integers(-6, 6), min_size=1, max_size=9)


@given(differences)
def test_the_permutation_test_counts_every_exchange(observed: list[int]) -> None:
    sums = [sum(s * d for s, d in zip(signs, observed, strict=True)) for signs in _signs(len(observed))]
    assert permutation_test(observed) == pytest.approx(sum(abs(s) >= abs(sum(observed)) for s in sums) / len(sums))


@given(differences)
def test_the_sign_test_counts_every_toss(observed: list[int]) -> None:
    moved = [d for d in observed if d]
    above = sum(d > 0 for d in moved)
    tosses = [sum(s > 0 for s in signs) for signs in _signs(len(moved))]
    as_odd = sum(abs(t - len(moved) / 2) >= abs(above - len(moved) / 2) for t in tosses)
    found = sign_test(observed)
    assert found.p == pytest.approx(as_odd / len(tosses))
    assert (found.above, found.ties) == (above, len(observed) - len(moved))


@given(differences)
def test_both_are_blind_to_which_side_is_which(observed: list[int]) -> None:
    mirrored = [-d for d in observed]
    assert permutation_test(mirrored) == pytest.approx(permutation_test(observed))
    assert sign_test(mirrored).p == sign_test(observed).p


def test_no_difference_at_all_is_no_evidence() -> None:
    assert permutation_test([0, 0, 0]) == 1
    assert sign_test([0, 0, 0]).p == 1
    assert contests_needed([0.0, 0.0, 0.0]) is None


def test_a_permutation_test_of_many_contests_stays_exact() -> None:
    assert permutation_test([1] * 60) == pytest.approx(2 / 2**60)


def test_under_no_effect_one_test_in_twenty_rejects_at_most() -> None:
    """The test's own promise, on pairs whose sides are exchangeable by construction."""
    rng = random.Random(1)
    rejected = sum(permutation_test([rng.randint(-3, 3) for _ in range(10)]) < 0.05 for _ in range(1000))
    assert rejected <= 70


def test_the_needed_contests_have_the_power_that_they_promise() -> None:
    """Drawn from a normal with the observed mean and spread, the z-test sees the difference four times of five."""
    observed = [0.4, 0.0, 1.2, -0.4, 0.8, 0.2, 0.0, 0.6]
    needed = contests_needed(observed)
    assert needed is not None
    mean, spread, rng = fmean(observed), stdev(observed), random.Random(2)
    limit = NormalDist().inv_cdf(0.975) * spread / needed**0.5
    seen = sum(abs(fmean(rng.gauss(mean, spread) for _ in range(needed))) > limit for _ in range(2000))
    assert 0.77 < seen / 2000 < 0.86


def test_half_the_difference_needs_four_times_the_contests() -> None:
    spread = [-1.0, 1.0] * 10
    whole, half = contests_needed([0.4 + s for s in spread]), contests_needed([0.2 + s for s in spread])
    assert whole is not None
    assert half is not None
    assert half / whole == pytest.approx(4, rel=0.05)


def test_one_contest_has_no_spread() -> None:
    with pytest.raises(InputError, match="at least two"):
        contests_needed([1.0])


def _signs(count: int) -> list[tuple[int, ...]]:
    return list(itertools.product((-1, 1), repeat=count))
