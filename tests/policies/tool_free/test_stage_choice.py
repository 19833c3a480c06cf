"""Who decides between one stage and two, and that a reply which decides is not asked for again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from loopback_model import http_error, model_server, says

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.completion import StageDecision, ToolFreeProtocol
from r3gym.envs import RecordEpisodes
from r3gym.models.profile import ModelProfile
from r3gym.policies.playing import EpisodeOutcome, play_episode
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.policies.tool_free.stage_choice import choose_stages
from r3gym.records import read_record
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow

ONE, TWO, AUTO = ToolFreeProtocol
FINAL = "Problem 1: \\boxed{61}"
#: The same draft as servers show reasoning: in fields of the message, in the text, in the usage alone.
CHANNELS = {
    "reasoning_content": says("Problem 1: 61", reasoning="Problem 1 gives 61"),
    "reasoning": replace(says("Problem 1: 61"), message={"reasoning": "it gives 61"}),
    "reasoning_details": says("Problem 1: 61", reasoning_details=[{"type": "reasoning.text", "text": "it gives 61"}]),
    "think block": says("<think>it gives 61</think>Problem 1: 61"),
    "closing tag": says("it gives 61</think>Problem 1: 61"),
    "cut inside": says("<think>it gives 61, so", finish="length"),
    "usage": says(
        "Problem 1: 61",
        usage={"prompt_tokens": 9, "completion_tokens": 50, "completion_tokens_details": {"reasoning_tokens": 40}},
    ),
}
PLAIN = {
    "text": says("Problem 1: \\boxed{61}"),
    "empty think block": says("<think>\n\n</think>Problem 1: \\boxed{61}"),
    "zero in the usage": says(
        "Problem 1: \\boxed{61}",
        usage={"prompt_tokens": 9, "completion_tokens": 50, "completion_tokens_details": {"reasoning_tokens": 0}},
    ),
}


def profile(url: str = "http://127.0.0.1:9/v1", **fields: Any) -> ModelProfile:
    return ModelProfile.model_validate({"name": "m", "model": "m", "base_url": url, "retries": 0, **fields})


def play(solver: ToolFreeSolver, folder: Path, **kwargs: Any) -> tuple[EpisodeOutcome, EpisodeRecord]:
    given = {"contest": 0, "budget": 500, "protocol": solver.protocol.value, **kwargs}
    env: gym.Env[Any, Any] = RecordEpisodes(gym.make("R3ToolFree-Math-v0", **given), str(folder))
    try:
        return play_episode(env, solver, seed=0), read_record(max(folder.glob("episode-*.json")))
    finally:
        env.close()


def row_of(record: EpisodeRecord) -> tuple[str | None, str | None]:
    row = EpisodeRow.from_record(record)
    return row.stage_protocol, row.stage_protocol_by


@pytest.mark.parametrize(
    ("stages", "enabled", "thinks", "protocol", "by"),
    [
        (1, True, True, ONE, StageDecision.CHOSEN),
        (2, False, False, TWO, StageDecision.CHOSEN),
        ("auto", True, False, TWO, StageDecision.PROFILE),
        ("auto", False, True, ONE, StageDecision.PROFILE),
        ("auto", None, True, TWO, StageDecision.DETECTED),
        ("auto", None, False, AUTO, None),
    ],
)
def test_the_user_decides_then_the_profile_then_what_was_seen(
    stages: Any, enabled: bool | None, thinks: bool, protocol: ToolFreeProtocol, by: StageDecision | None
) -> None:
    choice = choose_stages(stages, profile(thinking={"enabled": enabled}), thinks=thinks)
    assert (choice.protocol, choice.by) == (protocol, by)


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_first_reply_with_a_reasoning_channel_is_stage_one(tmp_path: Path, channel: str) -> None:
    with model_server(CHANNELS[channel], says(FINAL)) as server:
        played, record = play(ToolFreeSolver(profile=profile(server.url)), tmp_path)
    asked, finaliser = server.bodies
    assert "Shared response-token budget: 500\n" in asked["messages"][1]["content"], "the one-stage prompt"
    assert "61" in finaliser["messages"][-1]["content"]
    assert [p["parse"] for p in played.info["result"]["problems"]] == ["answered"] + ["missing"] * 5
    assert row_of(record) == ("two_stage", "detected_here")
    assert record.settings.protocol == "auto"
    assert [turn.stage and turn.stage.charged for turn in record.turns] == [True, False]


@pytest.mark.parametrize("reply", PLAIN)
def test_a_reply_without_one_is_the_answer(tmp_path: Path, reply: str) -> None:
    with model_server(PLAIN[reply]) as server:
        played, record = play(ToolFreeSolver(profile=profile(server.url)), tmp_path)
    assert len(server.requests) == 1
    assert played.info["result"]["problems"][0]["parse"] == "answered"
    assert row_of(record) == ("one_stage", "detected_here")


def test_where_no_reply_came_nothing_is_decided(tmp_path: Path) -> None:
    with model_server(http_error(500)) as server:
        _, failed = play(ToolFreeSolver(profile=profile(server.url)), tmp_path / "a")
        _, unasked = play(ToolFreeSolver(profile=profile(server.url)), tmp_path / "b", budget=0)
    assert row_of(failed) == row_of(unasked) == (None, None)


def test_what_was_detected_is_known_when_the_finaliser_fails(tmp_path: Path) -> None:
    with model_server(CHANNELS["think block"], http_error(500)) as server:
        _, record = play(ToolFreeSolver(profile=profile(server.url)), tmp_path)
    row = EpisodeRow.from_record(record)
    assert row.failure is not None
    assert (row.stage_protocol, row.stage_protocol_by) == ("two_stage", "detected_here")


def test_an_environment_made_for_a_number_of_stages_decides_where_nothing_else_does(tmp_path: Path) -> None:
    with model_server(CHANNELS["think block"], CHANNELS["think block"], says(FINAL)) as server:
        _, one = play(ToolFreeSolver(profile=profile(server.url)), tmp_path / "a", protocol="one_stage")
        _, two = play(ToolFreeSolver(profile=profile(server.url)), tmp_path / "b", protocol="two_stage")
    assert len(server.requests) == 3
    assert (row_of(one), row_of(two)) == (("one_stage", "chosen"), ("two_stage", "chosen"))
