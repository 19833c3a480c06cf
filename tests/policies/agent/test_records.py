"""What an episode leaves behind: a record from which all can be read, that replays to the byte, and holds no secret."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from agent_play import DONE, play, profile, sh
from loopback_model import calls, http_error, model_server, says

from r3gym.errors import InputError
from r3gym.models import Cassette, load_profile, retrying
from r3gym.models.client import OpenAIChat
from r3gym.policies import LLMAgent

SPENT_NOTE = (
    "Shared budget: 1 counted action for all 6 problems together.\n- used: 1\n- remaining: 0\n"
    "The budget is spent: only free commands run now."
)
LOOK = sh("cat /app/problem_1/statement.md /app/problem_2/statement.md /app/problem_3/statement.md")
EVENTFUL = (
    calls(("focus_problem", {"problem": "1"}), ("bash_command", {"command": "python3 -c 'print(6*7)'"}), content="go"),
    http_error(429, retry_after=0),
    says("", reasoning="nothing comes to mind"),
    calls(("bash_command", "{")),
    LOOK,
    LOOK,
    http_error(400),
    calls(("submit_answer", {"problem": "1", "answer": "42"}), reasoning="it printed 42"),
    DONE,
)


@pytest.fixture(autouse=True)
def _short_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.01)


def test_an_episode_replays_from_its_cassette_bit_for_bit_with_the_server_gone(tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    with model_server(*EVENTFUL) as server:
        chosen = profile(server, retries=2, prices={"input": 1.0, "output": 2.0})
        live = play(LLMAgent(profile=chosen, cassette=tape), tmp_path / "live", budget=1)
        assert server.left == 0
    again = play(LLMAgent(profile=chosen, cassette=Cassette(tape, "replay")), tmp_path / "again", budget=1)
    assert again.typed.without_clock() == live.typed.without_clock()
    assert live.notes["ended"] == "finished"
    assert live.kinds == ["empty", "bad_json"]
    assert live.notes["finalized_after"] == 1
    assert live.notes["trims"]
    assert [call["attempts"] for call in live.notes["calls"]] == [1, 2, 1, 1, 1, 1, 1]


def test_episodes_of_one_contest_and_runs_of_one_name_are_told_apart_on_a_cassette(tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    answers = [calls(("submit_answer", {"problem": "1", "answer": str(n)})) for n in range(4)]
    with model_server(*(turn for answer in answers for turn in (answer, DONE))) as server:
        chosen = profile(server)
        live = []
        for run in ("a", "b"):
            agent = LLMAgent(profile=chosen, cassette=tape, run=run)
            live += [play(agent, tmp_path / "live") for _ in range(2)]
    again = []
    for run in ("b", "a"):  # in another order
        agent = LLMAgent(profile=chosen, cassette=Cassette(tape, "replay"), run=run)
        again += [play(agent, tmp_path / f"again-{run}") for _ in range(2)]
    assert [e.notes["run"] for e in live] == ["a/math-001/1", "a/math-001/2", "b/math-001/1", "b/math-001/2"]
    assert [e.record["steps"][0]["text"] for e in live] == ["0", "1", "2", "3"]
    assert [e.typed.without_clock() for e in again] == [e.typed.without_clock() for e in (*live[2:], *live[:2])]


def test_the_probe_of_auto_is_on_the_cassette_too(tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    script = (says("no tools here"), says('{"number": 7}'), says('{"actions": [{"tool": "task_complete"}]}'))
    with model_server(*script) as server:
        chosen = profile(server, tools="auto")
        live = play(LLMAgent(profile=chosen, cassette=tape), tmp_path / "live")
    again = play(LLMAgent(profile=chosen, cassette=Cassette(tape, "replay")), tmp_path / "again")
    assert live.notes["tools"]["mode"] == "json"
    assert again.typed.without_clock() == live.typed.without_clock()


def test_everything_that_was_said_and_done_can_be_read_from_the_record(tmp_path: Path) -> None:
    with model_server(*EVENTFUL) as server:
        chosen = profile(server, retries=2, prices={"input": 1.0, "output": 2.0})
        episode = play(LLMAgent(profile=chosen, seed=5), tmp_path, budget=1)
    record, notes = episode.record, episode.notes
    assert notes["name"] == "llm-agent"
    assert notes["profile"] == chosen.to_record()
    assert notes["seed"] == server.bodies[0]["seed"] == 5
    first, last = notes["calls"][0], notes["calls"][-2]
    assert (first["content"], last["reasoning"]) == ("go", "it printed 42")
    assert first["tool_calls"][1]["arguments"] == json.dumps({"command": "python3 -c 'print(6*7)'"})
    assert [record["steps"][n]["text"] for n in first["steps"]] == ["", "python3 -c 'print(6*7)'"]
    assert record["steps"][1]["output"] == "42\n[exit 0; counted: python3; 0 of 1 left]"
    assert notes["calls"][2]["tool_calls"][0]["arguments"] == "{"
    assert first["said"][0] == SPENT_NOTE
    assert first["said"][1].startswith("The working phase is over")
    usage = first["usage"]
    assert first["cost"] == pytest.approx((usage["prompt_tokens"] + 2 * usage["completion_tokens"]) / 1e6)
    assert notes["usage"]["calls"] == len(notes["calls"]) == 7
    assert notes["usage"]["cost"] == pytest.approx(sum(call["cost"] for call in notes["calls"]))
    assert sorted(n for call in notes["calls"] for n in call["steps"]) == list(range(len(record["steps"])))
    assert "42" in record["artifacts"]["/logs/artifacts/answer.txt"]


def test_the_sandbox_holds_neither_the_key_nor_its_variable_nor_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("R3GYM_TEST_CANARY", "sk-canary-4711-secret")
    look = calls(
        ("focus_problem", {"problem": "1"}),
        ("bash_command", {"command": "env"}),
        ("bash_command", {"command": "cat /proc/self/environ /proc/1/environ"}),
        ("bash_command", {"command": "python3 -c 'import os; print(dict(os.environ))'"}),
        ("bash_command", {"command": "grep -arhoE 'sk-canary[^\"]*' /app /logs /tmp /etc /root /home; true"}),
    )
    tape = tmp_path / "tape.jsonl"
    with model_server(look, http_error(500), DONE) as server:
        chosen = profile(server, api_key_env="R3GYM_TEST_CANARY", retries=1)
        episode = play(LLMAgent(profile=chosen, cassette=tape), tmp_path, budget=9)
    assert {r.headers["authorization"] for r in server.requests} == {"Bearer sk-canary-4711-secret"}
    outputs = [step["output"] for step in episode.record["steps"]]
    assert any("PATH" in output for output in outputs)
    kept = episode.file.read_text("utf-8") + tape.read_text("utf-8") + "".join(outputs)
    for secret in ("sk-canary-4711-secret", "R3GYM_TEST_CANARY", server.url, server.url.split("/")[2]):
        assert secret not in kept


def test_a_model_is_named_by_name_and_address_by_profile_or_ready_made(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('model = "m"\ntemperature = 0.3\ntools = "native"\n', "utf-8")
    with model_server(calls(("note_number", {"number": 7})), *[DONE] * 4) as server:
        agents = [
            LLMAgent(model="m", base_url=server.url),
            LLMAgent(profile=file, base_url=server.url),
            LLMAgent("other", profile=load_profile(file, top_p=0.9), base_url=server.url),
            LLMAgent(OpenAIChat(profile(server))),
        ]
        for agent in agents:
            assert play(agent, tmp_path).notes["ended"] == "finished"
    played = server.bodies[1:]  # after the probe that `auto` makes
    assert [body["model"] for body in played] == ["m", "m", "other", "m"]
    assert [body.get("temperature") for body in played] == [None, 0.3, 0.3, None]
    assert played[2]["top_p"] == 0.9


def test_an_agent_without_a_model_is_refused() -> None:
    with pytest.raises(InputError, match="no model: give model='NAME'"):
        LLMAgent()
