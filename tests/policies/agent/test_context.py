"""The dialogue stays inside the model's window: what is cut, in which order, and that the record says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from agent_play import DONE, play, profile, sh, well_formed
from loopback_model import ScriptedCompletion, calls, http_error, model_server

from r3gym.models import Usage
from r3gym.models.client import OpenAIChat
from r3gym.policies import LLMAgent
from r3gym.policies.agent.context import ContextWindow, fit
from r3gym.policies.agent.dialogue import Dialogue, Exchange
from r3gym.policies.agent.protocol_errors import ToolMode
from r3gym.policies.agent.reading import ParsedCall


def exchange(turn: int, answer: str, command: str = "ls", **said: str) -> Exchange:
    call = ParsedCall(f"c{turn}", "bash_command", json.dumps({"command": command}))
    return Exchange(turn, calls=(call,), answers=(answer,), **said)


def dialogue(*exchanges: Exchange, mode: ToolMode = ToolMode.NATIVE, resend_reasoning: bool = False) -> Dialogue:
    return Dialogue("instruction", mode, resend_reasoning, exchanges=exchanges)


def test_old_outputs_go_first_oldest_first_and_a_note_says_how_much() -> None:
    full = dialogue(*(exchange(n, str(n) * 1000, content="words " * 50, budget="old balance") for n in range(1, 6)))
    shorter, trims = fit(full, full.weight - 100)
    assert [(t.what, t.turn) for t in trims] == [("output", 1), ("output", 2)]
    answers = [e.answers[0] for e in shorter.exchanges]
    assert answers[0] == "[output of 1000 characters cut to fit the context window]"
    assert [len(answer) for answer in answers[2:]] == [1000] * 3
    assert [e.budget for e in shorter.exchanges] == ["", "", "old balance", "old balance", "old balance"]
    assert all(e.content == "words " * 50 for e in shorter.exchanges)


def test_then_reasoning_then_the_models_own_words_and_at_last_whole_turns() -> None:
    turns = [exchange(n, "1" * 600, "echo " * 100, content="w" * 600, reasoning="r" * 600) for n in range(1, 7)]
    full = dialogue(*turns, resend_reasoning=True)
    order = []
    for room in range(full.weight - 1, 0, -200):
        _, trims = fit(full, room)
        kinds = list(dict.fromkeys(t.what for t in trims if t.what != "newest output"))
        order.append(kinds)
    every = ["output", "reasoning", "text", "turn"]
    assert all(kinds == every[: len(kinds)] for kinds in order)
    assert order[0] == ["output"]
    assert order[-1] == every


def test_a_call_whose_text_was_cut_is_still_a_call_with_readable_arguments() -> None:
    for mode in ToolMode:
        words = "w" * 3500  # in JSON mode the calls are in the words
        full = dialogue(*(exchange(n, "1", "echo " * 500, content=words) for n in range(1, 4)), mode=mode)
        shorter, _ = fit(full, full.weight - 3000)
        messages = shorter.messages()
        well_formed(json.loads(json.dumps(messages)))
        if mode is ToolMode.NATIVE:
            sent = json.loads(messages[1]["tool_calls"][0]["function"]["arguments"])
        else:
            sent = json.loads(messages[1]["content"])["actions"][0]
        assert sent["command"] == "[text of 2500 characters cut to fit the context window]"


def test_arguments_that_were_never_an_action_are_cut_whatever_their_form() -> None:
    call = ParsedCall("c1", "bash_command", json.dumps({"command": ["echo"] * 900, "x" * 500: 1}))
    full = dialogue(Exchange(1, calls=(call,), answers=("no",)), exchange(2, "1"))
    shorter, _ = fit(full, full.weight - 1000)
    assert shorter.messages()[1]["tool_calls"][0]["function"]["arguments"] == "{}"


def test_the_newest_output_keeps_its_beginning_and_end() -> None:
    full = dialogue(exchange(1, "old"), exchange(2, "begin" + "x" * 50_000 + "end"))
    shorter, trims = fit(full, 6000)
    newest = shorter.exchanges[-1].answers[0]
    assert newest.startswith("beginxxx")
    assert newest.endswith("xxxend")
    assert "characters cut to fit the context window]" in newest
    assert len(newest) <= 2000
    assert [t.what for t in trims] == ["newest output"]
    assert shorter.exchanges[0].answers == ("old",)


def test_a_long_instruction_does_not_make_cuts_greedier() -> None:
    turns = [exchange(n, "1" * 600) for n in range(1, 11)]
    for opening in ("short", "long " * 10_000):
        full = Dialogue(opening, ToolMode.NATIVE, exchanges=tuple(turns))
        _, trims = fit(full, full.weight - 1)
        assert [t.turn for t in trims] == [1, 2, 3]


def test_the_scale_is_the_providers_own_count_of_the_last_request() -> None:
    window = ContextWindow.of(10_000, 2_000)
    assert window.seen(8_000, Usage(4_000, 10)).tokens_per_char == 0.5
    assert window.seen(8_000, Usage(4_000, 10)).room == int((9_700 - 2_000) / 0.5)
    for nothing in (None, Usage(0, 5)):
        assert window.seen(8_000, nothing) == window


def test_a_turn_may_have_half_of_a_small_window_and_less_when_the_instruction_is_long() -> None:
    window = ContextWindow.of(4_096, 8_192)
    assert window.turn_cap == 2_048
    assert window.cap_after(300) == 2_048
    assert window.cap_after(9_000) == int(4_096 * 0.97 - 3_000)
    assert window.cap_after(90_000) == 256


def agent(server: Any, **settings: Any) -> LLMAgent:
    return LLMAgent(OpenAIChat(profile(server, **settings)))


def test_requests_stay_inside_the_window_and_the_record_says_what_was_cut(tmp_path: Path) -> None:
    longest, window = 0, 9_000

    def model(body: dict[str, Any]) -> ScriptedCompletion:
        nonlocal longest
        prompt = len(json.dumps(body)) // 4
        longest = max(longest, prompt + body["max_tokens"])
        return sh("cat /app/problem_1/long.txt", usage=(prompt, 20))

    write = sh("cat > /app/problem_1/long.txt <<'EOF'\n" + "line of text\n" * 400 + "EOF")
    with model_server(write, *[model] * 12, DONE) as server:
        episode = play(agent(server, context_window=window, max_turn_tokens=2_000), tmp_path)
    assert longest <= window
    assert episode.verbs == ["command"] * 13 + ["finish"]
    trims = episode.notes["trims"]
    assert {t["why"] for t in trims} == {"estimate"}
    assert [t["turn"] for t in trims] == sorted(t["turn"] for t in trims)
    assert all(t["turn"] < t["before_turn"] - 1 for t in trims)
    for body in server.bodies:
        well_formed(body["messages"])
        role, task = (message["content"] for message in body["messages"][:2])
        assert episode.record["instruction"] in f"{role}\n\n{task.partition(chr(10) * 2)[2]}"
    assert "cut to fit the context window]" in json.dumps(server.bodies[-1]["messages"])
    assert all("line of text" in step["output"] for step in episode.record["steps"][1:13])


def test_a_request_that_the_service_refuses_is_sent_once_more_with_half_of_what_can_be_cut(tmp_path: Path) -> None:
    look = sh("cat /app/problem_1/statement.md; cat /app/problem_2/statement.md; cat /app/problem_3/statement.md")
    with model_server(look, look, look, http_error(400), DONE) as server:
        episode = play(agent(server), tmp_path)
    refused, accepted = (len(json.dumps(body["messages"])) for body in server.bodies[3:5])
    assert accepted < refused
    assert {t["why"] for t in episode.notes["trims"]} == {"the service answered HTTP 400"}
    assert episode.notes["ended"] == "finished"
    with model_server(look, look, http_error(400), http_error(400), DONE) as server:
        episode = play(agent(server), tmp_path)
    assert "HTTP 400" in episode.played.error
    assert server.left == 1
    assert episode.record["result"] is None


@pytest.mark.parametrize("status", [400, 404])
def test_a_refusal_that_no_cutting_can_mend_makes_the_episode_void(tmp_path: Path, status: int) -> None:
    with model_server(http_error(status), DONE) as server:
        episode = play(agent(server), tmp_path)
    assert f"HTTP {status}" in episode.played.error
    assert len(server.requests) == 1


def test_calls_and_cuts_can_be_told_apart_from_the_models_own_words(tmp_path: Path) -> None:
    with model_server(calls(("contest_status", {}), content="[output of 9 characters cut]"), DONE) as server:
        episode = play(agent(server), tmp_path)
    assert episode.notes["trims"] == []
    assert episode.notes["calls"][0]["content"] == "[output of 9 characters cut]"
