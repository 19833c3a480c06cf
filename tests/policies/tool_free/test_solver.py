"""The tool-free solver through real HTTP: what is sent, what is charged, what is graded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from format1_view import format1_view
from loopback_model import DROP, http_error, model_server, says

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.errors import InputError
from r3gym.models.profile import ModelProfile
from r3gym.policies.playing import EpisodeOutcome, play_episode
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.records import read_record
from r3gym.records.rows import Ending, EpisodeRow

MATH, CODE, SINGLE = "R3ToolFree-Math-v0", "R3ToolFree-Code-v0", "R3ToolFreeSingle-Math-v0"
THINKING = {
    "enabled": True,
    "on": {"chat_template_kwargs": {"enable_thinking": True}},
    "off": {"chat_template_kwargs": {"enable_thinking": False}},
}


def profile(url: str, **fields: Any) -> ModelProfile:
    return ModelProfile.model_validate({"name": "m", "model": "m", "base_url": url, "retries": 0, **fields})


def play(solver: ToolFreeSolver, env_id: str = MATH, folder: Path | None = None, **kwargs: Any) -> EpisodeOutcome:
    env: gym.Env[Any, Any] = gym.make(env_id, **{"contest": 0, "protocol": solver.protocol.value, **kwargs})
    try:
        return play_episode(env if folder is None else RecordEpisodes(env, str(folder)), solver, seed=0)
    finally:
        env.close()


def parses(played: EpisodeOutcome) -> list[str]:
    return [p["parse"] for p in played.info["result"]["problems"]]


def sent_text(body: dict[str, Any]) -> str:
    return "\n".join(m["content"] for m in body["messages"])


@pytest.mark.parametrize("stream", [False, True])
def test_the_budget_is_the_cap_and_stands_in_the_prompt_and_reported_tokens_are_charged(stream: bool) -> None:
    with model_server(says("Problem 1: \\boxed{1}", usage=(900, 37))) as server:
        solver = ToolFreeSolver(profile=profile(server.url, stream=stream))
        played = play(solver, budget=412)
    (body,) = server.bodies
    assert body["max_tokens"] == 412
    assert "Shared response-token budget: 412\n" in sent_text(body)
    assert "tools" not in body
    assert played.info["ledger"]["used"] == 37
    assert parses(played) == ["answered"] + ["missing"] * 5
    (stage,) = solver.notes()["stages"]
    assert (stage["cap"], stage["cap_kind"], stage["outcome"]) == (412, "budget", "done")
    assert stage["usage"]["completion_tokens"] == 37


def test_the_cap_goes_into_the_field_that_the_profile_names() -> None:
    with model_server(says("x")) as server:
        play(ToolFreeSolver(profile=profile(server.url, cap_field="max_completion_tokens")), budget=99)
    assert server.bodies[0]["max_completion_tokens"] == 99
    assert "max_tokens" not in server.bodies[0]


def test_a_name_and_an_address_are_enough() -> None:
    with model_server(says("Problem 1: \\boxed{1}")) as server:
        play(ToolFreeSolver("some/model", base_url=server.url), budget=99)
    assert server.bodies[0]["model"] == "some/model"


def test_a_profile_can_be_named_and_overridden(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('model = "x"\ntemperature = 0.25\n')
    with model_server(*[says("Problem 1: \\boxed{1}")] * 2) as server:
        play(ToolFreeSolver("GPT-5.5", base_url=server.url), budget=99)
        play(ToolFreeSolver("y", base_url=server.url, profile=own), budget=99)
    assert server.bodies[0]["reasoning_effort"] == "none"
    assert (server.bodies[1]["model"], server.bodies[1]["temperature"]) == ("y", 0.25)
    assert ToolFreeSolver("Qwen3.7-Max", base_url=server.url).protocol == "two_stage"
    with pytest.raises(InputError, match="api_key_env"):
        ToolFreeSolver(profile=profile(server.url), api_key_env="sk-not a name")


def test_usage_and_cost_are_in_the_notes() -> None:
    prices = {"input": 1.0, "output": 10.0}
    with model_server(DRAFT, says("No answer", usage=(400, 40))) as server:
        solver = two_stage(server.url, fields={"prices": prices})
        play(solver, budget=500)
    usage = solver.notes()["usage"]
    assert (usage["calls"], usage["prompt_tokens"], usage["completion_tokens"]) == (2, 1200, 373)
    assert usage["cost"] == pytest.approx((1200 + 3730) / 1e6)


def test_a_server_that_ignores_the_cap_is_cut_at_it() -> None:
    early = "Problem 1: \\boxed{1}\n" + "word " * 40
    with model_server(says(early + "\nProblem 2: \\boxed{2}", usage=(9, 200))) as server:
        played = play(ToolFreeSolver(profile=profile(server.url)), budget=150)
    assert played.info["completion"]["over_cap"]
    assert played.info["ledger"]["used"] == 150
    assert parses(played)[:2] == ["answered", "missing"]


def test_a_completion_cut_inside_its_reasoning_has_answered_nothing() -> None:
    thought = "Problem 1 is \\boxed{5}, and Problem 2 must be"
    with model_server(says("", reasoning=thought, finish="length", usage=(9, 150))) as server:
        played = play(ToolFreeSolver(profile=profile(server.url), stages=1), budget=150)
    assert set(parses(played)) == {"missing"}
    assert played.info["completion"]["cut_in_reasoning"]


def test_reasoning_left_in_the_content_is_not_graded() -> None:
    with model_server(says("<think>Problem 1: \\boxed{5}</think>Problem 2: \\boxed{6}")) as server:
        played = play(ToolFreeSolver(profile=profile(server.url), stages=1), budget=150)
    assert parses(played)[:2] == ["missing", "answered"]


@pytest.mark.parametrize("stream", [False, True])
def test_a_server_without_usage_is_charged_the_whole_cap(stream: bool) -> None:
    with model_server(says("Problem 1: \\boxed{1}", usage=None)) as server:
        played = play(ToolFreeSolver(profile=profile(server.url, stream=stream)), budget=77)
    assert not played.info["completion"]["reported"]
    assert played.info["ledger"]["used"] == 77
    assert parses(played)[0] == "answered"


def test_an_unbudgeted_run_has_a_safety_cap_and_says_when_it_was_hit() -> None:
    with model_server(says("Problem 1: 1", finish="length", usage=(9, 3000)), says("x")) as server:
        solver = ToolFreeSolver(profile=profile(server.url, context_window=4096), safety_cap=3000)
        played = play(solver, budget="unlimited")
        play(ToolFreeSolver(profile=profile(server.url, context_window=4096)), budget="unlimited")
    assert server.bodies[0]["max_tokens"] == 3000
    assert "budget" not in sent_text(server.bodies[0]).lower()
    assert played.info["completion"]["hit_safety_cap"]
    assert solver.notes()["stages"][0]["cap_kind"] == "safety"
    prompt = sent_text(server.bodies[1])
    assert len(prompt) / 4 < 4096 - server.bodies[1]["max_tokens"] < len(prompt), "what the window leaves"


def test_a_budget_of_zero_asks_nobody() -> None:
    with model_server() as server:
        solver = ToolFreeSolver(profile=profile(server.url))
        played = play(solver, SINGLE, budget=0)
    assert server.requests == []
    assert (played.info["ledger"]["used"], parses(played)) == (0, ["missing"])


def two_stage(url: str, **given: Any) -> ToolFreeSolver:
    fields = {"thinking": THINKING, "reasoning_effort": "high", **given.pop("fields", {})}
    return ToolFreeSolver(profile=profile(url, **fields), **given)


DRAFT = says("Problem 1: candidate \\boxed{61}", reasoning="Problem 2 wants 17, I think", usage=(800, 333))


@pytest.mark.parametrize("stream", [False, True])
def test_two_stages_budgeted_reasoning_then_a_finaliser_without_statements(stream: bool) -> None:
    final = says("Problem 1\nFinal Answer: \\boxed{61}\nProblem 2\n\\boxed{17}\nProblem 3\nNo answer", usage=(400, 40))
    with model_server(DRAFT, final) as server:
        solver = two_stage(server.url, fields={"stream": stream, "max_turn_tokens": 1234})
        played = play(solver, budget=500)
    first, second = server.bodies
    assert first["max_tokens"] == 500
    assert first["chat_template_kwargs"] == {"enable_thinking": True}
    assert first["reasoning_effort"] == "high"
    assert "500 tokens" in sent_text(first)
    assert second["max_tokens"] == 1234
    assert second["chat_template_kwargs"] == {"enable_thinking": False}
    assert "reasoning_effort" not in second
    for line in (line for line in sent_text(first).splitlines() if line.startswith("=====") or "$" in line):
        assert line not in sent_text(second), "a statement reached the finaliser"
    assert "Problem 2 wants 17, I think" in sent_text(second)
    assert "candidate \\boxed{61}" in sent_text(second)
    assert played.info["ledger"]["used"] == 333, "the finaliser's tokens are not charged"
    assert parses(played) == ["answered"] * 2 + ["missing"] * 4
    notes = solver.notes()
    assert [stage["stage"] for stage in notes["stages"]] == [1, 2]
    assert [stage["charged"] for stage in notes["stages"]] == [True, False]
    assert notes["stages"][1]["usage"]["completion_tokens"] == 40
    assert notes["audit"]["flagged"] == []


def test_an_answer_of_the_finalisers_own_is_flagged() -> None:
    with model_server(DRAFT, says("Problem 1: \\boxed{61}\nProblem 4: \\boxed{99}")) as server:
        solver = two_stage(server.url)
        play(solver, budget=500)
    assert solver.notes()["audit"]["flagged"] == ["4"]


def test_programs_are_finalised_from_the_trace_or_missing() -> None:
    program = '#include <cstdio>\nint main() { puts("1"); }'
    draft = says("", reasoning=f"Problem B: try\n```cpp\n{program}\n```\nProblem C", finish="length", usage=(9, 80))
    final = says(f"Problem A\nMISSING\nProblem B\n```cpp\n{program}  // done\n```\nProblem C\nMISSING")
    with model_server(draft, final) as server:
        solver = two_stage(server.url)
        played = play(solver, CODE, budget=80)
    assert "MISSING" in server.bodies[1]["messages"][0]["content"]
    assert parses(played) == ["missing", "answered"] + ["missing"] * 4
    assert solver.notes()["audit"] == {"flagged": [], "answers": [{"label": "B", "found": True, "coverage": 1.0}]}


def test_what_lies_beyond_the_budget_never_reaches_the_finaliser() -> None:
    draft = says("Problem 1: 5\n" + "late " * 20, reasoning="early " * 20, usage=(9, 300))
    with model_server(draft, says("No answer")) as server:
        played = play(two_stage(server.url), budget=150)
    assert "early" in sent_text(server.bodies[1])
    assert "late" not in sent_text(server.bodies[1])
    assert played.info["completion"]["over_cap"]


def test_an_empty_trace_is_not_finalised() -> None:
    with model_server(says("", finish="length", usage=(9, 50))) as server:
        solver = two_stage(server.url)
        played = play(solver, budget=50)
    assert len(server.requests) == 1
    assert set(parses(played)) == {"missing"}
    assert len(solver.notes()["stages"]) == 1


def test_a_trace_that_does_not_fit_is_cut_at_its_front_and_the_record_says_so() -> None:
    draft = says("Problem 1: 61", reasoning="old " + "x " * 30000 + " recent", usage=(9, 20000))
    with model_server(draft, says("Problem 1: \\boxed{61}")) as server:
        solver = two_stage(server.url, fields={"context_window": 8192, "max_turn_tokens": 512})
        play(solver, budget=20000)
    text = sent_text(server.bodies[1])
    assert "old x" not in text
    assert "recent" in text
    assert "Problem 1: 61" in text
    dropped = solver.notes()["trace"]["dropped"]
    assert 60000 - 8192 * 4 < dropped < 60000
    assert len(text) / 3 + 512 < 8192 * 1.1


def test_a_window_without_room_for_any_trace_is_told_before_anything_is_asked() -> None:
    with model_server() as server, pytest.raises(InputError, match="leaves no room for a trace"):
        play(two_stage(server.url, fields={"context_window": 4096}, final_cap=4000), budget=500)
    assert server.requests == []


@pytest.mark.parametrize(
    ("final", "outcome", "states"),
    [
        (says("Problem 1: \\boxed{61}\nProblem 2: \\boxed{1", finish="length"), "cap", ["answered", "malformed"]),
        (says("I cannot help with that.", finish="content_filter"), "filtered", ["missing", "missing"]),
        (says(""), "empty", ["missing", "missing"]),
    ],
)
def test_a_finaliser_that_does_not_finish_is_an_outcome_that_stays_visible(
    tmp_path: Path, final: Any, outcome: str, states: list[str]
) -> None:
    with model_server(DRAFT, final) as server:
        played = play(two_stage(server.url), folder=tmp_path, budget=500)
    assert parses(played)[:2] == states
    record = format1_view(read_record(tmp_path / "episode-001.json"))
    assert record["policy"]["stages"][1]["outcome"] == outcome
    assert record["error"] is None


@pytest.mark.parametrize("failing", [1, 2])
def test_a_service_that_fails_makes_the_episode_void_in_either_stage(tmp_path: Path, failing: int) -> None:
    with model_server(*[DRAFT] * (failing - 1), http_error(500)) as server:
        solver = two_stage(server.url)
        played = play(solver, folder=tmp_path, budget=500)
    assert played.error
    record = format1_view(read_record(tmp_path / "episode-001.json"))
    assert record["result"] is None
    stages = record["policy"]["stages"]
    assert [stage["outcome"] for stage in stages] == ["done", "failed"][-failing:]
    assert stages[-1]["failure"]
    assert server.url not in (tmp_path / "episode-001.json").read_text("utf-8")


def test_neither_key_nor_address_reaches_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANARY_KEY", "sk-canary-314159")
    with model_server(DRAFT, says("No answer"), DRAFT, http_error(401)) as server:
        solver = two_stage(server.url, fields={"api_key_env": "CANARY_KEY"})
        for _ in range(2):
            play(solver, folder=tmp_path, budget=500)
    assert {r.headers["authorization"] for r in server.requests} == {"Bearer sk-canary-314159"}
    for number in (1, 2):
        text = (tmp_path / f"episode-00{number}.json").read_text("utf-8")
        assert not [secret for secret in ("canary", "CANARY_KEY", server.url, "127.0.0.1") if secret in text]


def test_a_dropped_connection_is_tried_again_and_charged_once() -> None:
    with model_server(DROP, says("Problem 1: \\boxed{1}", usage=(9, 21))) as server:
        played = play(ToolFreeSolver(profile=profile(server.url, retries=2)), budget=50)
    assert played.info["ledger"]["used"] == 21
    assert len(server.requests) == 2


def test_a_thinking_profile_needs_the_two_stage_environment_and_the_error_says_so() -> None:
    with model_server() as server:
        thinking, plain = (
            two_stage(server.url),
            ToolFreeSolver(profile=profile(server.url, thinking={"enabled": False})),
        )
        with pytest.raises(InputError, match=r"protocol='two_stage', or the solver with stages=1"):
            play(thinking, protocol="one_stage")
        with pytest.raises(InputError, match=r"protocol='one_stage', or the solver with stages=2"):
            play(plain, protocol="two_stage")
    assert server.requests == []


def test_stages_can_be_chosen() -> None:
    with model_server(says("Problem 1: \\boxed{1}")) as server:
        assert two_stage(server.url, stages=1).protocol == "one_stage"
        assert ToolFreeSolver(profile=profile(server.url), stages=2).protocol == "two_stage"
        play(two_stage(server.url, stages=1), budget=50)
    assert server.bodies[0]["chat_template_kwargs"] == {"enable_thinking": True}


def test_an_agentic_environment_is_refused() -> None:
    with model_server() as server, pytest.raises(InputError, match="plays R3ToolFree environments"):
        ToolFreeSolver(profile=profile(server.url)).act({}, {"instruction": "..."})


@pytest.mark.parametrize(
    ("given", "message"),
    [({"stages": 3}, "stages=3"), ({"safety_cap": 0}, "safety_cap=0"), ({"final_cap": -1}, "final_cap=-1")],
)
def test_bad_arguments_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ToolFreeSolver(profile=profile("http://127.0.0.1:9/v1"), **given)
    with pytest.raises(InputError, match="no model"):
        ToolFreeSolver()


def test_a_cassette_replays_episodes_bit_for_bit_without_a_network(tmp_path: Path) -> None:
    cassette = tmp_path / "tape.jsonl"
    final = says("Problem 1: \\boxed{61}", usage=(400, 40))
    with model_server(DRAFT, final, says("Problem 3: 9", usage=(800, 30)), says("Problem 3: \\boxed{9}")) as server:
        solver = two_stage(server.url, cassette=cassette, run="a")
        for _ in range(2):
            play(solver, folder=tmp_path / "live", budget=500)
    replayed = two_stage("http://127.0.0.1:9/v1", cassette=cassette, run="a")
    for _ in range(2):
        play(replayed, folder=tmp_path / "again", budget=500)
    for number in (1, 2):
        name = f"episode-00{number}.json"
        live, again = (read_record(tmp_path / folder / name) for folder in ("live", "again"))
        assert live.without_clock() == again.without_clock()
    first, second = (format1_view(read_record(tmp_path / "live" / f"episode-00{n}.json")) for n in (1, 2))
    assert first["policy"]["run"] != second["policy"]["run"]
    assert first["steps"] != second["steps"]


def test_runs_that_share_a_cassette_are_told_apart_by_their_name(tmp_path: Path) -> None:
    cassette = tmp_path / "tape.jsonl"
    with model_server(*(says(f"Problem {n}: \\boxed{{1}}") for n in (1, 2))) as server:
        for run in ("a", "b"):
            play(ToolFreeSolver(profile=profile(server.url), cassette=cassette, run=run), budget=50)
    for run, answered in (("b", 1), ("a", 0)):
        solver = ToolFreeSolver(profile=profile("http://127.0.0.1:9/v1"), cassette=cassette, run=run)
        assert parses(play(solver, budget=50)).index("answered") == answered


@pytest.mark.parametrize("stages", [1, 2])
def test_a_completion_that_the_content_filter_stopped_is_an_ending_of_its_own(stages: int) -> None:
    filtered = says("I cannot", finish="content_filter", usage=None)
    script = (filtered,) if stages == 1 else (says("it is 7", reasoning="so"), filtered)
    with model_server(*script) as server:
        solver = ToolFreeSolver(profile=profile(server.url, prices={"input": 1.0, "output": 1.0}), stages=stages)
        env = gym.make("R3ToolFree-Math-v0", contest=0, budget=500, protocol=solver.protocol.value)
        play_episode(env, solver, seed=0)
        row = EpisodeRow.from_record(env.unwrapped.log.record())  # type: ignore[attr-defined]
        env.close()
    assert row.ending is Ending.FILTERED
    assert row.spend is not None
    assert row.spend.unreported == 1
    assert (row.spend.cost is None) == (stages == 1)  # nothing was reported: unknown, not 0
