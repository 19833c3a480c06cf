"""A real model plays contests through the product's own path, and the record can be opened."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from format1_view import format1_view

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.models import ModelProfile
from r3gym.policies import LLMAgent, ToolFreeSolver
from r3gym.policies.agent.episode import Caps
from r3gym.policies.playing import play_episode
from r3gym.records import read_record

STUDY_SUITE = Path(__file__).parents[2] / "docs" / "study" / "suite"
R3GYM = Path(sys.executable).with_name("r3gym")
#: A model this small gets nowhere in a code contest; these or the clock end it soon, so that the tests end too.
CAPS = Caps(barren_turns=3, protocol_errors=6, closing_turns=4)


def reported(record: Path) -> dict[str, Any]:
    """What ``r3gym report`` reads in a record."""
    run = subprocess.run([R3GYM, "report", str(record), "--json"], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def played(env_id: str, policy: Any, folder: Path, **settings: Any) -> tuple[dict[str, Any], Path]:
    env = RecordEpisodes(gym.make(env_id, **settings), str(folder))
    episode = play_episode(env, policy, seed=0)
    env.close()
    assert episode.error == ""
    assert env.last_record is not None
    return format1_view(read_record(env.last_record)), env.last_record


def test_tool_free_contest_is_charged_what_the_server_reported(profile: ModelProfile, tmp_path: Path) -> None:
    solver = ToolFreeSolver(profile=profile, seed=1)
    record, path = played("R3ToolFree-AR-v0", solver, tmp_path, suite=str(STUDY_SUITE), contest=0, budget=150)
    (stage,) = record["policy"]["stages"]
    assert record["ledger"]["used"] == stage["usage"]["completion_tokens"] <= 150
    assert len(record["result"]["problems"]) == 6
    assert record["steps"][0]["text"]
    assert reported(path)


def test_some_single_problem_is_solved(profile: ModelProfile, tmp_path: Path) -> None:
    """Not a question of talent: if none of these is ever right, the prompt or the parser is broken."""
    suite, easy = str(STUDY_SUITE), ("decimals-1", "decimals-2", "divisor-1", "long-sum-2", "long-sum-3", "letters-2")
    scores = []
    for item in easy:
        solver = ToolFreeSolver(profile=profile, seed=1)
        record, _ = played("R3ToolFreeSingle-AR-v0", solver, tmp_path, suite=suite, contest=item, budget=200)
        scores.append(record["result"]["score"])
    assert any(scores)


@pytest.mark.parametrize("tools", ["native", "json"])
def test_code_contest_is_played_to_the_end(tools: str, profile: ModelProfile, tmp_path: Path) -> None:
    agent = LLMAgent(profile=profile.model_copy(update={"tools": tools}), seed=1, caps=CAPS)
    record, path = played("R3Contest-Code-v0", agent, tmp_path, contest=0, budget=3, wall_clock_s=240)
    assert record["policy"]["tools"]["mode"] == tools
    assert record["ledger"]["used"] <= 3
    assert [p["label"] for p in record["result"]["problems"]] == list("ABCDEF")
    faulty = {error["turn"] for error in record["policy"]["protocol_errors"]}
    calls = record["policy"]["calls"]
    assert calls
    assert all(call["steps"] or call["turn"] in faulty for call in calls)  # no turn is lost, whatever the model wrote
    assert reported(path)


def test_no_record_holds_the_address(profile: ModelProfile, tmp_path: Path) -> None:
    solver = ToolFreeSolver(profile=profile, seed=1)
    _, path = played("R3ToolFree-AR-v0", solver, tmp_path, suite=str(STUDY_SUITE), contest=1, budget=20)
    assert "127.0.0.1" not in path.read_text("utf-8")
