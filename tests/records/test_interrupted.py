"""A process that is killed leaves a readable record of everything that had happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import gymnasium as gym
import pytest
from agent_play import profile, sh
from contest_actions import do, run
from loopback_model import ScriptedCompletion, calls, model_server, slow

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb
from r3gym.envs import RecordEpisodes
from r3gym.policies import LLMAgent
from r3gym.policies.playing import play_episode
from r3gym.records import RecordError, read_record
from r3gym.records.partial import partial_path
from r3gym.report import EpisodeReport, read_account, record_files

SCRIPT = """
import sys, gymnasium as gym, r3gym
from r3gym.envs import RecordEpisodes
from r3gym.policies import LLMAgent
from r3gym.policies.playing import play_episode
env = RecordEpisodes(gym.make("R3Contest-Math-v0", contest=0, budget=9), sys.argv[1])
play_episode(env, LLMAgent(model="m", base_url=sys.argv[2], profile=sys.argv[3]), seed=0)
"""


def killed(folder: Path, *script: ScriptedCompletion) -> Path:
    """The partial file of a process that was killed while it waited for the model's next reply."""
    (folder / "m.toml").write_text('model = "m"\ntools = "native"\nretries = 0\n', "utf-8")
    with model_server(*script, slow(sh("true"), 60)) as server:
        words = [sys.executable, "-c", SCRIPT, str(folder / "runs"), server.url, str(folder / "m.toml")]
        process = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": ""})
        try:
            waited = time.monotonic()
            while len(server.bodies) <= len(script):
                assert process.poll() is None, "the episode ended by itself"
                assert time.monotonic() - waited < 60
                time.sleep(0.02)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
    (left,) = (folder / "runs").iterdir()
    return left


def test_a_killed_process_leaves_a_record_that_says_so(tmp_path: Path) -> None:
    go = calls(
        ("focus_problem", {"problem": "2"}),
        ("bash_command", {"command": "python3 -c 'print(6*7)'"}),
        ("submit_answer", {"problem": "2", "answer": "42"}),
        ("no_such_tool", {}),
        content="go",
        reasoning="six times seven",
    )
    left = killed(tmp_path, go)
    assert left.name == "episode-001.partial.jsonl"
    record = read_record(left)
    assert (record.ending, record.result, record.void) == ("interrupted", None, True)
    assert record.settings.contest == "math-001"
    assert record.contestant is not None
    assert record.contestant.name == "llm-agent"
    assert [(step.action.verb, step.problem, step.turn) for step in record.steps] == [
        ("focus", "2", "t1"),
        ("command", "2", "t1"),
        ("submit", "2", "t1"),
    ]
    assert record.quote("s1.output").startswith("42")
    assert record.quote("r1") == "six times seven"
    (turn,) = record.turns
    assert turn.steps == ("s0", "s1", "s2")
    assert "remaining: 8" in turn.said[0]
    assert [error.kind for error in record.protocol_errors] == ["unknown_tool"]
    assert record.opening.tools
    assert record.opening.instruction
    assert record.candidates is not None
    assert [record.contents[one.content] for one in record.candidates] == ["42"]
    assert record.clock is not None
    assert len(record.clock.steps) == 3


def test_a_torn_last_line_is_left_out_and_a_torn_beginning_is_no_record(tmp_path: Path) -> None:
    left = killed(tmp_path, calls(("focus_problem", {"problem": "2"}), ("focus_problem", {"problem": "3"})))
    data = left.read_bytes()
    whole = read_record(left)
    for cut in (1, 20):
        left.write_bytes(data[:-cut])
        assert read_record(left).settings == whole.settings
        assert len(read_record(left).steps) <= len(whole.steps)
    left.write_bytes(data[:100])
    with pytest.raises(RecordError, match="not a whole record"):
        read_record(left)


def test_the_report_shows_what_was_left(tmp_path: Path) -> None:
    left = killed(tmp_path, calls(("focus_problem", {"problem": "2"})))
    assert record_files([tmp_path / "runs"]) == [left]
    found = read_account(left)
    assert isinstance(found, EpisodeReport)
    assert found.error == "the episode was interrupted"
    assert [step.verb for step in found.steps] == ["focus"]


def test_the_next_episode_takes_another_name_and_an_ended_one_leaves_no_partial_file(tmp_path: Path) -> None:
    env = RecordEpisodes(gym.make("R3Contest-Math-v0", contest=0, budget=3), str(tmp_path))
    env.reset(seed=0)
    assert list(tmp_path.iterdir()) == [], "nothing has happened yet"
    env.step(do(Verb.FOCUS, 1))
    first = tmp_path / "episode-001.json"
    assert partial_path(first).exists()
    assert not first.exists()
    env.reset(seed=0)  # abandons it
    env.step(run("ls"))
    env.step(do(Verb.FINISH))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["episode-001.partial.jsonl", "episode-002.json"]
    assert read_record(partial_path(first)).ending == "interrupted"
    env.close()


def test_a_reply_is_on_the_disk_before_anything_is_done_with_it(tmp_path: Path) -> None:
    with model_server(sh("echo one"), sh("echo two"), calls(("mark_task_complete", {}))) as server:
        env = RecordEpisodes(gym.make("R3Contest-Math-v0", contest=0, budget=3), str(tmp_path))
        agent = LLMAgent(profile=profile(server))
        seen = []

        def look(step: int) -> None:
            if step < 3:
                record = read_record(tmp_path / "episode-001.partial.jsonl")
                seen.append((len(record.turns), len(record.steps)))

        play_episode(env, agent, seed=0, on_step=look)
    assert seen == [(1, 1), (2, 2)]
