"""The tool-free environment, rule by rule: one prompt, one completion, one charge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from format1_view import format1_view

from r3gym.core.completion import Completion, FinishReason, ToolFreeProtocol, completion_to_dict
from r3gym.envs import RecordEpisodes
from r3gym.errors import InputError
from r3gym.records import read_record
from r3gym.suites import load_keys

MATH, CODE, AR = "R3ToolFree-Math-v0", "R3ToolFree-Code-v0", "R3ToolFree-AR-v0"
ONE, TWO, AUTO = ToolFreeProtocol


def say(
    text: str = "", reasoning: str = "", tokens: int | None = 100, finish: FinishReason = FinishReason.STOP
) -> dict[str, Any]:
    return completion_to_dict(Completion(text, reasoning, tokens, finish), ONE)


def finalised(
    final: str | None, text: str = "", reasoning: str = "", tokens: int | None = 100, cut: bool = False
) -> dict[str, Any]:
    ended = FinishReason.LENGTH if cut else FinishReason.STOP
    return completion_to_dict(Completion(text, reasoning, tokens, final=final, final_finish=ended), TWO)


def references(info: dict[str, Any], domain: str = "math") -> list[str]:
    keys = load_keys("embedded", domain, info["problems"])
    return [keys[problem].reference for problem in info["problems"]]  # type: ignore[union-attr]


def parses(info: dict[str, Any]) -> list[str]:
    return [p["parse"] for p in info["result"]["problems"]]


def test_the_observation_is_the_prompt_and_the_budget(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=500)
    obs, info = env.reset(seed=0)
    assert list(obs["budget"]) == [500]
    assert obs["prompt"] == info["instruction"]
    assert [m["role"] for m in info["messages"]] == ["system", "user"]
    assert all(m["content"] in obs["prompt"] for m in info["messages"])
    assert obs in env.observation_space


def test_one_completion_ends_the_contest_and_its_reward_is_the_number_of_correct_answers(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=500)
    _, info = env.reset(seed=0)
    right = references(info)
    text = f"Problem 1\n\\boxed{{{right[0]}}}\n## Problem 3\n\\boxed{{{right[2]}}}\nProblem 4: \\boxed{{90001}}"
    _, reward, terminated, truncated, info = env.step(say(text))
    assert (reward, terminated, truncated) == (2.0, True, False)
    assert [p["correct"] for p in info["result"]["problems"]] == [True, False, True, False, False, False]
    assert parses(info) == ["answered", "missing", "answered", "answered", "missing", "missing"]
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(say(text))


def test_abstract_reasoning_is_read_from_tags(make_env: Any) -> None:
    env = make_env(AR, contest=0, budget=500)
    _, info = env.reset(seed=0)
    right = references(info, "ar")
    _, reward, *_ = env.step(say(f"Problem 2\nFinal Answer: <answer>{right[1]}</answer>"))
    assert reward == 1


def test_a_single_problem_is_one_answer(make_env: Any) -> None:
    env = make_env("R3ToolFreeSingle-Math-v0", contest=3, budget=64)
    _, info = env.reset(seed=0)
    assert len(info["problems"]) == 1
    _, reward, _, _, info = env.step(say(f"So it is \\boxed{{{references(info)[0]}}}.", tokens=30))
    assert reward == 1
    assert info["ledger"]["per_problem"] == {"1": 30}


def test_a_single_program_is_judged_by_the_hidden_tests(make_env: Any) -> None:
    env = make_env("R3ToolFreeSingle-Code-v0", contest=0)
    env.reset(seed=0)
    *_, info = env.step(say("```cpp\nint main() { return 0; }\n```"))
    assert info["result"]["problems"][0]["verdict"] == "wrong_answer"


def test_what_the_provider_reports_is_charged_and_divided_by_section_length(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=500)
    env.reset(seed=0)
    *_, info = env.step(say("Problem 1\n" + "x" * 90 + "Problem 2\n" + "y" * 190, tokens=303))
    ledger = info["ledger"]
    assert (ledger["unit"], ledger["total"], ledger["used"], ledger["remaining"]) == ("output tokens", 500, 303, 197)
    assert sum(ledger["per_problem"].values()) == 303
    assert [p["spent"] for p in info["result"]["problems"]] == list(ledger["per_problem"].values())


def test_over_the_cap_the_cap_is_charged_and_only_the_part_within_it_is_graded(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=100)
    env.reset(seed=0)
    early = "Problem 1: \\boxed{7}\n".ljust(100, ".") + "\n"
    *_, info = env.step(say(early + "Problem 2: \\boxed{8}\n".ljust(101, "."), tokens=200))
    assert info["completion"]["over_cap"]
    assert info["completion"]["cut"]
    assert info["ledger"]["used"] == 100
    assert parses(info)[:2] == ["answered", "missing"]


def test_reasoning_comes_first_when_a_completion_over_the_cap_is_cut(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=100)
    env.reset(seed=0)
    *_, info = env.step(say("Problem 1: \\boxed{7}", reasoning="r" * 500, tokens=120))
    assert info["completion"]["cut_in_reasoning"]
    assert set(parses(info)) == {"missing"}


def test_a_completion_that_was_not_counted_is_charged_the_whole_cap(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=400)
    for tokens in (None, 0):  # a server that counts nothing for a text has not counted
        env.reset(seed=0)
        *_, info = env.step(say("Problem 1: \\boxed{7}", tokens=tokens))
        assert not info["completion"]["reported"]
        assert info["ledger"]["used"] == 400
        assert parses(info)[0] == "answered", "what was written still counts"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (r"Problem 1: \boxed{12", "malformed"),
        (r"Problem 1: \boxed{12}", "answered"),
        ("Problem 1\nFinal Answer: 12", "missing"),
        ("Problem 1\nFinal Answer: 12\nProblem 2", "answered"),
        ("Problem 1: \\boxed{12}\nProblem 1", "answered"),
    ],
)
def test_a_completion_that_was_cut_is_graded_by_what_it_completed(make_env: Any, text: str, state: str) -> None:
    env = make_env(MATH, contest=0, budget=100)
    env.reset(seed=0)
    *_, info = env.step(say(text, tokens=100, finish=FinishReason.LENGTH))
    assert info["completion"]["cut"]
    assert parses(info)[0] == state


def test_a_program_without_its_closing_fence_is_malformed(make_env: Any) -> None:
    env = make_env(CODE, contest=0, budget=100)
    env.reset(seed=0)
    *_, info = env.step(say("Problem A\n```cpp\nint main() {}\n", tokens=100, finish=FinishReason.LENGTH))
    assert parses(info) == ["malformed"] + ["missing"] * 5


def test_a_completion_cut_inside_its_reasoning_has_answered_nothing(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=100)
    env.reset(seed=0)
    thought = "Problem 1 gives \\boxed{3}. Problem 2"
    _, reward, terminated, _, info = env.step(say("", reasoning=thought, tokens=100, finish=FinishReason.LENGTH))
    assert (reward, terminated) == (0.0, True)
    assert info["completion"]["cut_in_reasoning"]
    assert set(parses(info)) == {"missing"}
    assert info["ledger"]["per_problem"]["1"] > info["ledger"]["per_problem"]["2"] > 0


def test_reasoning_is_never_graded(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=100)
    env.reset(seed=0)
    *_, info = env.step(say("I am done.", reasoning="Problem 1: \\boxed{3}"))
    assert set(parses(info)) == {"missing"}


def test_an_unbudgeted_run_says_no_word_of_a_budget_and_tells_when_a_safety_cap_was_hit(make_env: Any) -> None:
    for protocol in ToolFreeProtocol:
        env = make_env(MATH, contest=0, budget="unlimited", protocol=protocol.value)
        obs, _ = env.reset(seed=0)
        assert list(obs["budget"]) == [-1]
        assert "budget" not in obs["prompt"].lower()
    env = make_env(MATH, contest=0, budget="unlimited")
    for finish in (FinishReason.STOP, FinishReason.LENGTH):
        env.reset(seed=0)
        *_, info = env.step(say("Problem 1: \\boxed{7}", tokens=12345, finish=finish))
        assert info["completion"]["hit_safety_cap"] == (finish is FinishReason.LENGTH)
        assert info["ledger"]["used"] == 12345
        assert info["ledger"]["remaining"] is None


def test_pressure_and_model_choose_the_published_token_cap(make_env: Any) -> None:
    for kwargs, total in (
        ({}, 67200),
        ({"pressure": 0.2}, 16800),
        ({"model": "GPT-5.5", "pressure": 0.2}, 287),
        ({"budget": 7}, 7),
    ):
        obs, _ = make_env(CODE, contest=0, **kwargs).reset(seed=0)
        assert obs["budget"][0] == total
        assert f"Shared response-token budget: {total}\n" in obs["prompt"]


def test_in_two_stages_the_finalisers_output_is_what_is_graded(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=500, protocol="two_stage")
    _, info = env.reset(seed=0)
    right = references(info)
    final = f"Problem 1\n\\boxed{{{right[0]}}}\nProblem 2\nNo answer\nProblem 3\nFinal Answer: \\boxed{{No answer}}"
    _, reward, _, _, info = env.step(finalised(final, text=f"Problem 2: \\boxed{{{right[1]}}}", reasoning="hm"))
    assert reward == 1
    assert parses(info) == ["answered"] + ["missing"] * 5
    assert info["ledger"]["used"] == 100


@pytest.mark.parametrize("final", [None, ""])
def test_without_a_finalisers_output_everything_is_missing(make_env: Any, final: str | None) -> None:
    env = make_env(MATH, contest=0, budget=500, protocol="two_stage")
    env.reset(seed=0)
    *_, info = env.step(finalised(final, text="Problem 1: \\boxed{3}"))
    assert set(parses(info)) == {"missing"}


def test_programs_that_the_finaliser_calls_missing_are_missing(make_env: Any) -> None:
    env = make_env(CODE, contest=0, budget=500, protocol="two_stage")
    env.reset(seed=0)
    final = "Problem A\nMISSING\nProblem B\n```cpp\nMISSING\n```\nProblem C: MISSING\n"
    *_, info = env.step(finalised(final, text="..."))
    assert set(parses(info)) == {"missing"}


def test_a_finaliser_that_hits_its_own_cap_keeps_what_it_completed(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=500, protocol="two_stage")
    env.reset(seed=0)
    *_, info = env.step(finalised("Problem 1: \\boxed{1}\nProblem 2\nFinal Answer: 2", text="...", cut=True))
    assert parses(info)[:2] == ["answered", "missing"]


def test_an_action_of_the_other_protocol_is_refused(make_env: Any) -> None:
    env = make_env(MATH, contest=0)
    env.reset(seed=0)
    with pytest.raises(InputError, match="stages and the environment's protocol must agree"):
        env.unwrapped.step(finalised("x"))
    env = make_env(MATH, contest=0, protocol="two_stage")
    env.reset(seed=0)
    with pytest.raises(InputError, match="stages and the environment's protocol must agree"):
        env.unwrapped.step(say("x"))


def test_target_mode_shows_all_problems_and_scores_one(make_env: Any) -> None:
    for protocol in ToolFreeProtocol:
        env = make_env(MATH, contest=0, budget=500, target="2", protocol=protocol.value)
        obs, info = env.reset(seed=0)
        assert "Work on problem 2 only" in obs["prompt"]
        assert "===== Problem 6" in obs["prompt"]
        right = f"Problem 1: \\boxed{{1}}\nProblem 2: \\boxed{{{references(info)[1]}}}"
        _, reward, _, _, info = env.step(say(right) if protocol is ONE else finalised(right, "..."))
        assert reward == 1
        assert [p["label"] for p in info["result"]["problems"]] == ["2"]
        assert "Problem 1" not in info.get("finalization", "")


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"protocol": "three_stage"}, "protocol='three_stage': choose one of one_stage, two_stage"),
        ({"budget": 2.5}, "whole number of output tokens"),
        ({"budget": -3}, "budget=-3"),
        ({"budget": 3, "pressure": 0.2}, "one or the other"),
        ({"sandbox": "none"}, "no sandbox backend 'none'"),
        ({"target": "9"}, "target='9'"),
        ({"contest": 99}, "contest=99"),
    ],
)
def test_bad_arguments_name_the_input_the_rule_and_the_fix(kwargs: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        gym.make(MATH, **kwargs)
    assert message in str(caught.value)


def test_a_record_is_self_contained(make_env: Any, tmp_path: Path) -> None:
    env = RecordEpisodes(make_env(MATH, contest=0, budget=500, protocol="two_stage"), str(tmp_path))
    obs, _ = env.reset(seed=4)
    *_, info = env.step(finalised("Problem 1: \\boxed{7}", text="Problem 1: 7", reasoning="thinking of Problem 1"))
    assert env.last_record is not None
    record = format1_view(read_record(env.last_record))
    assert (record["setting"], record["protocol"], record["budget"], record["seed"]) == (
        "tool_free",
        "two_stage",
        500,
        4,
    )
    assert record["instruction"] == obs["prompt"]
    assert "No answer" in record["finalization"]
    assert record["result"] == info["result"]
    assert record["ledger"] == info["ledger"]
    (step,) = record["steps"]
    assert (step["text"], step["reasoning"], step["final"]) == (
        "Problem 1: 7",
        "thinking of Problem 1",
        "Problem 1: \\boxed{7}",
    )
    assert (step["tokens"], step["finish"], step["final_finish"]) == (100, "stop", "stop")
    assert step["metered"] == info["completion"]


def test_a_void_episode_has_no_result_and_is_recorded(make_env: Any, tmp_path: Path) -> None:
    env = RecordEpisodes(make_env(MATH, contest=0, budget=500), str(tmp_path))
    env.reset(seed=0)
    env.void("the service is gone")
    assert env.last_record is not None
    record = format1_view(read_record(env.last_record))
    assert (record["result"], record["error"], record["ledger"]["used"]) == (None, "the service is gone", 0)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(say("late"))
    with pytest.raises(gym.error.ResetNeeded):
        env.unwrapped.void("again")


def test_an_answer_whose_key_cannot_be_read_is_a_judge_error_and_counts_zero(
    make_env: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from r3gym.suites import build_suite

    rows = [{"id": f"p{n}", "statement": f"{n} + 1?", "answer": str(n + 1), "title": ""} for n in range(6)]
    (tmp_path / "pool.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    build_suite(tmp_path / "pool.jsonl", "math", tmp_path / "mine")
    env = make_env(MATH, suite=str(tmp_path / "mine"), contest=0, budget=10)
    env.reset(seed=0)
    for file in (tmp_path / "mine").rglob("keys*"):
        file.unlink()
    monkeypatch.chdir(tmp_path)
    _, reward, terminated, truncated, info = env.step(say("Problem 1: \\boxed{1}", tokens=5))
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert info["result"]["judge_errors"] == ["1"]
    assert "key" in info["result"]["problems"][0]["detail"]


def test_a_vector_of_contests_takes_batched_completions() -> None:
    envs = gym.make_vec(MATH, num_envs=2, contest=0, budget=50)
    envs.reset(seed=0)
    actions = {
        "text": ("Problem 1: \\boxed{1}", "Problem 2: \\boxed{2}"),
        "reasoning": ("", ""),
        "tokens": np.array([20, -1]),
        "finish": np.array([0, 2]),
    }
    assert actions in envs.action_space
    _, _, terminated, _, infos = envs.step(actions)
    assert terminated.all()
    assert list(infos["ledger"]["used"]) == [20, 50]
    assert list(infos["completion"]["reported"]) == [True, False]
    envs.close()


def test_the_contest_is_drawn_by_the_reset_seed(make_env: Any) -> None:
    env = make_env("R3ToolFreeSingle-AR-v0")
    drawn = [env.reset(seed=seed)[1]["contest"] for seed in range(8)]
    assert drawn == [env.reset(seed=seed)[1]["contest"] for seed in range(8)]
    assert len(set(drawn)) > 4
    with pytest.raises(InputError, match="contest=999"):
        env.reset(options={"contest": 999})
    assert not env.unwrapped._over, "a wrong contest loses nothing"


def test_in_auto_a_finalisers_output_is_graded_if_there_is_one_and_else_the_text(make_env: Any) -> None:
    env = make_env(MATH, contest=0, budget=500, protocol=AUTO.value)
    _, info = env.reset(seed=0)
    first, second = (f"Problem {n}: \\boxed{{{right}}}" for n, right in zip("12", references(info), strict=False))
    for final, graded in ((None, 0), (second, 1)):
        env.reset(seed=0)
        _, reward, _, _, info = env.step(finalised(final, text=first, reasoning="hm"))
        assert reward == 1
        assert parses(info)[graded] == "answered"
        assert parses(info)[1 - graded] == "missing"
