"""Calls that are not sent as the tools ask for them but have one meaning: performed, noted, and no protocol error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from agent_play import DONE, play, profile, well_formed
from loopback_model import calls, model_server, says

from r3gym.core.actions import Action, Verb, parse_helper
from r3gym.core.contest import resolve_label
from r3gym.models import ChatReply, ToolCall
from r3gym.models.client import OpenAIChat
from r3gym.policies import LLMAgent
from r3gym.policies.agent.arguments import ProblemNames
from r3gym.policies.agent.json_mode import read_json
from r3gym.policies.agent.reading import Turn, read_native
from r3gym.records.partial import from_partial

NAMES = ProblemNames(("1", "2", "3"), ("p7", "p8", "p9"))

#: A tool, the arguments as sent, the action that is meant, and a part of what is noted.
UNDERSTOOD: list[tuple[str, Any, Action, str]] = [
    ("contest_status", None, Action(Verb.STATUS), "null for no arguments"),
    ("mark_task_complete", None, Action(Verb.FINISH), "null for no arguments"),
    ("mark_task_complete", {"summary": "done"}, Action(Verb.FINISH), "ignored 'summary'"),
    ("submit_answer", {"problem": "1", "answer": 39}, Action(Verb.SUBMIT, "1", "39"), "a number for the text 'answer'"),
    ("submit_answer", {"problem": 1, "answer": -0.5}, Action(Verb.SUBMIT, "1", "-0.5"), "a number for the text"),
    ("submit_answer", {"problem": "1", "answer": True}, Action(Verb.SUBMIT, "1", "true"), "a boolean for the text"),
    ("submit_answer", {"problem": "1", "answer": [[1, 0]]}, Action(Verb.SUBMIT, "1", "[[1, 0]]"), "a list for"),
    ("submit_answer", {"problem": "1", "answer": {"0": 2}}, Action(Verb.SUBMIT, "1", '{"0": 2}'), "an object for"),
    ("submit_answer", {"problem": "1", "answer": "\frac12"}, Action(Verb.SUBMIT, "1", r"\frac12"), "a backslash that"),
    ("bash_command", {"command": "echo '\boxed{5}'"}, Action(Verb.COMMAND, "", r"echo '\boxed{5}'"), "a backslash"),
    ("focus_problem", {"problem": "Problem 1"}, Action(Verb.FOCUS, "1"), "'Problem 1' for the label 1"),
    ("focus_problem", {"problem": "#2"}, Action(Verb.FOCUS, "2"), "'#2' for the label 2"),
    ("focus_problem", {"problem": 3}, Action(Verb.FOCUS, "3"), "a number for the text 'problem'"),
    ("shelve_problem", {"problem": "1", "note": None}, Action(Verb.SHELVE, "1"), "null for 'note'"),
    ("bash_command", {"command": "ls", "timeout": 5}, Action(Verb.COMMAND, "", "ls"), "ignored 'timeout'"),
    ("Submit_Answer", {"problem": "1", "answer": "5"}, Action(Verb.SUBMIT, "1", "5"), "'Submit_Answer' for the tool"),
    ("functions.contestStatus", {}, Action(Verb.STATUS), "for the tool contest_status"),
    ("submit_answer", {"Problem": "1", "answer": "5"}, Action(Verb.SUBMIT, "1", "5"), "'Problem' for 'problem'"),
    ("focus_problem", {"problem": 2.0}, Action(Verb.FOCUS, "2"), "a number for the text 'problem'"),
    ("focus_problem", {"problem": "02"}, Action(Verb.FOCUS, "2"), "'02' for the label 2"),
    ("bash_command", {"command": "ls", "problem": "1"}, Action(Verb.COMMAND, "", "ls"), "ignored 'problem'"),
]  # fmt: skip


def native(name: str, arguments: str) -> Turn:
    return read_native(ChatReply(content="", tool_calls=(ToolCall("c", name, arguments),)), NAMES, max_tokens=9)


def in_json(value: Any) -> Turn:
    return read_json(ChatReply(content=json.dumps(value)), NAMES, max_tokens=9)


@pytest.mark.parametrize(("name", "arguments", "meant", "noted"), UNDERSTOOD)
def test_what_has_one_meaning_is_understood_and_noted_in_both_modes(
    name: str, arguments: Any, meant: Action, noted: str
) -> None:
    turn = native(name, json.dumps(arguments))
    assert (turn.actions, turn.faults) == ((meant,), ())
    assert len(turn.tolerated) == 1 or isinstance(arguments["problem"], int)
    assert noted in " ".join(turn.tolerated)
    flat = in_json({"thought": "", "actions": [{"tool": name, **(arguments or {})}]})
    wrapped = in_json({"thought": "", "actions": [{"name": name, "arguments": arguments}]})
    assert flat.actions == wrapped.actions == (meant,)
    assert noted in " ".join(flat.tolerated) or arguments is None
    assert "'name' for 'tool'" in wrapped.tolerated[0]


def test_arguments_encoded_twice_or_a_lone_command_are_understood() -> None:
    twice = native("bash_command", json.dumps(json.dumps({"command": "ls"})))
    lone = native("bash_command", json.dumps("ls"))
    assert twice.actions == lone.actions == (Action(Verb.COMMAND, "", "ls"),)
    assert twice.tolerated == ("call 0: an object inside a string",)


@pytest.mark.parametrize(
    "arguments",
    [
        '[{"problem": "3", "answer": "5"}]',
        "{'problem': '3', 'answer': '5'}",
        '{"problem": "3", "answer": "5",}',
        '```json\n{"problem": "3", "answer": "5"}\n```',
    ],
)
def test_what_is_almost_json_is_understood(arguments: str) -> None:
    turn = native("submit_answer", arguments)
    assert (turn.actions, turn.faults) == ((Action(Verb.SUBMIT, "3", "5"),), ())
    assert len(turn.tolerated) == 1


def test_latex_without_its_escapes_is_understood() -> None:
    turn = native("submit_answer", r'{"problem": "3", "answer": "\boxed{\sqrt{2}}"}')
    assert turn.actions == (Action(Verb.SUBMIT, "3", r"\boxed{\sqrt{2}}"),)


@pytest.mark.parametrize(
    "arguments", ['{"command": "ls"', '{"command": "ls"}{"command": "rm x"}', "ls", "[1, 2]", "{1, 2}"]
)
def test_what_breaks_off_or_says_two_things_is_refused(arguments: str) -> None:
    turn = native("bash_command", arguments)
    assert (turn.actions, len(turn.faults)) == ((), 1)


@pytest.mark.parametrize(
    "value",
    [
        {"tool": "contest_status"},
        {"thought": "x", "tool": "contest_status"},
        {"actions": {"tool": "contest_status"}},
        {"thought": "x", "actions": [{"tool": "contest_status", "arguments": None}]},
        {"actions": [{"tool": "contest_status"}], "plan": "an extra field of the turn"},
    ],
)
def test_a_json_turn_of_one_action_may_leave_out_its_frame(value: dict[str, Any]) -> None:
    turn = in_json(value)
    assert (turn.actions, turn.faults) == ((Action(Verb.STATUS),), ())


def test_what_is_sent_as_asked_notes_nothing() -> None:
    assert native("focus_problem", '{"problem": "2"}').tolerated == ()
    assert native("focus_problem", '{"problem": "p8"}').tolerated == ()
    assert in_json({"thought": "", "actions": [{"tool": "bash_command", "command": "ls"}]}).tolerated == ()


@pytest.mark.parametrize(
    ("word", "label"),
    [
        ("Problem 1", "A"), ("problem B", "B"), ("#2", "B"), ("Problem #3", "C"), ("(c)", "C"), ("[1]", "A"),
        ("1.", "A"), ("P2", "B"), ("problem_A", "A"), ("Question 1", "A"), ("B:", "B"), ("Problem 2: Tiles", "B"),
        ("p9", "C"), ("Problem 4", None), ("D", None), ("", None), ("Problem", None), ("A and B", None), ("1 2", None),
        ("-1", None), ("0", None), ("9" * 5000, None), ("２", "B"),
    ],
)  # fmt: skip
def test_a_label_is_read_as_models_write_it(word: str, label: str | None) -> None:
    assert resolve_label(word, ("A", "B", "C"), ("p7", "p8", "p9")) == label


def test_a_shell_word_takes_the_same_labels() -> None:
    assert parse_helper("focus_problem Problem 1") == Action(Verb.FOCUS, "1")
    assert parse_helper("submit_answer problem 2 39") == Action(Verb.SUBMIT, "2", "39")
    assert parse_helper("submit_answer #2 39") == Action(Verb.SUBMIT, "#2", "39")


def test_many_such_turns_end_no_episode_and_the_record_says_what_was_tolerated(tmp_path: Path) -> None:
    odd = [("contest_status", "null")] * 7 + [("submit_answer", {"problem": "Problem 1", "answer": 39, "why": "x"})]
    with model_server(*(calls(call) for call in odd), DONE) as server:
        episode = play(LLMAgent(OpenAIChat(profile(server))), tmp_path)
    assert episode.verbs == ["status"] * 7 + ["submit", "finish"]
    assert (episode.kinds, episode.notes["ended"]) == ([], "finished")
    turns = episode.typed.turns
    assert turns[0].tolerated == ("call 0: null for no arguments",)
    assert len(turns[7].tolerated) == 3
    assert turns[8].tolerated == ()
    well_formed(server.bodies[-1]["messages"])


def test_in_json_mode_too(tmp_path: Path) -> None:
    odd = {"thought": "", "actions": [{"tool": "submit_answer", "problem": "#1", "answer": 39, "timeout": 1}]}
    script = [*[says(json.dumps(odd))] * 7, says('{"tool": "mark_task_complete"}')]
    with model_server(*script) as server:
        episode = play(LLMAgent(OpenAIChat(profile(server, tools="json"))), tmp_path)
    assert episode.verbs == ["submit"] * 7 + ["finish"]
    assert episode.kinds == []
    assert len(episode.typed.turns[0].tolerated) == 3


def test_a_killed_episode_keeps_what_was_tolerated(tmp_path: Path) -> None:
    with model_server(calls(("contest_status", "null")), DONE) as server:
        typed = play(LLMAgent(OpenAIChat(profile(server))), tmp_path).typed
    begin = {"settings": typed.settings.model_dump(mode="json"), "versions": typed.versions.model_dump(mode="json")}
    noted = {"turn": 1, "texts": ["call 0: null for no arguments"]}
    lines = [{"begin": begin}, {"turn": {"content": ""}}, {"tolerated": noted}]
    record = from_partial("".join(json.dumps(line) + "\n" for line in lines))
    assert record.turns[0].tolerated == ("call 0: null for no arguments",)
