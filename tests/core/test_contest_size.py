"""The number of problems of a contest: 2 to 12, the same in a whole suite, mixed as the paper mixes six."""

from __future__ import annotations

from dataclasses import replace

import pytest

from r3gym.calibration.caps import published_cap, published_natural
from r3gym.core.contest_size import check_problem_count, read_tier_mix, tier_mix
from r3gym.core.paper_constants import TIER_MIX
from r3gym.core.tier import Tier
from r3gym.errors import InputError
from r3gym.suites import load_suite


@pytest.mark.parametrize("problems", range(2, 13))
def test_every_size_keeps_the_proportions_of_the_paper(problems: int) -> None:
    mix = tier_mix(problems)
    assert sum(mix.values()) == problems
    assert all(abs(mix[tier] - problems * count / 6) < 1 for tier, count in TIER_MIX.items())
    assert mix[Tier.EASY] >= mix[Tier.MEDIUM] >= mix[Tier.HARD]
    assert (mix[Tier.HARD] > 0) == (problems > 2)


def test_six_is_the_paper() -> None:
    assert tier_mix(6) == TIER_MIX == {Tier.EASY: 3, Tier.MEDIUM: 2, Tier.HARD: 1}


@pytest.mark.parametrize("problems", [-1, 0, 1, 13, True, 6.0, "6"])
def test_other_sizes_are_refused(problems: object) -> None:
    with pytest.raises(InputError, match="2 to 12 problems"):
        check_problem_count(problems)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "3/2", "3,2,1", "0/1/0", "9/9/9", "-1/2/3", "3/2/1/0"])
def test_a_mixture_that_is_none_is_named(text: str) -> None:
    with pytest.raises(InputError, match="as in 3/2/1"):
        read_tier_mix(text)


def test_a_suite_has_contests_of_one_size() -> None:
    suite = load_suite("embedded", "math")
    assert suite.problems_per_contest == 6
    first, second = suite.contests[:2]
    shorter = replace(second, problems=second.problems[:4])
    with pytest.raises(InputError, match=rf"{second.id}' has 4, '{first.id}' has 6 problems"):
        replace(suite, contests=(first, shorter))
    assert replace(suite, contests=(shorter,)).problems_per_contest == 4
    with pytest.raises(InputError, match="contests of 1 problems"):
        replace(suite, contests=(replace(second, problems=second.problems[:1]),))
    with pytest.raises(InputError, match="no contest"):
        replace(suite, contests=())


def test_published_caps_are_those_of_six_problems_and_grow_with_the_number() -> None:
    caps = [published_cap("GLM-5.2", "code", 0.2, problems=problems) for problems in (2, 3, 6, 12)]
    assert caps == [2, 4, 7, 14]
    assert published_natural("GLM-5.2", "code", problems=12) == 70
    assert published_cap("Hy-3", "ar", 0.2, problems=2) == 1, "nobody plays without a step"
