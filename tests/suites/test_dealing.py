"""Task-suite construction: tiers by mean output length, contests of 3 / 2 / 1, order independent of tier."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3gym.core.paper_constants import TIER_MIX
from r3gym.core.tier import Tier
from r3gym.suites.dealing import assign_contests, mean_lengths, presented_order, tiers_by_length


def test_shortest_half_is_easy_next_third_medium_rest_hard() -> None:
    tiers = tiers_by_length({f"p{n:03d}": float(n) for n in range(300)})
    assert Counter(tiers.values()) == {Tier.EASY: 150, Tier.MEDIUM: 100, Tier.HARD: 50}
    assert tiers["p149"] is Tier.EASY
    assert tiers["p150"] is Tier.MEDIUM
    assert tiers["p250"] is Tier.HARD


def test_difficulty_is_the_mean_over_reference_models() -> None:
    means = mean_lengths({"one": {"a": 10, "b": 100}, "two": {"a": 30, "b": 0}})
    assert means == {"a": 20.0, "b": 50.0}


def test_a_reference_model_without_a_length_is_refused() -> None:
    with pytest.raises(ValueError, match="'two' has no output length for b"):
        mean_lengths({"one": {"a": 10, "b": 100}, "two": {"a": 30}})


@settings(max_examples=30)
@given(st.integers(1, 20), st.integers(0, 1000))
def test_every_contest_has_three_easy_two_medium_one_hard(contests: int, seed: int) -> None:
    tiers = tiers_by_length({f"p{n}": float(n * 7919 % 1009) for n in range(6 * contests)})
    dealt = assign_contests(tiers, seed, "x")
    assert len(dealt.contests) == contests
    assert dealt.left_over == ()
    assert sorted(p for c in dealt.contests for p in c) == sorted(tiers)
    for contest in dealt.contests:
        assert Counter(tiers[p] for p in contest) == dict(TIER_MIX)


def test_the_deal_is_fixed_by_the_seed() -> None:
    tiers = tiers_by_length({f"p{n}": float(n) for n in range(60)})
    assert assign_contests(tiers, 1, "x") == assign_contests(tiers, 1, "x")
    assert assign_contests(tiers, 1, "x") != assign_contests(tiers, 2, "x")


def test_presented_order_is_independent_of_tier() -> None:
    """Each tier stands at each position about as often as chance has it, over many contests."""
    tiers = tiers_by_length({f"p{n:04d}": float(n) for n in range(6000)})
    dealt = assign_contests(tiers, 0, "x")
    at = Counter((position, tiers[p]) for c in dealt.contests for position, p in enumerate(c))
    for position in range(6):
        for tier, share in TIER_MIX.items():
            expected = 1000 * share / 6
            assert abs(at[position, tier] - expected) < 5 * (expected * (1 - share / 6)) ** 0.5


def test_presented_order_does_not_depend_on_the_order_of_the_source() -> None:
    assert presented_order(["a", "b", "c", "d"], 3, "x") == presented_order(["d", "c", "b", "a"], 3, "x")


def test_what_fits_into_no_contest_is_named() -> None:
    tiers = dict.fromkeys("abcdefgh", Tier.UNRATED)
    dealt = assign_contests(tiers, 0, "x")
    assert len(dealt.contests) == 1
    assert len(dealt.left_over) == 2
