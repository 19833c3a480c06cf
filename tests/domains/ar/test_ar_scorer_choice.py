"""Raw and guarded scorers: which decides, and what is kept of the other where they differ."""

from __future__ import annotations

import gymnasium as gym
import pytest

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome, SecondOpinion
from r3gym.domains.ar.bank import ARBank
from r3gym.domains.ar.judging.judge import JUDGE, RAW_JUDGE, judge_ar
from r3gym.domains.ar.judging.settings import ScoredAR
from r3gym.domains.ar.key import ARKey
from r3gym.errors import InputError
from r3gym.judging.judges import load_judges
from r3gym.records.rows import EpisodeRow

ROLES = ARKey("k", Tier.UNRATED, "Luke is a saint, and Ella is a sinner.", "knights_knaves", {})
HEDGED = "It is unlikely that Luke is a saint, and Ella is a sinner."


def test_the_guarded_scorer_decides_by_default_and_the_raw_verdict_is_kept_where_it_differs() -> None:
    verdict = judge_ar(HEDGED, ROLES)
    assert (verdict.outcome, verdict.judge, verdict.score) == (Outcome.WRONG_ANSWER, JUDGE, 0.0)
    assert verdict.second == SecondOpinion(RAW_JUDGE, Outcome.ACCEPTED, 1.0)


def test_the_raw_scorer_decides_where_it_is_chosen() -> None:
    settings = load_judges({"ar": {"scorer": "raw"}}).of("ar")
    verdict = ARBank().judge(HEDGED, ROLES, settings, "bubblewrap")
    assert (verdict.outcome, verdict.judge, verdict.score) == (Outcome.ACCEPTED, RAW_JUDGE, 1.0)
    assert verdict.second == SecondOpinion(JUDGE, Outcome.WRONG_ANSWER, 0.0)
    with pytest.raises(InputError, match=r"ar\.scorer"):
        load_judges({"ar": {"scorer": "kind"}})


@pytest.mark.parametrize("scorer", ["raw", "guarded"])
def test_where_both_agree_there_is_no_second_verdict_and_the_number_is_the_scorers(scorer: str) -> None:
    settings = ScoredAR.model_validate({"scorer": scorer})
    half = ARBank().judge("Luke is a saint, and Ella is a saint.", ROLES, settings, "bubblewrap")
    assert (half.correct, half.score, half.second) == (False, pytest.approx(0.65), None)
    right = ARBank().judge("Ella is a sinner, Luke is a saint", ROLES, settings, "bubblewrap")
    assert (right.correct, right.score, right.second) == (True, 1.0, None)


def test_an_answer_is_never_run_as_python_by_the_raw_scorer_either(tmp_path: object) -> None:
    key = ARKey("k", Tier.UNRATED, "6*4*(2-1)", "puzzle24", {"numbers": [6, 4, 2, 1]})
    verdict = judge_ar(f"open('{tmp_path}/ran', 'w')", key, raw=True)
    assert (verdict.outcome, verdict.score) == (Outcome.WRONG_ANSWER, 0.0)
    assert judge_ar("8*3*1*1", key, raw=True).outcome is Outcome.ACCEPTED


def test_a_contest_records_which_scorer_was_chosen_and_the_number() -> None:
    env = gym.make("R3ToolFree-AR-v0", contest=0, budget=500, judges={"ar": {"scorer": "raw"}})
    _, info = env.reset(seed=0)
    text = "\n".join(f"Problem {label}: <answer>77</answer>" for label in info["labels"])
    action = {"text": text, "reasoning": "", "tokens": 50, "finish": 0}
    *_, info = env.step(action)
    problems = info["result"]["problems"]
    assert {problem["judge"] for problem in problems} == {RAW_JUDGE}
    record = env.unwrapped.log.record()  # type: ignore[attr-defined]
    assert record.settings.judges["ar"]["scorer"] == "raw"
    assert [p.score for p in record.result.problems] == [p["score"] for p in problems]
    assert all(0 <= p["score"] < 1 for p in problems)
    slots = EpisodeRow.from_record(record).slots
    assert [slot.score for slot in slots] == [p["score"] for p in problems]
