"""The paper's public data and real problem packages are playable as they are."""

from __future__ import annotations

from typing import Any

import pytest
from contest_actions import do, run
from known_domains import AR, DOMAINS, MATH
from shared_data import shared_data

from r3gym.core.actions import Verb
from r3gym.core.domain import Domain
from r3gym.core.tier import Tier
from r3gym.domains.ar.key import ARKey
from r3gym.domains.math.key import MathKey
from r3gym.policies import ScriptedSolver, Skill
from r3gym.suites import load_keys, load_suite

INSTANTLY = dict.fromkeys(Tier, Skill(1, 1, 0.0))


@pytest.mark.parametrize("contest", [0, 17, 49])
@pytest.mark.parametrize("domain", DOMAINS)
def test_contests_of_the_public_data_are_playable(make_env: Any, domain: Domain, contest: int) -> None:
    suite = f"r3bench:{shared_data('r3bench')}"
    env = make_env(f"R3Contest-{domain.gym_name}-v0", suite=suite, contest=contest, budget=6)
    policy = ScriptedSolver(suite, domain, profile=INSTANTLY, patience=1)
    obs, info = env.reset(seed=0)
    ended = False
    while not ended:
        obs, _, terminated, truncated, info = env.step(policy.act(obs, info))
        ended = terminated or truncated
    result = info["result"]
    assert info["ledger"]["used"] == 6
    if domain.name == "code":  # hidden tests are not published, and the judge says so instead of guessing
        assert result["judge_errors"] == list("ABCDEF")
        assert all("no hidden tests" in p["detail"] for p in result["problems"])
    else:
        assert result["score"] == 6, [p for p in result["problems"] if not p["correct"]]


@pytest.mark.parametrize("domain", [MATH, AR])
def test_all_300_references_are_judged_correct(domain: Domain) -> None:
    reference = f"r3bench:{shared_data('r3bench')}"
    ids = [p.id for c in load_suite(reference, domain).contests for p in c.problems]
    keys = load_keys(reference, domain, ids)
    wrong = []
    for problem_id, key in keys.items():
        assert isinstance(key, MathKey | ARKey)
        if not domain.bank.judge(key.reference, key, domain.bank.default_settings(), "bubblewrap").correct:
            wrong.append(problem_id)
    assert len(keys) == 300
    assert wrong == []


def test_real_packages_become_a_playable_suite(make_env: Any) -> None:
    suite = f"packages:{shared_data('packages')}"
    loaded = load_suite(suite, "code")
    assert [len(c.problems) for c in loaded.contests] == [6, 6]
    env = make_env("R3Contest-Code-v0", suite=suite, contest=0, budget=3)
    env.reset(seed=0)
    env.step(do(Verb.FOCUS, 1))
    obs, *_ = env.step(run("ls /app/problem_A"))
    assert "sample_1.in" in obs["text"]
    env.step(do(Verb.SUBMIT, 1, "int main() { return 0; }"))
    *_, info = env.step(do(Verb.FINISH))
    assert info["result"]["problems"][0]["verdict"] == "wrong_answer"
