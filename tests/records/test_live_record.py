"""What a record holds of an episode that is played: every part that a reader of episodes asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from agent_play import DONE, play, profile, sh
from contest_actions import do, run
from loopback_model import calls, model_server, says

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb
from r3gym.envs import RecordEpisodes
from r3gym.envs.scratch import MOST_BYTES, MOST_FILES
from r3gym.errors import InputError
from r3gym.policies import LLMAgent
from r3gym.policies.playing import play_episode
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.records import EpisodeRecord, read_record, write_record
from r3gym.suites import build_suite
from r3gym.utils.hashing import hash_bytes

GO = calls(
    ("focus_problem", {"problem": "2"}),
    ("bash_command", {"command": "python3 -c 'print(6*7)'"}),
    content="go",
    reasoning="six times seven",
)
ANSWER = calls(("submit_answer", {"problem": "2", "answer": "42"}), reasoning="it printed 42")


def acted(folder: Path, *actions: dict[str, Any], env: str = "R3Contest-Math-v0", **settings: Any) -> EpisodeRecord:
    """The record of these actions and the end, read back from its file."""
    made = RecordEpisodes(gym.make(env, **{"contest": 0, "budget": 5, **settings}), str(folder))
    try:
        made.reset(seed=3)
        for action in (*actions, do(Verb.FINISH)):
            made.step(action)
    finally:
        made.close()
    assert made.last_record is not None
    return read_record(made.last_record)


def test_the_messages_of_every_request_are_there_as_they_were_sent(tmp_path: Path) -> None:
    look = sh("cat /app/problem_1/statement.md /app/problem_2/statement.md /app/problem_3/statement.md")
    with model_server(GO, says("just text"), *[look] * 3, ANSWER, DONE) as server:
        record = play(LLMAgent(profile=profile(server, context_window=2500)), tmp_path, budget=1).typed
    assert len(record.turns) == len(server.bodies) == 7
    for turn, body in zip(record.turns, server.bodies, strict=True):
        assert list(record.messages_of(turn.id)) == body["messages"]
    assert record.trims, "cuts rewrite the dialogue, and the messages are still as sent"
    assert record.turns[1].sent is not None
    assert record.turns[1].sent.kept == 2, "only what is new is stored: the role and the task are kept"
    assert [dict(tool) for tool in record.opening.tools or ()] == server.bodies[0]["tools"]
    assert record.opening.finalization


def test_every_piece_of_reasoning_and_every_reply_can_be_quoted(tmp_path: Path) -> None:
    with model_server(GO, ANSWER, DONE) as server:
        record = play(LLMAgent(profile=profile(server)), tmp_path).typed
    assert [(one.id, one.turn) for one in record.reasoning] == [("r1", "t1"), ("r2", "t2")]
    assert record.quote("r1") == "six times seven"
    assert record.quote("t1") == "go"
    assert record.quote("s1") == "python3 -c 'print(6*7)'"
    assert record.quote("s1.output").startswith("42")
    for nowhere in ("r3", "s99", "t0", "s1.input", "x"):
        with pytest.raises(InputError, match="has no text there"):
            record.quote(nowhere)


def test_every_step_names_its_turn_its_problem_and_the_visible_state_after_it(tmp_path: Path) -> None:
    with model_server(GO, ANSWER, DONE) as server:
        record = play(LLMAgent(profile=profile(server)), tmp_path, budget=3).typed
    assert [(step.id, step.turn, step.problem) for step in record.steps] == [
        ("s0", "t1", "2"),
        ("s1", "t1", "2"),
        ("s2", "t2", "2"),
        ("s3", "t3", "2"),
    ]
    assert [turn.steps for turn in record.turns] == [("s0", "s1"), ("s2",), ("s3",)]
    after = record.steps[2].state
    assert (after.focus, after.spent, after.remaining) == ("2", 1, 2)
    assert after.problems is not None
    second = after.problems[1]
    assert (second.label, second.paid_steps, second.candidate, second.last_exit) == ("2", 1, True, 0)


def test_every_version_of_an_answer_is_kept_once_by_its_content(tmp_path: Path) -> None:
    first, second = do(Verb.SUBMIT, 1, "1"), do(Verb.SUBMIT, 1, "2")
    record = acted(tmp_path, first, first, second, first)
    assert record.candidates is not None
    assert [(c.label, c.version, c.step, record.contents[c.content]) for c in record.candidates] == [
        ("1", 1, "s0", "1"),
        ("1", 2, "s2", "2"),
        ("1", 3, "s3", "1"),
    ]
    assert record.candidates[0].content == record.candidates[2].content == hash_bytes(b"1")
    assert record.answers is not None
    assert [(a.label, a.parse, a.answer) for a in record.answers][:2] == [
        ("1", "answered", "1"),
        ("2", "missing", None),
    ]


def test_a_program_is_a_candidate_too_and_its_tests_have_outcomes(tmp_path: Path) -> None:
    program = "int main() { return 0; }\n"
    record = acted(tmp_path, do(Verb.SUBMIT, 1, program), env="R3Contest-Code-v0")
    assert record.candidates is not None
    (candidate,) = record.candidates
    assert record.contents[candidate.content] == program
    assert candidate.content == record.artifacts[0].content
    assert record.result is not None
    verdict = record.result.problems[0]
    assert verdict.tests is not None
    assert verdict.tests[0].number == 1
    assert verdict.tests[-1].outcome == verdict.verdict == "wrong_answer"


def test_a_scorer_with_a_number_is_quoted_with_it(tmp_path: Path) -> None:
    record = acted(tmp_path, do(Verb.SUBMIT, 1, "no such answer"), env="R3Contest-AR-v0")
    assert record.result is not None
    scores = [problem.score for problem in record.result.problems if problem.verdict is not None]
    assert all(score is None or 0 <= score < 1 for score in scores)


def test_scratch_files_that_hold_finished_work_are_kept_by_the_rule(tmp_path: Path) -> None:
    record = acted(
        tmp_path,
        do(Verb.FOCUS, 1),
        run("printf 'the answer is 7' > /app/problem_1/notes.txt"),
        run(f"python3 -c 'print(\"x\" * {MOST_BYTES})' > /app/long.txt"),
        run("printf 'a\\0b' > /app/binary"),
        run(f"for n in $(seq {MOST_FILES}); do echo $n > /app/z$n; done"),
        budget=20,
    )
    assert record.scratch is not None
    files = {file.path: file for file in record.scratch.files}
    kept = files["/app/problem_1/notes.txt"].content
    assert kept is not None
    assert record.contents[kept] == "the answer is 7"
    assert (files["/app/long.txt"].size, files["/app/long.txt"].content) == (None, None)
    assert (files["/app/binary"].size, files["/app/binary"].content) == (3, None)
    assert (len(files), record.scratch.left_out) == (MOST_FILES, 3)
    assert not any(path.endswith("statement.md") for path in files), "what we put there ourselves is not scratch"


def test_the_word_of_a_guard_and_of_a_driver_stands_at_the_step(tmp_path: Path) -> None:
    twice = (do(Verb.FOCUS, 1), *[run("python3 -c 'print(1)'")] * 2)
    guarded = acted(tmp_path, *twice, scheduler="coverage")
    assert guarded.steps[1].guard is None
    assert guarded.steps[2].guard
    assert guarded.steps[2].driver is None
    led = acted(tmp_path, *twice, scheduler="round_robin")
    assert [step.driver.next_problem for step in led.steps if step.driver is not None][:3] == ["1", "2", "2"]


def test_times_are_outside_of_what_is_compared(tmp_path: Path) -> None:
    actions = (do(Verb.FOCUS, 1), run("python3 -c 'print(1)'"))
    first, second = (acted(tmp_path, *actions) for _ in range(2))
    assert first.clock is not None
    assert [time.step for time in first.clock.steps] == ["s0", "s1", "s2"]
    assert (first.clock.steps[0].cpu_s, first.clock.steps[1].cpu_s is not None) == (None, True)
    assert first.clock.seconds is not None
    assert first.clock.seconds >= sum(time.wall_s for time in first.clock.steps[:2])
    assert first != second
    assert first.without_clock() == second.without_clock()


def test_probe_calls_are_in_the_usage_of_the_episode_that_made_them(tmp_path: Path) -> None:
    done = says('{"actions": [{"tool": "task_complete"}]}', usage=(100, 10))
    with model_server(says("no", usage=(7, 1)), says('{"number": 7}', usage=(8, 2)), done, done) as server:
        agent = LLMAgent(profile=profile(server, tools="auto"))
        first, second = (play(agent, tmp_path).typed.contestant for _ in range(2))
    assert first is not None
    assert first.tools is not None
    assert first.tools.usage is not None
    assert first.usage is not None
    assert (first.tools.usage.calls, first.usage.calls, first.usage.prompt_tokens) == (2, 3, 115)
    assert second is not None
    assert second.usage is not None
    assert second.usage.calls == 1
    assert first.profile is not None


def test_stage_two_its_trace_and_its_audit_are_there(tmp_path: Path) -> None:
    drafted = says("Problem 1 is 12", reasoning="3*4=12", usage=(800, 300))
    finalised = says("Problem 1: \\boxed{12}\nProblem 2: \\boxed{99}", usage=(900, 40))
    with model_server(drafted, finalised) as server:
        solver = ToolFreeSolver(profile=profile(server, thinking={"enabled": True}))
        made = gym.make("R3ToolFree-Math-v0", contest=0, budget=412, protocol="two_stage")
        env = RecordEpisodes(made, str(tmp_path))
        play_episode(env, solver, seed=0)
    assert env.last_record is not None
    record = read_record(env.last_record)
    assert record.completion is not None
    assert (record.completion.turn, record.completion.reasoning) == ("t1", "r1")
    assert record.quote("r1") == "3*4=12"
    assert record.finalisation is not None
    assert (record.finalisation.turn, record.quote("t2")) == ("t2", record.finalisation.text)
    assert record.finalisation.audit is not None
    assert record.finalisation.audit.flagged == ("2",)
    for turn, body in zip(record.turns, server.bodies, strict=True):
        assert turn.sent is not None
        assert list(turn.sent.added) == body["messages"]
    assert record.answers is not None
    assert record.answers[0].answer == "12"


def test_no_folder_of_the_machine_is_in_a_record(tmp_path: Path) -> None:
    rows = [f'{{"id": "q{n}", "statement": "Say {n}.", "answer": "{n}"}}\n' for n in range(6)]
    (tmp_path / "pool.jsonl").write_text("".join(rows), "utf-8")
    build_suite(tmp_path / "pool.jsonl", "math", tmp_path / "mine")
    record = acted(tmp_path / "out", suite=str(tmp_path / "mine"))
    assert record.settings.suite.reference == "folder:mine"
    assert record.settings.suite.content_hash
    assert str(tmp_path) not in next((tmp_path / "out").iterdir()).read_text("utf-8")


def test_a_record_is_the_same_after_a_file(tmp_path: Path) -> None:
    with model_server(GO, ANSWER, DONE) as server:
        record = play(LLMAgent(profile=profile(server, prices={"input": 1.0, "output": 2.0})), tmp_path).typed
    write_record(tmp_path / "again.json", record)
    assert read_record(tmp_path / "again.json") == record
