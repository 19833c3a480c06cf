"""What an agent's episode costs when things go wrong: the clock, failed calls, loops, nonsense counts, filters."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from agent_play import DONE, play, profile, sh
from loopback_model import DROP, http_error, model_server, says, slow
from model_client import ask

from r3gym.models import OpenAIChat, retrying
from r3gym.models.bill import Bill
from r3gym.models.guards import Guards, guarding
from r3gym.policies import LLMAgent
from r3gym.records.ending import EpisodeEnding
from r3gym.records.rows import Ending, EpisodeRow

PRICES = {"input": 1.0, "output": 10.0}


@pytest.fixture(autouse=True)
def _no_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.001)


def test_the_wall_clock_cuts_a_call_under_way_and_the_answers_so_far_are_judged(tmp_path: Path) -> None:
    with model_server(says("warm"), sh("submit_answer 1 7"), model=lambda _: slow(says("late"), 60)) as server:
        OpenAIChat(profile(server)).complete(ask())  # loads the client: its time is not the episode's
        began = time.monotonic()
        episode = play(LLMAgent(profile=profile(server, timeout_s=600.0, prices=PRICES)), tmp_path, wall_clock_s=3.0)
        assert time.monotonic() - began < 30
    record, row = episode.typed, EpisodeRow.from_record(episode.typed)
    assert (record.ending, row.ending, row.failure) == (EpisodeEnding.WALL_CLOCK, Ending.WALL_CLOCK, None)
    assert episode.played.info["result"]["score"] in (0, 1)
    assert record.contestant is not None
    assert record.contestant.ended == "the time limit came during a call, which was cut"
    assert row.spend is not None
    assert (row.spend.calls, row.spend.failed, row.spend.unsettled) == (1, 1, 1)
    assert row.spend.unsettled_cost is not None
    assert row.spend.unsettled_cost > 8192 * 10 / 1e6  # the cap of a turn, and the prompt


def test_the_clock_also_cuts_the_probe_before_the_first_turn(tmp_path: Path) -> None:
    with model_server(model=lambda _: slow(says("late"), 60)) as server:
        settings = profile(server, timeout_s=600.0, tools="auto")
        episode = play(LLMAgent(profile=settings), tmp_path, wall_clock_s=1.0)
    assert episode.typed.ending is EpisodeEnding.WALL_CLOCK


def test_requests_that_fail_are_in_record_and_row_when_the_episode_fails(tmp_path: Path) -> None:
    """21 requests for one completion were recorded as none."""
    with model_server(DROP, sh("ls"), model=lambda _: DROP) as server:
        episode = play(LLMAgent(profile=profile(server, retries=6, prices=PRICES)), tmp_path)
    row = EpisodeRow.from_record(episode.typed)
    assert row.failure is not None
    assert row.spend is not None
    assert len(server.requests) == 9
    assert (row.spend.calls, row.spend.failed, row.spend.unsettled) == (1, 8, 8)
    assert row.spend.unsettled_cost is not None
    assert row.spend.unsettled_cost > 8 * 8192 * 10 / 1e6


def test_a_shortened_dialogue_shares_the_bound_of_its_turn(tmp_path: Path) -> None:
    def model(_: dict[str, Any]) -> Any:
        number = len(server.requests)
        return sh(f"cat /app/problem_1/statement.md; echo {number}") if number <= 3 else faults.pop(0)

    faults = [http_error(500), http_error(500), http_error(400), *[http_error(500)] * 20]
    with model_server(model=model) as server:
        episode = play(LLMAgent(profile=profile(server, retries=6, requests_per_turn=5)), tmp_path)
    assert len(server.requests) == 3 + 5
    assert episode.played.model_failed


def test_a_loop_of_free_and_blocked_commands_is_told_and_then_ended(tmp_path: Path) -> None:
    """A weak model repeated two commands until the clock ended it."""
    loop = [sh("ls /app"), sh("curl http://example.org")]
    with model_server(model=lambda _: loop[len(server.requests) % 2]) as server:
        episode = play(LLMAgent(profile=profile(server)), tmp_path)
    row = EpisodeRow.from_record(episode.typed)
    assert (episode.typed.ending, row.ending, row.spent) == (EpisodeEnding.STALLED, Ending.STALLED, 0)
    assert episode.played.info["ending"] == "stalled"
    assert len(server.requests) == 2 + 16  # each output once, then the cap
    told = [number for number, body in enumerate(server.bodies) if "Nothing new has happened" in str(body["messages"])]
    assert told[0] == 2 + 8  # with the answer to the eighth step without progress
    notices = str(server.bodies[-1]["messages"]).count("Nothing new has happened in the last 8 actions")
    assert notices == 1


def test_any_progress_begins_the_count_again(tmp_path: Path) -> None:
    script = [sh("ls /app")] * 12 + [sh("submit_answer 1 7")] + [sh("ls /app")] * 12 + [DONE]
    with model_server(*script) as server:
        episode = play(LLMAgent(profile=profile(server)), tmp_path)
    assert episode.typed.ending is EpisodeEnding.FINISHED
    assert server.left == 0


def test_a_server_that_counts_nonsense_does_not_switch_trimming_off(tmp_path: Path) -> None:
    """10 prompt tokens were reported for 98,000 characters, and the dialogue grew without end."""

    def model(_: dict[str, Any]) -> Any:
        number = len(server.requests)
        return DONE if number > 14 else sh(f"focus_problem 1 && seq {number}000 {number}900", usage=(10, 10))

    with model_server(model=model) as server:
        settings = profile(server, context_window=16_000, max_turn_tokens=1000)
        episode = play(LLMAgent(profile=settings), tmp_path, budget=20)
    longest = max(len(str(body["messages"])) for body in server.bodies)
    assert longest < 16_000 * 3.5
    assert episode.typed.trims
    assert episode.typed.contestant is not None
    usage = episode.typed.contestant.usage
    assert usage is not None
    assert usage.doubtful == 14
    assert "10 prompt tokens were reported for" in str(episode.typed.turns[0].doubtful)


def test_a_content_filter_that_stops_every_turn_is_an_ending_of_its_own(tmp_path: Path) -> None:
    with model_server(sh("ls"), model=lambda _: says("I can", finish="content_filter")) as server:
        episode = play(LLMAgent(profile=profile(server)), tmp_path)
    assert EpisodeRow.from_record(episode.typed).ending is Ending.FILTERED
    assert len(server.requests) == 1 + 6


def test_unknown_usage_costs_an_unknown_amount_never_nothing(tmp_path: Path) -> None:
    with model_server(sh("ls", usage=None), DONE.__class__(**{**vars(DONE), "usage": None})) as server:
        episode = play(LLMAgent(profile=profile(server, prices=PRICES)), tmp_path)
    spend = EpisodeRow.from_record(episode.typed).spend
    assert spend is not None
    assert (spend.calls, spend.unreported, spend.cost) == (2, 2, None)


def test_an_episode_that_a_guard_stops_is_owed(tmp_path: Path) -> None:
    with model_server(sh("ls"), sh("ls /app"), DONE) as server, guarding(Guards(None, Bill(max_calls=2))):
        episode = play(LLMAgent(profile=profile(server)), tmp_path)
    assert episode.played.refusal is not None
    assert "the limit of 2 requests is reached" in str(episode.played.refusal)
    assert server.left == 1
