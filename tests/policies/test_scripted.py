"""The scripted solver: a measuring instrument that works through the ordinary actions and pays for them."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest
from known_domains import CODE, DOMAINS, MATH

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.domain import Domain
from r3gym.core.tier import Tier
from r3gym.errors import InputError
from r3gym.policies import ScriptedSolver, Skill
from r3gym.policies.competence import BLIND_BELIEF_RATE, DEFAULT_PROFILE, blind_belief, draw_competence

INSTANTLY = dict.fromkeys(Tier, Skill(1, 1, 0.0))
SECOND_TRY = dict.fromkeys(Tier, Skill(2, 2, 0.0))
NEVER = dict.fromkeys(Tier, Skill(1, 1, 1.0))


def play(domain: Domain, solver: dict[str, Any] | None = None, **settings: Any) -> tuple[dict[str, Any], list[str]]:
    env = gym.make(f"R3Contest-{domain.gym_name}-v0", contest=0, **settings)
    policy = ScriptedSolver("embedded", domain, **(solver or {}))
    obs, info = env.reset(seed=0)
    paid = []
    while True:
        focus = int(obs["focus"])
        obs, _, terminated, truncated, info = env.step(policy.act(obs, info))
        if info["charge"]["kind"] == "counted":
            paid.append(info["labels"][focus - 1])
        if terminated or truncated:
            assert terminated, "the solver finishes by itself"
            env.close()
            return info, paid


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_solver_that_is_always_right_solves_everything_that_its_budget_reaches(domain: Domain) -> None:
    info, paid = play(domain, {"profile": INSTANTLY}, budget=4)
    assert info["result"]["score"] == 4
    assert paid == list(domain.labels()[:4])


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_solver_that_never_gets_there_spends_all_and_solves_nothing(domain: Domain) -> None:
    info, _ = play(domain, {"profile": NEVER, "personality": "scanner"}, budget=8)
    assert info["result"]["score"] == 0
    assert info["ledger"]["used"] == 8
    assert info["result"]["judge_errors"] == []


def test_a_tunnel_stays_and_a_scanner_goes_round() -> None:
    _, tunnel = play(MATH, {"profile": SECOND_TRY, "personality": "tunnel"}, budget=8)
    _, scanner = play(MATH, {"profile": SECOND_TRY, "personality": "scanner"}, budget=8)
    assert tunnel == ["1", "1", "2", "2", "3", "3", "4", "4"]
    assert scanner == ["1", "2", "3", "4", "5", "6", "1", "2"]


def test_patience_makes_a_tunnel_give_up() -> None:
    _, paid = play(MATH, {"profile": NEVER, "patience": 2}, budget=20)
    assert paid == [label for label in "123456" for _ in range(2)]


def test_a_guard_turns_a_tunnel_into_coverage_first() -> None:
    _, paid = play(MATH, {"profile": SECOND_TRY}, budget=9, scheduler="coverage")
    assert paid[:6] == ["1", "2", "3", "4", "5", "6"]


def test_the_same_seed_plays_the_same_contest() -> None:
    assert play(CODE, {"seed": 3}, pressure=0.2) == play(CODE, {"seed": 3}, pressure=0.2)


def test_competence_is_a_property_of_seed_and_problem_alone() -> None:
    drawn = [draw_competence(1, f"p{n}", Tier.HARD, DEFAULT_PROFILE) for n in range(400)]
    assert drawn == [draw_competence(1, f"p{n}", Tier.HARD, DEFAULT_PROFILE) for n in range(400)]
    never = sum(d is None for d in drawn) / len(drawn)
    assert abs(never - DEFAULT_PROFILE[Tier.HARD].never) < 0.08
    assert {d for d in drawn if d is not None} == {4, 5, 6, 7, 8}


def test_a_blind_solver_leaves_right_and_wrong_drafts_alike() -> None:
    """What it believes is drawn from seed, problem and attempt: the same whether its drafts are right or wrong."""
    right = play(MATH, {"profile": INSTANTLY, "feedback": "blind"}, budget=30)
    wrong = play(MATH, {"profile": NEVER, "feedback": "blind"}, budget=30)
    assert right[1] == wrong[1], "it spends the same either way"
    assert (right[0]["result"]["score"], wrong[0]["result"]["score"]) == (6, 0)
    beliefs = [blind_belief(0, f"p{n}", 1) for n in range(400)]
    assert abs(sum(beliefs) / 400 - BLIND_BELIEF_RATE) < 0.08


def test_what_a_blind_solver_runs_ends_the_same_way_for_right_and_wrong_programs() -> None:
    exits = {}
    for name, profile in (("right", INSTANTLY), ("wrong", NEVER)):
        env = gym.make("R3Contest-Code-v0", contest=0, budget=1)
        policy = ScriptedSolver("embedded", "code", feedback="blind", profile=profile)
        obs, info = env.reset(seed=0)
        while not obs["used"][0]:
            obs, *_, info = env.step(policy.act(obs, info))
        exits[name] = int(obs["last_exit"][0])
        env.close()
    assert exits == {"right": 0, "wrong": 0}, "nothing was compared with the samples"


def test_an_unknown_personality_is_refused() -> None:
    with pytest.raises(InputError, match="choose one of tunnel, scanner"):
        ScriptedSolver("embedded", "math", personality="hare")
    with pytest.raises(InputError, match="choose one of sharp, blind"):
        ScriptedSolver("embedded", "math", feedback="psychic")
