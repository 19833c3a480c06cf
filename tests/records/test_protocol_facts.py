"""Protocol facts of played episodes, from the model's reply to record, row, analysis and report."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from agent_play import DONE, sh
from agent_play import play as play_agent
from agent_play import profile as agent_profile
from known_domains import MATH
from loopback_model import http_error, model_server, says
from made_campaign import write_campaign
from rich.console import Console

import r3gym  # noqa: F401 (registers the environments)
from r3gym.analysis import Resampling, analyse
from r3gym.campaigns import CampaignContest, CampaignProblem, CampaignSuite
from r3gym.core.tier import Tier
from r3gym.envs import RecordEpisodes
from r3gym.models.client import OpenAIChat
from r3gym.models.profile import ModelProfile
from r3gym.policies import LLMAgent
from r3gym.policies.playing import play_episode
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.records import EpisodeRecord, read_record
from r3gym.records.rows import EpisodeRow
from r3gym.report.extract import make_report
from r3gym.report.page import report_page
from r3gym.report.plain_json import report_json
from r3gym.report.terminal import show_episode, show_table
from r3gym.suites import load_suite

THINKING = {"enabled": True, "on": {"think": True}, "off": {"think": False}}
#: Stage 1 is stopped by the budget, stage 2 by its cap, in the middle of the box of problem 4.
DRAFT = says("", reasoning="Problem 1 is 5. Problem 2 gives 7. Problem 4 may be 31", finish="length", usage=(9, 80))
FINAL = says(
    "Problem 1: \\boxed{5}\n\nProblem 2\nAnswer: 7\n\nProblem 1 (corrected): \\boxed{6}\n\n"
    "Problem 3: \\boxed{No answer}\n\nProblem 4: \\boxed{31",
    finish="length",
    usage=(40, 64),
)


def play_two_stages(folder: Path, *replies: Any) -> EpisodeRecord:
    with model_server(*replies) as server:
        profile = ModelProfile.model_validate(
            {"name": "m", "model": "m", "base_url": server.url, "retries": 0, "thinking": THINKING}
        )
        solver = ToolFreeSolver(profile=profile, final_cap=64)
        env = RecordEpisodes(gym.make("R3ToolFree-Math-v0", contest=0, budget=80, protocol="two_stage"), str(folder))
        try:
            play_episode(env, solver, seed=0)
        finally:
            env.close()
    assert env.last_record is not None
    return read_record(env.last_record)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> EpisodeRecord:
    return play_two_stages(tmp_path_factory.mktemp("two"), DRAFT, FINAL)


def test_both_stages_are_in_the_row_with_caps_finish_and_tokens(record: EpisodeRecord) -> None:
    row = EpisodeRow.from_record(record)
    first, second = row.stages
    assert (first.stage, first.cap, first.cap_kind, first.outcome, first.finish) == (1, 80, "budget", "cap", "length")
    assert (first.prompt_tokens, first.completion_tokens, first.thinking) == (9, 80, True)
    assert (second.stage, second.cap, second.cap_kind, second.outcome, second.finish) == (
        2,
        64,
        "safety",
        "cap",
        "length",
    )
    assert (second.completion_tokens, second.thinking) == (64, False)
    assert row.finishes == {"length": 2}
    assert row.metering == ("cut", "cut_in_reasoning")
    assert (row.trims, row.trace_dropped) == (0, 0)
    assert row.spend is not None
    assert (row.spend.calls, row.spend.attempts, row.spend.completion_tokens) == (2, 2, 144)


def test_how_each_answer_was_read_is_in_record_and_row(record: EpisodeRecord) -> None:
    slots = EpisodeRow.from_record(record).slots
    assert [slot.parse for slot in slots] == ["answered", "answered", "missing", "malformed", "missing", "missing"]
    assert [slot.duplicate for slot in slots] == [True, False, False, False, False, False]
    assert [slot.unmarked for slot in slots] == [False, True, False, False, False, False]
    assert [slot.declined for slot in slots] == [False, False, True, False, False, False]
    # The correction is not in the trace, the 7 is; only answers are audited.
    assert [slot.flagged for slot in slots] == [True, False, None, None, None, None]
    assert record.answers is not None
    assert [answer.duplicate for answer in record.answers] == [slot.duplicate for slot in slots]


def test_the_row_survives_its_file_and_an_older_one_still_reads(record: EpisodeRecord) -> None:
    row = EpisodeRow.from_record(record)
    assert EpisodeRow.model_validate_json(row.model_dump_json()) == row
    plain = json.loads(row.model_dump_json())
    for name in ("stages", "finishes", "trims", "trimmed_chars", "trace_dropped", "metering"):
        del plain[name]
    for slot in plain["slots"]:
        for name in ("duplicate", "unmarked", "declined", "flagged"):
            del slot[name]
    older = EpisodeRow.model_validate(plain)
    assert (older.stages, older.finishes, older.trims, older.slots[0].duplicate) == ((), {}, None, None)


def test_the_analysis_needs_the_row_alone(record: EpisodeRecord, tmp_path: Path) -> None:
    contest = load_suite("embedded", MATH).contests[0]
    suite = CampaignSuite(
        reference="embedded",
        domain="math",
        name="embedded",
        content_hash="made",
        tiers="declared",
        contests=(
            CampaignContest(
                id=contest.id, problems=tuple(CampaignProblem(id=p.id, tier=Tier.EASY) for p in contest.problems)
            ),
        ),
    )
    folder = write_campaign(tmp_path, [suite], [EpisodeRow.from_record(record)], repeats=1, grid=[0.2])
    (cell,) = analyse([folder], resampling=Resampling(20), tables=("outcomes",)).outcomes
    found = {name: (tally.count, tally.of) for name, tally in cell.outcomes.items()}
    assert (cell.key.policy, cell.key.budget) == ("m", 80)
    assert found["stage_2", "cap_reached"] == (1, 1)
    assert found["reading", "duplicate"] == (1, 6)
    assert found["reading", "no_marker"] == (3, 6)  # 5 and 6 without anything, 2 without a box
    assert found["audit", "flagged"] == (1, 2)
    report = make_report(record, "one")
    assert {name: (tally.count, tally.of) for name, tally in report.outcomes.items()} == found


def test_the_report_shows_them_for_one_episode_and_for_several(record: EpisodeRecord) -> None:
    one = make_report(record, "one")
    assert "several sections with different answers; not found in the trace of the finaliser" in one.problems[0].remark
    assert "read without its marker" in one.problems[1].remark
    console = Console(width=200, record=True, file=StringIO())
    show_episode(console, one)
    show_table(console, [one, one])
    text = console.export_text()
    assert "finish reasons  length 2" in text
    assert "protocol outcomes: stage 2 (the finaliser)" in text
    assert "2 100.0%" in text  # both finalisers ended at their caps
    page = report_page([one, one])
    assert "Protocol outcomes" in page
    assert "Stage 2 (the finaliser)" in page
    plain = report_json([one, one], [])
    assert {"figure": "stage_2", "group": "cap_reached", "count": 2, "of": 2, "rate": 1.0} in plain["means"][0][
        "outcomes"
    ]
    json.dumps(plain)


def test_a_finaliser_that_fails_leaves_a_failed_row_that_says_so(tmp_path: Path) -> None:
    row = EpisodeRow.from_record(play_two_stages(tmp_path, DRAFT, http_error(500)))
    assert row.failure is not None
    assert row.failure.kind == "model"
    assert [(stage.stage, stage.outcome, stage.cap) for stage in row.stages] == [(1, "cap", 80), (2, "failed", 64)]
    assert row.finishes == {"length": 1, "none": 1}


def test_a_trace_that_does_not_fit_is_in_the_row(tmp_path: Path) -> None:
    with model_server(
        says("Problem 1: 61", reasoning="old " + "x " * 30000, usage=(9, 20000)), says("Problem 1: \\boxed{61}")
    ) as server:
        fields = {"name": "m", "model": "m", "base_url": server.url, "thinking": THINKING, "context_window": 8192}
        solver = ToolFreeSolver(profile=ModelProfile.model_validate(fields | {"max_turn_tokens": 512}))
        made = gym.make("R3ToolFree-Math-v0", contest=0, budget=20000, protocol="two_stage")
        env = RecordEpisodes(made, str(tmp_path))
        play_episode(env, solver, seed=0)
        env.close()
    assert env.last_record is not None
    row = EpisodeRow.from_record(read_record(env.last_record))
    assert row.trace_dropped is not None
    assert row.trace_dropped > 30_000


def test_cuts_in_an_agents_dialogue_and_its_finish_reasons_are_in_the_row(tmp_path: Path) -> None:
    write = sh("cat > /app/problem_1/long.txt <<'EOF'\n" + "line of text\n" * 400 + "EOF")
    look = sh("cat /app/problem_1/long.txt", usage=(5_500, 20))
    with model_server(write, *[look] * 6, says("Hm.", finish="length"), DONE) as server:
        agent = LLMAgent(OpenAIChat(agent_profile(server, context_window=9_000, max_turn_tokens=2_000)))
        episode = play_agent(agent, tmp_path)
    row = EpisodeRow.from_record(episode.typed)
    assert row.trims == len(episode.typed.trims) > 0
    assert row.trimmed_chars == sum(trim.chars or 0 for trim in episode.typed.trims) > 0
    assert row.finishes == {"length": 1, "tool_calls": 8}
    assert row.protocol_errors == 1
    assert (row.stages, row.trace_dropped, row.metering) == ((), None, None)
    assert [slot.declined for slot in row.slots] == [False] * 6  # nothing was handed in: no box at all
