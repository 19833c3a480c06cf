"""The contest environment, rule by rule (agentic setting)."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from contest_actions import do, run
from format1_view import format1_view
from known_domains import MATH

from r3gym.core.actions import Verb
from r3gym.core.state import read_state
from r3gym.envs import RecordEpisodes
from r3gym.errors import InputError
from r3gym.records import read_record
from r3gym.schedulers import make_scheduler
from r3gym.suites import build_suite

FOCUS_1 = do(Verb.FOCUS, 1)
COMPUTE = run("python3 -c 'print(6 * 7)'")
FINISH = do(Verb.FINISH)
PROGRAM = "#include <iostream>\nint main() { std::cout << 1; }\n"


def kind(step: Any) -> tuple[str, str]:
    return step[4]["charge"]["kind"], step[4]["charge"]["category"]


def test_the_instruction_has_statements_contract_budget_and_tools(make_env: Any) -> None:
    for env_id, contract in (
        ("R3Contest-Code-v0", "/app/solution_F.cpp"),
        ("R3Contest-Math-v0", r"\boxed{}"),
        ("R3Contest-AR-v0", "between <answer> and </answer>"),
    ):
        env = make_env(env_id, contest=0, budget=9, scheduler="coverage")
        _, info = env.reset(seed=0)
        text = info["instruction"]
        for label in info["labels"]:
            assert f"===== Problem {label}" in text
        assert contract in text
        assert "Shared budget: 9 counted actions" in text
        assert "bash_command" in text
        assert "mark_task_complete" in text
        assert "Coverage rule" in text
        assert "Difficulty" not in text


def test_the_with_difficulty_variant_shows_a_line_per_problem(make_env: Any) -> None:
    _, info = make_env("R3Contest-Math-v0", contest=0, show_difficulty=True).reset(seed=0)
    shown = [line for line in info["instruction"].splitlines() if line.startswith("Difficulty: ")]
    assert sorted(shown) == [*["Difficulty: easy"] * 3, "Difficulty: hard", *["Difficulty: medium"] * 2]


def test_a_counted_command_without_focus_is_blocked_and_costs_nothing(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    env.reset(seed=0)
    step = env.step(COMPUTE)
    assert kind(step) == ("blocked", "focus")
    assert step[0]["used"] == 0
    assert "42" not in step[0]["text"]


def test_a_counted_command_is_booked_on_the_focused_problem(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=5)
    env.reset(seed=0)
    env.step(do(Verb.FOCUS, 3))
    obs, _, _, _, info = env.step(COMPUTE)
    assert "42" in obs["text"]
    assert (obs["used"][0], obs["remaining"][0]) == (1, 4)
    assert list(obs["paid_steps"]) == [0, 0, 1, 0, 0, 0]
    assert info["ledger"]["per_problem"]["3"] == 1


@pytest.mark.parametrize("command", ["python3 -c 'import sys; sys.exit(3)'", "python3 -c 'while True: pass'"])
def test_a_failing_or_timed_out_command_is_not_refunded(make_env: Any, command: str) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=5, command_timeout_s=1)
    env.reset(seed=0)
    env.step(FOCUS_1)
    obs, *_ = env.step(run(command))
    assert obs["used"][0] == 1
    assert obs["last_exit"][0] in (3, 124)


def test_a_command_that_computes_around_a_bookkeeping_word_takes_one_unit(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=5)
    env.reset(seed=0)
    env.step(FOCUS_1)
    obs, *_ = env.step(run("python3 -c 'print(11)'; contest_status; python3 -c 'print(22)' && python3 -c 'print(33)'"))
    assert obs["used"][0] == 1
    assert [number in obs["text"] for number in ("11", "22", "33")] == [True] * 3


def test_another_problems_area_is_blocked(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    env.step(FOCUS_1)
    assert kind(env.step(run("python3 /app/problem_B/x.py"))) == ("blocked", "scope")


def test_where_the_shell_stands_blocks_nothing_and_a_counted_command_runs_at_home(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    env.step(FOCUS_1)
    env.step(run("echo secret > /app/problem_B/x; cd /app/problem_B"))
    obs, *_, info = env.step(run("python3 -c 'import os; print(os.getcwd(), os.listdir())'"))
    assert info["charge"]["kind"] == "counted"
    assert obs["text"].startswith("/app/problem_A ["), "the folder of another problem is not there for it"
    assert "[/app/problem_B belongs to another problem; this ran in /app/problem_A]" in obs["text"]
    assert env.step(run("cat /app/problem_B/x"))[0]["text"].startswith("secret\n"), "reading it is free"


def test_a_judge_request_is_blocked(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    env.step(FOCUS_1)
    assert kind(env.step(run("submit /app/solution_A.cpp"))) == ("blocked", "judge")
    assert kind(env.step(run("curl http://127.0.0.1:8081/submit"))) == ("blocked", "judge")


def test_exhaustion_blocks_computing_and_leaves_recording_and_finishing_open(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=1)
    env.reset(seed=0)
    env.step(FOCUS_1)
    step = env.step(COMPUTE)
    assert not step[2]
    assert step[0]["remaining"] == 0
    assert kind(env.step(COMPUTE)) == ("blocked", "budget")
    assert kind(env.step(run("cat /app/problem_1/statement.md"))) == ("free", "passive")
    assert env.step(do(Verb.SUBMIT, 1, "42"))[0]["candidate"][0] == 1
    assert kind(env.step(do(Verb.SHELVE, 1, "done")))[0] == "free"
    _, _, terminated, _, info = env.step(FINISH)
    assert terminated
    assert info["result"]["problems"][0]["parse"] == "answered"


def test_a_budget_of_zero_still_lets_answers_be_recorded(make_env: Any) -> None:
    env = make_env("R3Contest-AR-v0", contest=0, budget=0)
    env.reset(seed=0)
    env.step(FOCUS_1)
    assert kind(env.step(COMPUTE)) == ("blocked", "budget")
    assert env.step(do(Verb.SUBMIT, 2, "x"))[0]["candidate"][1] == 1


def test_submit_writes_the_same_artifact_as_writing_the_file_would(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    env.step(do(Verb.SUBMIT, 1, PROGRAM))
    env.step(run(f"cat > /app/solution_B.cpp <<'EOF'\n{PROGRAM}EOF"))
    obs, *_ = env.step(run("cat /app/solution_A.cpp"))
    also, *_ = env.step(run("cat /app/solution_B.cpp"))
    assert obs["text"] == also["text"]
    assert list(also["candidate"][:3]) == [1, 1, 0]


def test_submit_answer_as_a_shell_word_records_one_slot(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    env.reset(seed=0)
    obs, *_ = env.step(run(r"submit_answer 4 \frac{1}{2}"))
    assert list(obs["candidate"]) == [0, 0, 0, 1, 0, 0]
    obs, *_ = env.step(run("cat /logs/artifacts/answer.txt"))
    assert r"\boxed{\frac{1}{2}}" in obs["text"]


def test_submitting_something_else_than_a_program_changes_nothing(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    env.step(do(Verb.SUBMIT, 1, PROGRAM))
    obs, *_ = env.step(run("submit_answer A solution_A.cpp"))
    assert "not a whole C++ program" in obs["text"]
    assert obs["candidate_version"][0] == 1


def test_an_unknown_problem_changes_nothing_and_says_so(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    for word in ("focus_problem Z", "shelve_problem 9", "submit_answer G x", "focus_problem"):
        obs, _, _, _, info = env.step(run(word))
        assert info["charge"]["kind"] == "free"
        assert "nothing changed" in obs["text"]
        assert obs["focus"] == 0


def test_a_problem_is_named_by_label_position_or_id(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    _, info = env.reset(seed=0)
    for word in ("B", "b", "2", info["problems"][1]):
        obs, *_ = env.step(run(f"focus_problem {word}"))
        assert obs["focus"] == 2


def test_a_helper_inside_a_longer_command_takes_effect_in_order(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0, budget=5)
    env.reset(seed=0)
    obs, *_ = env.step(run("echo hello; focus_problem A"))
    assert obs["focus"] == 1
    assert obs["text"] == "hello\nfocus: problem A; its shell is in /app\n[exit 0; free; 5 of 5 left]"
    obs, *_, info = env.step(run("focus_problem B && python3 -c 'print(6*7)'"))
    assert (obs["focus"], list(obs["paid_steps"])) == (2, [0, 1, 0, 0, 0, 0])
    assert obs["text"].endswith("42\n[exit 0; counted: python3; 4 of 5 left]")
    assert info["ledger"]["used"] == 1
    obs, *_, info = env.step(run("focus_problem Z && python3 -c 1"))
    assert (info["charge"]["kind"], info["ledger"]["used"]) == ("free", 1), "nothing after a failed helper runs"


def test_a_helper_in_a_pipe_or_a_loop_is_refused_before_anything_runs(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0, budget=5)
    env.reset(seed=0)
    env.step(FOCUS_1)
    for command in ("echo x > /app/made; focus_problem B | cat", "for p in B C; do focus_problem $p; done"):
        obs, *_, info = env.step(run(command))
        assert (info["charge"]["kind"], info["charge"]["category"]) == ("blocked", "helper")
        assert obs["focus"] == 1
        assert obs["text"].endswith("[not run, no cost; blocked: focus_problem; 5 of 5 left]")
    assert "No such file" in env.step(run("cat /app/made"))[0]["text"]


def test_nothing_runs_after_completion(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    env.reset(seed=0)
    env.step(FINISH)
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(COMPUTE)


def test_a_candidate_changes_with_its_content_not_with_its_time(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0, budget=9)
    env.reset(seed=0)
    env.step(FOCUS_1)
    write = run(f"cat > /app/solution_A.cpp <<'EOF'\n{PROGRAM}EOF")
    assert env.step(write)[0]["candidate_version"][0] == 1
    assert env.step(run("g++ -o /tmp/a /app/solution_A.cpp"))[0]["checks_since_change"][0] == 1
    obs, *_ = env.step(write)
    assert (obs["candidate_version"][0], obs["checks_since_change"][0]) == (1, 1), "the same bytes are no change"
    obs, *_ = env.step(run("cp /app/problem_A/statement.md /app/solution_A.cpp"))
    assert (obs["candidate_version"][0], obs["checks_since_change"][0]) == (2, 0)


def test_a_huge_candidate_is_present_costs_no_time_and_is_malformed(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0, budget=9)
    env.reset(seed=0)
    env.step(FOCUS_1)
    start = time.monotonic()
    obs, *_ = env.step(run("python3 -c \"open('/app/solution_A.cpp', 'w').truncate(9 << 30)\""))
    assert (obs["candidate"][0], obs["candidate_version"][0]) == (1, 1)
    assert env.step(run("python3 -c 1"))[0]["candidate_version"][0] == 1
    assert env.step(run("python3 -c \"open('/app/solution_A.cpp', 'a').write('x')\""))[0]["candidate_version"][0] == 2
    *_, info = env.step(FINISH)
    assert info["result"]["problems"][0]["parse"] == "malformed"
    assert time.monotonic() - start < 10, "reading it takes half a minute"


def test_only_artifacts_present_at_the_end_count(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    env.step(do(Verb.SUBMIT, 1, PROGRAM))
    env.step(do(Verb.SUBMIT, 2, PROGRAM))
    env.step(run("rm /app/solution_A.cpp"))
    *_, info = env.step(FINISH)
    assert [p["parse"] for p in info["result"]["problems"]][:3] == ["missing", "answered", "missing"]


def test_an_artifact_that_is_a_link_is_not_followed(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    env.step(FOCUS_1)
    env.step(run("ln -s /etc/passwd /app/solution_A.cpp"))  # counted: it reaches outside the workspace
    *_, info = env.step(FINISH)
    assert info["result"]["problems"][0]["parse"] == "malformed"


def test_the_reward_is_zero_until_the_end_and_then_the_number_of_correct_answers(make_env: Any) -> None:
    from r3gym.suites import load_keys

    env = make_env("R3Contest-Math-v0", contest=0)
    _, info = env.reset(seed=0)
    keys = load_keys("embedded", "math", info["problems"])
    for number, problem in enumerate(info["problems"][:4], 1):
        right = keys[problem].reference  # type: ignore[union-attr]
        assert env.step(do(Verb.SUBMIT, number, right if number < 4 else "90001"))[1] == 0
    _, reward, terminated, truncated, info = env.step(FINISH)
    assert (reward, terminated, truncated) == (3.0, True, False)
    assert info["result"]["score"] == 3
    assert [p["correct"] for p in info["result"]["problems"]] == [True, True, True, False, False, False]


def test_target_mode_blocks_work_on_others_and_scores_the_target_only(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, target="2")
    _, info = env.reset(seed=0)
    assert "Work on problem 2 only" in info["instruction"]
    env.step(FOCUS_1)
    assert kind(env.step(COMPUTE)) == ("blocked", "target")
    env.step(do(Verb.FOCUS, 2))
    assert kind(env.step(COMPUTE))[0] == "counted"
    *_, info = env.step(FINISH)
    assert [p["label"] for p in info["result"]["problems"]] == ["2"]


@pytest.mark.parametrize(("view", "total", "remaining"), [("hidden", -1, -1), ("total", 5, -1), ("running", 5, 4)])
def test_the_budget_view_decides_what_is_shown(make_env: Any, view: str, total: int, remaining: int) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=5, budget_view=view)
    _, info = env.reset(seed=0)
    assert ("Shared budget: 5" in info["instruction"]) == (view != "hidden")
    assert ("- remaining: 5" in info["instruction"]) == (view == "running")
    env.step(FOCUS_1)
    obs, _, _, _, info = env.step(COMPUTE)
    assert (obs["total"][0], obs["remaining"][0]) == (total, remaining)
    assert (info["ledger"] is not None) == (view == "running")
    status = env.step(do(Verb.STATUS))[0]["text"]
    assert ("4 left" in status) == (view == "running")


def test_pressure_and_model_choose_the_published_cap(make_env: Any) -> None:
    for kwargs, total in (
        ({}, 28),
        ({"pressure": 0.2}, 7),
        ({"pressure": 0.2, "model": "GPT-5.5"}, 2),
        ({"model": "claude-opus-4.8"}, 16),
        ({"budget": 11}, 11),
        ({"budget": "unlimited"}, -1),
    ):
        obs, _ = make_env("R3Contest-Code-v0", contest=0, **kwargs).reset(seed=0)
        assert obs["total"][0] == total


def test_the_scheduler_guards_paid_steps(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=9, scheduler="coverage")
    env.reset(seed=0)
    env.step(FOCUS_1)
    env.step(COMPUTE)
    step = env.step(COMPUTE)
    assert kind(step) == ("blocked", "scheduler")
    assert "focus_problem 2" in step[0]["text"]
    assert step[0]["used"] == 1


def test_the_scheduler_tells_its_rule_in_the_instruction(make_env: Any) -> None:
    texts = {}
    for name in ("none", "coverage", "verification"):
        env = make_env("R3Contest-Math-v0", contest=0, budget=9, scheduler=name)
        obs, info = env.reset(seed=0)
        texts[name] = info["instruction"]
    state = read_state(obs, MATH, MATH.labels())
    rules = {name: make_scheduler(name).directive(state) for name in texts}
    assert rules["coverage"] in texts["coverage"]
    assert rules["verification"] in texts["verification"]
    assert not any(rule in texts["none"] for rule in (rules["coverage"], rules["verification"]))


def test_the_free_step_cap_truncates_and_what_is_there_is_judged(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, free_step_cap=3)
    env.reset(seed=0)
    env.step(do(Verb.SUBMIT, 1, "90001"))
    env.step(do(Verb.STATUS))
    _, _, terminated, truncated, info = env.step(do(Verb.STATUS))
    assert (terminated, truncated) == (False, True)
    assert info["result"]["problems"][0]["verdict"] == "wrong_answer"


def test_the_wall_clock_truncates(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, wall_clock_s=0)
    env.reset(seed=0)
    assert env.step(do(Verb.STATUS))[3]


def test_each_problem_has_its_own_area_with_its_statement_and_samples(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    for label in "ABCDEF":
        obs, *_ = env.step(run(f"ls /app/problem_{label}"))
        assert "statement.md" in obs["text"]
        assert "sample_1.in" in obs["text"]
        assert "sample_1.out" in obs["text"]


def test_a_code_contest_has_the_big_header_compiled_and_cannot_change_it(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0, budget=4)
    env.reset(seed=0)
    env.step(FOCUS_1)
    env.step(run("printf '#include <bits/stdc++.h>\\nint main() {}\\n' > problem_A/a.cpp"))
    obs, *_ = env.step(run("cd problem_A && g++ -std=c++17 -O2 -H a.cpp 2>&1 | grep -m1 stdc++.h"))
    assert obs["text"].startswith("! /run/shared/bits/stdc++.h.gch")
    obs, *_ = env.step(run("(echo x > /run/shared/bits/stdc++.h.gch); g++ -std=c++14 a.cpp && ./a.out"))
    assert "Read-only file system" in obs["text"]
    assert obs["text"].endswith(
        "\n[exit 0; counted: g++; 2 of 4 left]"
    )  # for another dialect the header's text is read, as ever


def test_the_contest_is_drawn_by_the_reset_seed(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0")
    drawn = [env.reset(seed=seed)[1]["contest"] for seed in range(8)]
    again = [env.reset(seed=seed)[1]["contest"] for seed in range(8)]
    assert drawn == again
    assert len(set(drawn)) > 2
    assert env.reset(seed=0, options={"contest": "math-002"})[1]["contest"] == "math-002"


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"contest": 99}, "contest=99: suite 'embedded-v1-math' has contests 0 to 9"),
        ({"contest": "nope"}, "no such id"),
        ({"budget": -1}, "budget=-1"),
        ({"budget": 2.5}, "whole number"),
        ({"budget": 3, "pressure": 0.2}, "one or the other"),
        ({"pressure": 0.5}, "pressure=0.5: caps are published for 0.2 and 0.8"),
        ({"model": "GPT-2"}, "model='GPT-2': the paper publishes caps for"),
        ({"scheduler": "fifo"}, "scheduler='fifo'"),
        ({"suite": "nowhere"}, "suite='nowhere'"),
        ({"target": "A"}, "target='A'"),
        ({"budget_view": "some"}, "budget_view='some'"),
        ({"command_timeout_s": -1}, "command_timeout_s=-1"),
        ({"budget": 2**40}, "whole number"),
    ],
)
def test_bad_arguments_name_the_input_the_rule_and_the_fix(kwargs: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        gym.make("R3Contest-Math-v0", **kwargs)
    assert message in str(caught.value)


def test_a_broken_sandbox_voids_the_episode(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    env.reset(seed=0)
    env.unwrapped._workspace.close()  # what a crashed engine looks like from here
    obs, reward, terminated, truncated, info = env.step(run("ls"))
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert "result" not in info
    assert info["error"]
    assert "void" in obs["text"]


def test_a_record_is_self_contained(make_env: Any, tmp_path: Path) -> None:
    env = RecordEpisodes(make_env("R3Contest-Math-v0", contest=0, budget=5), str(tmp_path), name="x")
    env.reset(seed=0)
    env.step(FOCUS_1)
    env.step(COMPUTE)
    env.step(run("curl x"))
    env.step(do(Verb.SUBMIT, 1, "90001"))
    *_, info = env.step(FINISH)
    assert env.last_record is not None
    record = format1_view(read_record(env.last_record))
    assert record["counting_policy"] == "compute_tools-v2"
    assert record["result"] == info["result"]
    assert record["ledger"]["blocked"] == 1
    assert [s["verb"] for s in record["steps"]] == ["focus", "command", "command", "submit", "finish"]
    assert record["steps"][1]["charge"]["kind"] == "counted"
    assert "90001" in record["artifacts"]["/logs/artifacts/answer.txt"]


def test_target_mode_leaves_the_scheduler_only_the_target_to_schedule(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0, budget=3, scheduler="coverage", target="2")
    env.reset(seed=0)
    env.step(do(Verb.FOCUS, 2))
    assert [kind(env.step(COMPUTE))[0] for _ in range(3)] == ["counted"] * 3


@pytest.mark.parametrize(
    ("command", "recorded"),
    [
        ("submit_answer 1 <answer>5</answer>", "<answer>5</answer>"),
        ("submit_answer 1 1 2 3\n4 5 6", "1 2 3\n4 5 6"),
        ("submit_answer 1 x > 5", "x > 5"),
        ("submit_answer 1\t'a | b; c'", "a | b; c"),
    ],
)
def test_submit_answer_takes_answers_as_they_are_typed(make_env: Any, command: str, recorded: str) -> None:
    env = make_env("R3Contest-AR-v0", contest=0, budget=3)
    env.reset(seed=0)
    env.step(FOCUS_1)
    obs, *_ = env.step(run(command))
    assert (obs["used"][0], obs["candidate"][0]) == (0, 1)
    assert recorded in env.step(run("cat /logs/artifacts/answer.txt"))[0]["text"]


def test_submit_keeps_what_stands_in_the_file(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    env.reset(seed=0)
    env.step(run("printf '\\xef\\xbb\\xbfProblem 1\\n\\\\boxed{1}\\n' > /logs/artifacts/answer.txt"))
    obs, *_ = env.step(do(Verb.SUBMIT, 1, "2"))
    obs, *_ = env.step(do(Verb.SUBMIT, 2, "3"))
    assert list(obs["candidate"][:2]) == [1, 1], "a byte order mark is no text"
    env.step(run("rm /logs/artifacts/answer.txt"))
    env.step(run("mkdir /logs/artifacts/answer.txt"))
    assert "could not record" in env.step(do(Verb.SUBMIT, 1, "2"))[0]["text"]


def test_a_script_in_bash_c_is_free_when_it_is_passive(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0)
    env.reset(seed=0)
    step = env.step(run("bash -lc 'echo hello > /app/x; cat /app/x'"))
    assert kind(step) == ("free", "passive")
    assert "hello" in step[0]["text"]


def test_a_wrong_contest_loses_nothing(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    env.reset(seed=0)
    env.step(do(Verb.SUBMIT, 1, "2"))
    with pytest.raises(InputError, match="contest=99"):
        env.reset(options={"contest": 99})
    assert env.step(do(Verb.STATUS))[0]["candidate"][0] == 1


def test_nothing_runs_after_closing(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    env.reset(seed=0)
    env.close()
    with pytest.raises(gym.error.ResetNeeded):
        env.step(do(Verb.STATUS))
    env.reset(seed=0)


def test_a_relative_suite_still_means_the_same_elsewhere(
    make_env: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"id": f"p{n}", "statement": f"{n} + 1?", "answer": str(n + 1), "title": "[/b] x"} for n in range(6)]
    (tmp_path / "pool.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    monkeypatch.chdir(tmp_path)
    build_suite(Path("pool.jsonl"), "math", Path("mine"))
    env = make_env("R3Contest-Math-v0", suite="mine", contest=0, render_mode="ansi")
    env.reset(seed=0)
    assert "[/b] x" in env.render(), "titles are text, not markup"
    monkeypatch.chdir("/")
    env.step(do(Verb.SUBMIT, 1, "1"))
    assert "result" in env.step(FINISH)[4]


def test_records_are_never_overwritten(make_env: Any, tmp_path: Path) -> None:
    for _ in range(2):
        env = RecordEpisodes(make_env("R3Contest-Math-v0", contest=0), str(tmp_path))
        env.reset(seed=0)
        env.step(run("echo \ud800"))
        env.step(FINISH)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["episode-001.json", "episode-002.json"]
    record = read_record(tmp_path / "episode-001.json")
    assert record.steps[0].state.focus is None
    assert record.quote("s0") == "echo \\ud800", "what UTF-8 cannot carry is written out"
