"""`AllocationOracle`: what the same budget could have bought, in ``info["result"]`` at the end of an episode."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from contest_actions import do
from known_domains import MATH
from made_campaign import row, write_campaign

from r3gym.campaigns import CampaignContest, CampaignProblem, CampaignSuite, EpisodeRow
from r3gym.cells.curve_file import curves_json
from r3gym.core.actions import Verb
from r3gym.core.tier import Tier
from r3gym.envs import AllocationOracle
from r3gym.errors import InputError
from r3gym.suites import load_suite

#: Six problems, two runs each at a cap of 1 and at a cap of 4. A budget of 6 buys 1 and 2 at the small cap and 3 at the
#: large one: 2 + 1 + 2 successes. An equal share is one action: only the first was solved with that.
OUTCOMES = ["++ ++", "w+ ++", "ww ++", "ww ww", "ww w+", "ww ww"]
CAPS, GRID = (1, 4), (0.2, 0.8)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Curves of two made-up policies on the first embedded math contest."""
    contest = load_suite("embedded", MATH).contests[0]
    problems = tuple(CampaignProblem(id=p.id, tier=Tier.EASY) for p in contest.problems)
    suite = CampaignSuite(
        reference="embedded",
        domain=MATH.name,
        name="embedded",
        content_hash="made",
        tiers="declared",
        contests=(CampaignContest(id=contest.id, problems=problems),),
    )
    rows = [r for policy in ("one", "two") for r in curve_rows(suite, policy)]
    return write_campaign(tmp_path_factory.mktemp("curves"), [suite], rows, repeats=2, grid=GRID)


def curve_rows(suite: CampaignSuite, policy: str) -> Iterator[EpisodeRow]:
    (contest,) = suite.contests
    for problem, outcomes in zip(contest.problems, OUTCOMES, strict=True):
        for level, cap, states in zip(GRID, CAPS, outcomes.split(), strict=True):
            for repeat, state in enumerate(states, 1):
                used = cap if problem is contest.problems[0] else cap + 1
                given = {"problem": problem.id, "pressure": level, "budget": cap, "repeat": repeat, "policy": policy}
                yield row("curve", suite, contest.id, state, spent=[used], **given)


def wrapped(make_env: Any, curves: Path, policy: str | None = "one", **kwargs: Any) -> AllocationOracle:
    return AllocationOracle(make_env("R3Contest-Math-v0", contest=0, **kwargs), str(curves), policy)


def final(env: gym.Env[Any, Any]) -> dict[str, Any]:
    env.reset(seed=0)
    info = env.step(do(Verb.FINISH))[4]
    result: dict[str, Any] = info["result"]
    return result


def test_the_result_tells_oracle_gap_and_misses(make_env: Any, campaign: Path) -> None:
    result = final(wrapped(make_env, campaign, budget=6))
    assert result["score"] == 0
    assert result["oracle"] == {
        "value": 2.5,
        "successes": 5,
        "repeats": 2,
        "cost": 6,
        "assignment": {"1": 1, "2": 1, "3": 2, "4": 0, "5": 0, "6": 0},
        "caps": {"1": 1, "2": 1, "3": 4, "4": 0, "5": 0, "6": 0},
        "costs": {"1": 1, "2": 1, "3": 4, "4": 0, "5": 0, "6": 0},
        "oracle_cost": "nominal",
        "selected": ["1", "2", "3"],
        "equal": 1,
        "curves_of": "one",
    }
    assert (result["gap"], result["misses"], result["miss_mass"]) == (2.5, ["1", "2", "3"], 2.5)


def test_an_unlimited_budget_buys_every_best_level(make_env: Any, campaign: Path) -> None:
    assert final(wrapped(make_env, campaign, budget="unlimited"))["oracle"]["successes"] == 7


def test_nothing_is_told_before_the_end(make_env: Any, campaign: Path) -> None:
    env = wrapped(make_env, campaign, budget=6)
    _, info = env.reset(seed=0)
    step = env.step(do(Verb.FOCUS, 1))
    assert "result" not in info
    assert "result" not in step[4]


def test_the_curves_of_a_file_are_those_of_the_campaign(make_env: Any, campaign: Path, tmp_path: Path) -> None:
    from r3gym.cells.campaign import read_campaign
    from r3gym.cells.gathering import curve_cells

    file = tmp_path / "curves.json"
    file.write_text(json.dumps(curves_json(list(curve_cells(read_campaign([campaign])).values()))), "utf-8")
    assert final(wrapped(make_env, file, budget=6)) == final(wrapped(make_env, campaign, budget=6))


def test_the_spec_is_plain_json_and_makes_the_same_environment(make_env: Any, campaign: Path) -> None:
    env = wrapped(make_env, campaign, budget=6)
    assert env.spec is not None
    again = make_env(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert final(again) == final(env)


def test_missing_and_ambiguous_curves_are_named_before_play(make_env: Any, campaign: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'one' on embedded, 'two' on embedded: policy= says"):
        wrapped(make_env, campaign, policy=None).reset(seed=0)
    with pytest.raises(InputError, match="no complete agentic curves of 'three'"):
        wrapped(make_env, campaign, policy="three").reset(seed=0)
    other = AllocationOracle(make_env("R3Contest-Math-v0", contest=1), str(campaign), "one")
    with pytest.raises(InputError, match="for all problems of"):
        other.reset(seed=0)
    with pytest.raises(InputError, match="target-in-suite"):
        wrapped(make_env, campaign, target="1").reset(seed=0)
    with pytest.raises(InputError, match="cannot be read"):
        wrapped(make_env, tmp_path / "nothing.json")


def test_at_observed_costs_the_oracle_pays_what_the_cheapest_successes_used(make_env: Any, campaign: Path) -> None:
    env = AllocationOracle(make_env("R3Contest-Math-v0", contest=0, budget=8), str(campaign), "one", "observed")
    oracle = final(env)["oracle"]
    # Problem 1 was solved for 1, problem 2 for 2, problems 3 and 5 for 5 each: 1 + 2 + 5 = 8.
    assert (oracle["value"], oracle["cost"], oracle["oracle_cost"]) == (3.0, 8, "observed")
    assert [oracle["costs"][label] for label in "123456"] == [1, 2, 0, 0, 5, 0]
    assert [oracle["caps"][label] for label in "123456"] == [1, 1, 0, 0, 4, 0]
    with pytest.raises(InputError, match="choose nominal or observed"):
        AllocationOracle(make_env("R3Contest-Math-v0", contest=0, budget=8), str(campaign), "one", "real")
