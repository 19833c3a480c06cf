"""The constrained JSON mode: the same actions, rules and errors on servers without native tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from agent_play import DONE, play, profile, well_formed
from loopback_model import ScriptedCompletion, http_error, model_server, says

from r3gym.models.client import OpenAIChat
from r3gym.policies import LLMAgent
from r3gym.policies.agent import Caps
from r3gym.policies.agent.json_mode import turn_schema
from r3gym.policies.agent.tools import Toolset


def acts(*actions: Any, thought: str = "") -> ScriptedCompletion:
    return says(json.dumps({"thought": thought, "actions": list(actions)}))


FINISH = acts({"tool": "mark_task_complete"})


def agent(server: Any, caps: Caps | None = None, **settings: Any) -> LLMAgent:
    return LLMAgent(OpenAIChat(profile(server, **{"tools": "json", **settings})), caps=caps)


def test_actions_run_one_by_one_and_the_next_user_message_answers_them_by_number(tmp_path: Path) -> None:
    turn = acts(
        {"tool": "focus_problem", "problem": "1"},
        {"tool": "bash_command", "command": "python3 -c 'print(6 * 7)'"},
        thought="start with the first",
    )
    with model_server(turn, says(f"```json\n{FINISH.content}\n```")) as server:
        episode = play(agent(server), tmp_path)
    assert episode.verbs == ["focus", "command", "finish"]
    assert episode.record["ledger"]["used"] == 1
    messages = server.bodies[1]["messages"]
    assert [m["role"] for m in messages] == ["system", "user", "assistant", "user"]
    messages = messages[1:]
    assert messages[1]["content"] == turn.content
    answers = "[1] focus_problem\nfocus: problem 1; its shell is in /app\n[free; 3 of 3 left]\n\n"
    answers += "[2] bash_command\n42\n[exit 0; counted: python3; 2 of 3 left]\n\n"
    assert messages[2]["content"].startswith(answers)
    assert "- remaining: 2" in messages[2]["content"]


def test_the_schema_goes_with_every_request_and_no_native_tools(tmp_path: Path) -> None:
    with model_server(acts({"tool": "contest_status"}), FINISH) as server:
        episode = play(agent(server, toolset="six"), tmp_path)
    for body in server.bodies:
        assert "tools" not in body
        assert body["response_format"]["json_schema"]["schema"] == turn_schema("123456", Toolset.SIX)
        assert {m["role"] for m in body["messages"]} <= {"system", "user", "assistant"}
    opening = server.bodies[0]["messages"][1]["content"]
    assert opening.startswith("You act by writing JSON.")
    assert "native" not in opening
    assert '- submit_answer with "problem", "answer": ' in opening
    assert episode.notes["tools"] == {"mode": "json", "seen": "set by the profile"}


NO_ACTION = [
    (says("I would start with problem 1."), ["text"]),
    (says(""), ["empty"]),
    (says('{"thought": "nothing", "actions": []}'), ["empty"]),
    (says('{"thought": "x", "actions": [{"tool": "bash_com', finish="length"), ["cut"]),
    (says('{"thought": "x", "actions": [{"tool": "bash_com'), ["bad_json"]),
    (says('[{"tool": "mark_task_complete"}]'), ["bad_json"]),
    (says('{"command": "ls"}'), ["bad_json"]),
    (says(f"Here it is: {FINISH.content}"), ["pasted_json"]),
    (says('{"analysis": "a", "plan": "b", "commands": [{"keystrokes": "ls\\n"}]}'), ["pasted_terminus"]),
    (says('<tool_call>{"name": "bash_command"}</tool_call>'), ["pasted_markup"]),
    (acts({"tool": "bash_command", "cmd": "ls"}), ["bad_arguments"]),
    (acts({"tool": "bash_command", "command": ""}), ["empty_command"]),
    (acts({"tool": "python", "code": "1"}), ["unknown_tool"]),
    (acts({"command": "ls"}), ["unknown_tool"]),
    (acts("ls", {"tool": "mark_task_complete"}), ["bad_arguments", "completion_not_alone"]),
    (acts({"tool": "mark_task_complete"}, {"tool": "bash_command"}), ["completion_not_alone", "bad_arguments"]),
]  # fmt: skip


def test_the_same_protocol_errors_are_answered_with_what_to_do_and_never_charged(tmp_path: Path) -> None:
    with model_server(*(turn for turn, _ in NO_ACTION), FINISH) as server:
        episode = play(agent(server, Caps(barren_turns=99)), tmp_path)
    assert episode.verbs == ["finish"]
    assert episode.kinds == [kind for _, kinds in NO_ACTION for kind in kinds]
    for body in server.bodies:
        well_formed(body["messages"])
    for error in episode.notes["protocol_errors"]:
        assert error["answer"] in server.bodies[error["turn"]]["messages"][-1]["content"]


def test_completion_as_the_shell_word_must_stand_alone_here_too(tmp_path: Path) -> None:
    word = {"tool": "bash_command", "command": "mark_task_complete"}
    with model_server(acts({"tool": "contest_status"}, word), acts(word)) as server:
        episode = play(agent(server), tmp_path)
    assert episode.verbs == ["status", "finish"]
    assert episode.kinds == ["completion_not_alone"]


def test_auto_asks_the_server_once_and_the_record_says_what_was_seen(tmp_path: Path) -> None:
    def without_tools(body: dict[str, Any]) -> Any:
        if "tools" in body:
            return http_error(400)
        return says('{"number": 7}') if "number" in json.dumps(body["response_format"]) else FINISH

    with model_server(model=without_tools) as server:
        first = play(agent(server, tools="auto"), tmp_path)
        second = play(agent(server, tools="auto"), tmp_path)
    assert sum("tools" in body for body in server.bodies) == 1
    assert first.notes["tools"] == second.notes["tools"] == {
        "mode": "json", "seen": "tools: HTTP 400; JSON: an object of the asked shape",
    }  # fmt: skip
    assert first.verbs == ["finish"]

    def with_tools(body: dict[str, Any]) -> ScriptedCompletion:
        names = [tool["function"]["name"] for tool in body["tools"]]
        note = {"id": "n", "type": "function", "function": {"name": "note_number", "arguments": '{"number": 7}'}}
        return says(None, tool_calls=[note]) if names == ["note_number"] else DONE

    with model_server(model=with_tools) as server:
        native = play(agent(server, tools="auto"), tmp_path)
    assert native.notes["tools"] == {"mode": "native", "seen": "a well-formed tool call came back"}


def test_a_long_turn_of_its_own_is_cut_to_an_object_of_the_same_form(tmp_path: Path) -> None:
    long = {"tool": "bash_command", "command": "cat > /tmp/x <<'EOF'\n" + "abc " * 3000 + "\nEOF"}
    with model_server(acts(long, thought="t" * 500), *[acts(long)] * 3, FINISH) as server:
        play(agent(server, context_window=6_000, max_turn_tokens=1_000), tmp_path)
    first = json.loads(server.bodies[-1]["messages"][2]["content"])
    assert first["actions"][0] == {
        "tool": "bash_command",
        "command": f"[text of {len(long['command'])} characters cut to fit the context window]",
    }
