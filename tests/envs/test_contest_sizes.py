"""The number of problems is the suite's: spaces, labels, targets, budgets and single problems follow it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from contest_actions import do

from r3gym.core.actions import Verb
from r3gym.errors import InputError
from r3gym.suites import build_suite


def make_suite(folder: Path, problems: int, contests: int = 2) -> str:
    rows = [
        {"id": f"p{n}", "statement": f"What is {n} + {n}?", "answer": str(2 * n)} for n in range(problems * contests)
    ]
    (folder / "pool.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    build_suite(folder / "pool.jsonl", "math", folder / "suite", problems=problems)
    return str(folder / "suite")


@pytest.mark.parametrize("problems", [2, 6, 9, 12])
def test_a_contest_of_any_size_is_played_to_its_score(make_env: Any, tmp_path: Path, problems: int) -> None:
    suite = make_suite(tmp_path, problems)
    env = make_env("R3Contest-Math-v0", suite=suite, contest=0, sandbox="bubblewrap", scheduler="coverage")
    obs, info = env.reset(seed=0)
    assert env.action_space["problem"].n == problems + 1
    assert env.observation_space.contains(obs)
    assert obs["paid_steps"].shape == (problems,)
    assert info["labels"] == [str(n) for n in range(1, problems + 1)]
    assert env.unwrapped.action_masks().shape == (problems + 1,)
    wanted = {problem: str(2 * int(problem[1:])) for problem in info["problems"]}
    for number, problem in enumerate(info["problems"], 1):
        env.step(do(Verb.SUBMIT, number, wanted[problem] if number != 1 else "no"))
    *_, info = env.step(do(Verb.FINISH))
    assert info["result"]["score"] == problems - 1
    assert len(info["result"]["problems"]) == problems


@pytest.mark.parametrize("problems", [3, 12])
def test_a_tool_free_contest_of_any_size(make_env: Any, tmp_path: Path, problems: int) -> None:
    env = make_env("R3ToolFree-Math-v0", suite=make_suite(tmp_path, problems), contest=0, budget=1000)
    _, info = env.reset(seed=0)
    answers = [str(2 * int(problem[1:])) for problem in info["problems"]]
    text = "\n".join(f"Problem {label}\n\\boxed{{{a}}}" for label, a in zip(info["labels"], answers, strict=True))
    *_, info = env.step({"text": text, "reasoning": "", "tokens": 600, "finish": 0})
    assert info["result"]["score"] == problems
    assert all(problem["spent"] > 0 for problem in info["result"]["problems"])


def test_single_problems_and_targets_are_counted_by_the_suite(make_env: Any, tmp_path: Path) -> None:
    suite = make_suite(tmp_path, 4)
    assert make_env("R3Single-Math-v0", suite=suite, contest=7, sandbox="bubblewrap").unwrapped.domain.name == "math"
    with pytest.raises(InputError, match="problems 0 to 7"):
        make_env("R3Single-Math-v0", suite=suite, contest=8, sandbox="bubblewrap")
    with pytest.raises(InputError, match="1, 2, 3, 4"):
        make_env("R3Contest-Math-v0", suite=suite, target="5", sandbox="bubblewrap")


def test_a_picture_has_room_for_every_problem(make_env: Any, tmp_path: Path) -> None:
    env = make_env("R3Contest-Math-v0", suite=make_suite(tmp_path, 12), render_mode="rgb_array", budget=3)
    env.reset(seed=0)
    assert env.render().shape == (320 + 6 * 25, 800, 3)


def test_a_published_budget_is_scaled_to_the_suite(make_env: Any, tmp_path: Path) -> None:
    of_six = make_env("R3Contest-Math-v0", pressure=0.8, sandbox="bubblewrap").reset(seed=0)[0]["total"][0]
    of_three = make_env("R3Contest-Math-v0", suite=make_suite(tmp_path, 3), pressure=0.8, sandbox="bubblewrap")
    assert of_three.reset(seed=0)[0]["total"][0] == (of_six + 1) // 2
