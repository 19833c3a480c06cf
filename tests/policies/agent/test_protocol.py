"""An agent's protocol, over real HTTP and in the real sandbox: what is an action, what is an error, when it ends."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from agent_play import DONE, play, profile, sh, well_formed
from loopback_model import ScriptedCompletion, calls, http_error, model_server, says

from r3gym.errors import InputError
from r3gym.models.client import OpenAIChat
from r3gym.policies import LLMAgent
from r3gym.policies.agent import Caps


def agent(server: Any, caps: Caps | None = None, **settings: Any) -> LLMAgent:
    return LLMAgent(OpenAIChat(profile(server, **settings)), caps=caps)


def test_several_calls_in_one_turn_are_several_actions_charged_one_by_one_and_each_is_answered(tmp_path: Path) -> None:
    turn = calls(
        ("focus_problem", {"problem": "1"}),
        ("bash_command", {"command": "python3 -c 'print(6 * 7)'"}),
        ("bash_command", {"command": "cat statement.md"}),
        ("bash_command", {"command": "python3 -c 'print(7 * 7)'"}),
        content="three at once",
    )
    with model_server(turn, DONE) as server:
        episode = play(agent(server), tmp_path)
    assert episode.verbs == ["focus", "command", "command", "command", "finish"]
    charged = [step["charge"]["kind"] for step in episode.record["steps"]]
    assert charged == ["free", "counted", "free", "counted", "free"]
    assert episode.record["ledger"]["used"] == 2
    answers = [m["content"] for m in server.bodies[1]["messages"] if m["role"] == "tool"]
    assert [answer.split("\n")[0] for answer in answers][:2] == ["focus: problem 1; its shell is in /app", "42"]
    assert [answer.split("\n\n")[0].split("\n")[-1] for answer in answers] == [
        "[free; 3 of 3 left]",
        "[exit 0; counted: python3; 2 of 3 left]",
        "[exit 1; free; 2 of 3 left]",
        "[exit 0; counted: python3; 1 of 3 left]",
    ], "each call has its own line"
    assert answers[3].startswith("49\n")
    assert episode.notes["calls"][0]["steps"] == [0, 1, 2, 3]
    assert episode.notes["protocol_errors"] == []


HELPERS: list[tuple[str, Any, str]] = [
    ("focus_problem", {"problem": "2"}, "focus"),
    ("shelve_problem", {"problem": "2", "note": "later"}, "shelve"),
    ("shelve_problem", {"problem": 2}, "shelve"),
    ("submit_answer", {"problem": "2", "answer": "7"}, "submit"),
    ("contest_status", {}, "status"),
    ("contest_status", "", "status"),
    ("bash_command", {"command": "focus_problem 2"}, "focus"),
    ("bash_command", {"command": "shelve_problem 2 'later on'"}, "shelve"),
    ("bash_command", {"command": r"submit_answer 2 \boxed{7}"}, "submit"),
    ("bash_command", {"command": "contest_status"}, "status"),
]


def test_a_helper_is_the_same_action_as_a_tool_and_as_a_shell_word(tmp_path: Path) -> None:
    with model_server(*(calls((name, given)) for name, given, _ in HELPERS), DONE) as server:
        episode = play(agent(server), tmp_path)
    assert episode.verbs == [verb for *_, verb in HELPERS] + ["finish"]
    assert {step["problem"] for step in episode.record["steps"]} == {"2", ""}
    assert {step["charge"]["kind"] for step in episode.record["steps"]} == {"free"}
    assert episode.notes["protocol_errors"] == []


NO_ACTION: list[tuple[str, Any, str, str]] = [
    ("bash_command", '{"command": "ls', "bad_json", "not valid JSON"),
    ("bash_command", '["ls"]', "bad_json", "not a list"),
    ("bash_command", {}, "bad_arguments", "'command' of bash_command is missing"),
    ("bash_command", {"command": ["ls"]}, "bad_arguments", "must be a string, not a list"),
    ("bash_command", "null", "bad_arguments", "'command' of bash_command is missing"),
    ("bash_command", {"cmd": "ls"}, "bad_arguments", "is missing (there is 'cmd'); bash_command takes 'command'"),
    ("focus_problem", {"problem": "1", "command": "ls"}, "bad_arguments", "has no argument 'command'"),
    ("focus_problem", {"problem": "Z"}, "bad_arguments", "'Z' is not a problem"),
    ("focus_problem", {"problem": True}, "bad_arguments", "must be a string, not a boolean"),
    ("focus_problem", {"problem": "Problem 9"}, "bad_arguments", "'Problem 9' is not a problem: use one of 1, 2"),
    ("bash_command", {"command": "  \n"}, "empty_command", "the command is empty"),
    ("python", {"code": "1"}, "unknown_tool", "no tool 'python'"),
    ("functions.web_search", {"query": "ls"}, "unknown_tool", "Your tools are bash_command"),
    ("", "", "unknown_tool", "the call names no tool"),
]


def test_a_call_that_is_no_action_is_answered_by_a_tool_message_and_never_charged(tmp_path: Path) -> None:
    with model_server(*(calls((name, given)) for name, given, *_ in NO_ACTION), DONE) as server:
        episode = play(agent(server, Caps(barren_turns=99)), tmp_path)
    assert episode.verbs == ["finish"]
    assert episode.record["ledger"]["used"] == 0
    assert episode.kinds == [kind for _, _, kind, _ in NO_ACTION]
    for (*_, advice), body in zip(NO_ACTION, server.bodies[1:], strict=True):
        well_formed(body["messages"])
        answer = body["messages"][-1]
        assert answer["role"] == "tool"
        assert "Not run, no cost:" in answer["content"]
        assert advice in answer["content"]


NO_CALL = [
    (says("I would start with problem 1."), "text"),
    (says("All done. mark_task_complete"), "text"),
    (says("mark_task_complete"), "text"),
    (says('{"command": "ls"}'), "pasted_json"),
    (says('Let me look.\n```json\n{"name": "bash_command", "arguments": {"command": "ls"}}\n```'), "pasted_json"),
    (says('[{"tool": "mark_task_complete"}]'), "pasted_json"),
    (says('<tool_call>\n{"name": "bash_command"}\n</tool_call>'), "pasted_markup"),
    (says("<function=bash_command><parameter=command>ls</parameter></function>"), "pasted_markup"),
    (says('{"analysis": "a", "plan": "b", "commands": [{"keystrokes": "ls\\n"}]}'), "pasted_terminus"),
    (says('{"analysis": "not finished'), "pasted_terminus"),
    (says(""), "empty"),
    (says("", reasoning="I have thought about it and stop."), "empty"),
    (says("Step one is", finish="length"), "cut"),
    (says("", finish="content_filter"), "filtered"),
]


def test_a_turn_without_a_call_is_answered_with_what_to_do_and_ends_nothing(tmp_path: Path) -> None:
    with model_server(*(turn for turn, _ in NO_CALL), DONE) as server:
        episode = play(agent(server, Caps(barren_turns=99)), tmp_path)
    assert episode.verbs == ["finish"]
    assert episode.record["ledger"]["used"] == 0
    assert episode.kinds == [kind for _, kind in NO_CALL]
    for error, body in zip(episode.notes["protocol_errors"], server.bodies[1:], strict=True):
        well_formed(body["messages"])
        assert error["call"] is None
        assert body["messages"][-1]["role"] == "user"
        assert error["answer"] in body["messages"][-1]["content"].rpartition("- remaining: 3")[0]


def test_nothing_of_a_turn_that_was_cut_runs_even_if_its_calls_can_be_read(tmp_path: Path) -> None:
    cut = calls(("focus_problem", {"problem": "1"}), ("bash_command", {"command": "rm -r /app"}), finish="length")
    with model_server(cut, DONE) as server:
        episode = play(agent(server), tmp_path)
    assert episode.verbs == ["finish"]
    assert episode.kinds == ["cut", "cut"]
    assert "cut off at 8192 tokens" in server.bodies[1]["messages"][-1]["content"]


@pytest.mark.parametrize("completion", [("mark_task_complete", {}), ("bash_command", {"command": "task_complete"})])
def test_completion_must_stand_alone_the_other_calls_run_and_it_is_refused(
    tmp_path: Path, completion: tuple[str, dict[str, str]]
) -> None:
    with model_server(calls(("submit_answer", {"problem": "1", "answer": "7"}), completion), DONE) as server:
        episode = play(agent(server), tmp_path)
    assert episode.verbs == ["submit", "finish"]
    assert episode.kinds == ["completion_not_alone"]
    assert "must be the only action of its turn" in server.bodies[1]["messages"][-1]["content"]


def test_completion_beside_a_call_that_is_no_action_does_not_stand_alone(tmp_path: Path) -> None:
    with model_server(calls(("bash_command", "{"), ("mark_task_complete", {})), DONE) as server:
        episode = play(agent(server), tmp_path)
    assert episode.kinds == ["bad_json", "completion_not_alone"]
    assert episode.notes["ended"] == "finished"


def test_completion_alone_ends_the_contest_as_a_tool_and_as_the_shell_word(tmp_path: Path) -> None:
    for number, turn in enumerate([DONE, calls(("task_complete", {})), sh("mark_task_complete"), sh("task_complete")]):
        with model_server(turn) as server:
            episode = play(agent(server), tmp_path / str(number))
        assert episode.verbs == ["finish"]
        assert episode.notes["ended"] == "finished"
        assert episode.record["result"]["score"] == 0


def test_the_running_budget_is_shown_after_each_turn_at_the_end_of_the_last_answer(tmp_path: Path) -> None:
    with model_server(sh("focus_problem 1"), sh("python3 -c 'print(1)'"), says("hm"), DONE) as server:
        play(agent(server), tmp_path)
    endings = [body["messages"][-1] for body in server.bodies[1:]]
    assert [message["role"] for message in endings] == ["tool", "tool", "user"]
    shown = [re.findall(r"- used: (\d)\n- remaining: (\d)", message["content"]) for message in endings]
    assert shown == [[("0", "3")], [("1", "2")], [("1", "2")]]


@pytest.mark.parametrize("view", ["hidden", "total"])
def test_a_hidden_balance_is_not_shown_and_exhaustion_is_seen_at_the_block(tmp_path: Path, view: str) -> None:
    script = (sh("focus_problem 1"), sh("python3 -c 'print(1)'"), sh("python3 -c 'print(2)'"), DONE)
    with model_server(*script) as server:
        episode = play(agent(server), tmp_path, budget=1, budget_view=view)
    assert "remaining" not in json.dumps(server.bodies[-1]["messages"])
    assert episode.notes["finalized_after"] == 3


def test_exhaustion_sends_the_finalisation_prompt_once(tmp_path: Path) -> None:
    script = (sh("focus_problem 1"), sh("python3 -c 'print(1)'"), sh("python3 -c 'print(2)'"), sh("ls"), DONE)
    with model_server(*script) as server:
        episode = play(agent(server), tmp_path, budget=1)
    said = [json.dumps(body["messages"]).count("The working phase is over") for body in server.bodies]
    assert said == [0, 0, 1, 1, 1]
    assert episode.notes["finalized_after"] == 2
    assert [step["charge"]["kind"] for step in episode.record["steps"]][1:3] == ["counted", "blocked"]


def test_without_any_budget_the_finalisation_prompt_comes_with_the_instruction(tmp_path: Path) -> None:
    with model_server(DONE) as server:
        episode = play(agent(server), tmp_path, budget=0)
    assert "The working phase is over" in server.bodies[0]["messages"][1]["content"]
    assert episode.notes["finalized_after"] == 0


def test_an_agent_that_never_ends_after_finalisation_is_ended(tmp_path: Path) -> None:
    with model_server(model=lambda _: sh("ls")) as server:
        episode = play(agent(server, Caps(closing_turns=4)), tmp_path, budget=0)
    assert episode.verbs == ["command"] * 4 + ["finish"]
    assert episode.notes["ended"] == "4 turns after finalisation"


def test_turns_without_an_action_are_capped_in_a_row_and_what_was_recorded_is_judged(tmp_path: Path) -> None:
    record = calls(("submit_answer", {"problem": "1", "answer": "7"}))
    with model_server(says("a"), says("b"), record, model=lambda _: says("I am done")) as server:
        episode = play(agent(server, Caps(barren_turns=3)), tmp_path)
    assert episode.verbs == ["submit", "finish"]
    assert episode.notes["ended"] == "3 turns in a row without a call"
    assert episode.played.error == ""
    assert episode.record["result"]["problems"][0]["parse"] == "answered"


def test_calls_that_are_refused_are_no_turns_without_a_call(tmp_path: Path) -> None:
    refused = [calls((name, given)) for name, given, *_ in NO_ACTION]
    record = calls(("submit_answer", {"problem": "1", "answer": "7"}))
    with model_server(*refused, record, DONE) as server:
        episode = play(agent(server), tmp_path)
    assert len(refused) > Caps().barren_turns
    assert (episode.verbs, episode.notes["ended"]) == (["submit", "finish"], "finished")


def test_protocol_errors_are_capped_in_all(tmp_path: Path) -> None:
    with model_server(model=lambda _: calls(("contest_status", {}), ("python", {}))) as server:
        episode = play(agent(server, Caps(protocol_errors=5)), tmp_path)
    assert episode.verbs == ["status"] * 5 + ["finish"]
    assert episode.notes["ended"] == "5 protocol errors"


def test_a_service_that_fails_makes_the_episode_void_never_scored(tmp_path: Path) -> None:
    with model_server(sh("ls"), http_error(401)) as server:
        episode = play(agent(server), tmp_path)
    assert "HTTP 401" in episode.played.error
    assert episode.record["result"] is None
    assert episode.notes["ended"] == "the model service failed"
    assert len(episode.notes["calls"]) == 1


def test_ids_that_a_server_repeats_or_leaves_out_are_made_unique(tmp_path: Path) -> None:
    def turn(*ids: str) -> ScriptedCompletion:
        made = [{"id": i, "type": "function", "function": {"name": "contest_status", "arguments": "{}"}} for i in ids]
        return says(None, finish="tool_calls", tool_calls=made)

    with model_server(turn("call_0"), turn("call_0", "call_0"), turn("", "x"), DONE) as server:
        episode = play(agent(server), tmp_path)
    well_formed(server.bodies[-1]["messages"])
    assert episode.verbs == ["status"] * 5 + ["finish"]
    assert [c["tool_calls"][0]["id"] for c in episode.notes["calls"]][:2] == ["call_0", "call_0"]


def test_earlier_reasoning_stays_away_unless_the_profile_wants_it_back(tmp_path: Path) -> None:
    turn = calls(("contest_status", {}), reasoning="because")
    for resend in (False, True):
        with model_server(turn, sh("ls"), DONE) as server:
            episode = play(agent(server, resend_reasoning=resend), tmp_path / str(resend))
        spoken = [m for m in server.bodies[-1]["messages"] if m["role"] == "assistant"]
        # DeepSeek wants the field with every call, and there may be no reasoning to send.
        assert [m.get("reasoning_content") for m in spoken] == (["because", ""] if resend else [None, None])
        assert episode.notes["calls"][0]["reasoning"] == "because"


def test_the_role_is_the_system_message_and_the_note_comes_before_the_task(tmp_path: Path) -> None:
    with model_server(DONE) as server:
        episode = play(agent(server), tmp_path, domain="AR")
    body = server.bodies[0]
    system, user = body["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    note, _, task = user["content"].partition("\n\n")
    assert note.startswith("You act through native tool calls.")
    assert task.startswith("How to act\n")
    assert f"{system['content']}\n\n{task}" == episode.record["instruction"]
    assert "response_format" not in body
    assert body["max_tokens"] == 8192


def test_a_model_without_a_system_role_gets_everything_in_one_user_message(tmp_path: Path) -> None:
    with model_server(DONE) as server:
        episode = play(agent(server, system_role=False), tmp_path)
    (user,) = server.bodies[0]["messages"]
    assert user["role"] == "user"
    assert user["content"].endswith(episode.record["instruction"])


SIX = ["bash_command", "focus_problem", "shelve_problem", "submit_answer", "contest_status", "mark_task_complete"]
OFFERED = {"two": ["bash_command", "mark_task_complete"], "six": SIX}


@pytest.mark.parametrize("where", ["profile", "agent"])
@pytest.mark.parametrize("toolset", OFFERED)
def test_the_tools_are_chosen_in_the_profile_or_for_the_agent_and_the_record_says_which(
    tmp_path: Path, toolset: str, where: str
) -> None:
    with model_server(calls(("python", {})), calls(("focus_problem", {"problem": "1"})), DONE) as server:
        model = OpenAIChat(profile(server, **({"toolset": toolset} if where == "profile" else {})))
        episode = play(LLMAgent(model, toolset=toolset if where == "agent" else None), tmp_path)
    assert [tool["function"]["name"] for tool in server.bodies[0]["tools"]] == OFFERED[toolset]
    assert episode.typed.contestant is not None
    assert episode.typed.contestant.toolset == toolset
    assert f"Your tools are {', '.join(OFFERED[toolset])};" in server.bodies[1]["messages"][-1]["content"]
    assert episode.verbs == ["focus", "finish"], "a helper called as a tool is understood in both"


def test_the_papers_two_tools_are_the_default(tmp_path: Path) -> None:
    with model_server(DONE) as server:
        episode = play(agent(server), tmp_path)
    assert [tool["function"]["name"] for tool in server.bodies[0]["tools"]] == OFFERED["two"]
    assert episode.typed.contestant is not None
    assert episode.typed.contestant.toolset == "two"
    with pytest.raises(InputError, match="toolset='five': choose 'two' or 'six'"):
        LLMAgent(OpenAIChat(profile(None, base_url="http://127.0.0.1:9/v1")), toolset="five")


def test_a_code_contest_is_played_with_files_compiler_and_judge(tmp_path: Path) -> None:
    program = "#include <iostream>\nint main() { std::cout << 1 << std::endl; }\n"
    script = (
        sh("focus_problem A"),
        sh(f"cat > /app/solution_A.cpp <<'EOF'\n{program}EOF"),
        sh("cd /app && g++ -o /tmp/a solution_A.cpp && /tmp/a"),
        calls(("submit_answer", {"problem": "B", "answer": program})),
        DONE,
    )
    with model_server(*script) as server:
        episode = play(agent(server), tmp_path, domain="Code")
    assert episode.record["ledger"]["per_problem"] == {"A": 1, "B": 0, "C": 0, "D": 0, "E": 0, "F": 0}
    assert "1\n[exit 0; counted: g++; 2 of 3 left]" in server.bodies[3]["messages"][-1]["content"]
    verdicts = [p["verdict"] for p in episode.record["result"]["problems"]]
    assert None not in verdicts[:2]
    assert episode.record["artifacts"]["/app/solution_B.cpp"] == program


def test_an_action_is_asked_for_only_within_an_episode(tmp_path: Path) -> None:
    with model_server(DONE) as server:
        ours = agent(server)
        with pytest.raises(InputError, match=r"must come from env.reset"):
            ours.act({}, {})
        episode = play(ours, tmp_path)
        with pytest.raises(InputError, match="this contest has ended"):
            ours.act({}, episode.played.info)


def test_caps_are_whole_numbers() -> None:
    with pytest.raises(InputError, match="closing_turns=0: give a whole number, 1 or more"):
        Caps(closing_turns=0)
