"""Replies in the dialects of the servers there are, read into one form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from r3gym.models import ChatReply, ToolCall, Usage
from r3gym.models.reply_reading import InvalidReplyError, read_reply, read_usage
from r3gym.models.streaming import StreamedCompletion


def whole(message: dict[str, Any], finish: str | None = "stop", **top: Any) -> ChatReply:
    """The reply when the message comes in one piece."""
    return read_reply({"choices": [{"message": message, "finish_reason": finish}], **top})


def streamed(*deltas: dict[str, Any], finish: str = "stop", **last: Any) -> ChatReply:
    """The reply when these deltas come one after the other."""
    joined = StreamedCompletion()
    for delta in deltas:
        joined.add(json.dumps({"choices": [{"index": 0, "delta": delta}]}).encode())
    joined.add(json.dumps({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}], **last}).encode())
    return read_reply(joined.completion())


@pytest.mark.parametrize(
    "message",
    [
        {"content": "42", "reasoning_content": "six times seven"},
        {"content": "42", "reasoning": "six times seven"},
        {"content": "42", "reasoning": {"content": "six times seven"}},
        {"content": "42", "reasoning_details": [{"type": "reasoning.text", "text": "six times seven"}]},
        {"content": "42", "reasoning_details": [{"summary": "six times"}, {"data": "x"}, {"text": " seven"}]},
        {"content": "42", "reasoning": "six times seven", "reasoning_details": [{"text": "six times seven"}]},
        {"content": "<think>six times seven</think>42"},
        {"content": "\n<think>\nsix times seven\n</think>\n\n42"},
        {"content": "six times seven\n</think>\n\n42"},
        {"content": [{"type": "thinking", "thinking": [{"text": "six times seven"}]}, {"type": "text", "text": "42"}]},
        {"content": [{"type": "text", "text": "4"}, {"text": "2"}], "reasoning_content": "six times seven"},
    ],
)
def test_reasoning_is_found_wherever_a_server_puts_it(message: dict[str, Any]) -> None:
    for reply in (whole(message), streamed(message)):
        assert (reply.content, reply.reasoning) == ("42", "six times seven")


def test_thinking_that_was_cut_off_is_reasoning_and_no_answer() -> None:
    reply = whole({"content": "<think>first, let us see: the answer is 41 or"}, finish="length")
    assert (reply.content, reply.reasoning) == ("", "first, let us see: the answer is 41 or")


def test_text_about_thinking_stays_text() -> None:
    assert whole({"content": "Write <think> to think."}).content == "Write <think> to think."
    kept = whole({"content": "a </think> b", "reasoning_content": "r"})
    assert (kept.content, kept.reasoning) == ("a </think> b", "r")


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"id": "x", "function": {"name": "f", "arguments": '{"a": 1}'}}, ToolCall("x", "f", '{"a": 1}')),
        ({"id": "x", "function": {"name": "f", "arguments": {"a": 1}}}, ToolCall("x", "f", '{"a": 1}')),
        ({"function": {"name": "f", "arguments": "{"}}, ToolCall("call_0", "f", "{")),
        ({"id": "", "type": "function", "function": {"name": "f"}}, ToolCall("call_0", "f", "")),
        ({"id": 3, "function": {"name": None, "arguments": None}}, ToolCall("3", "", "")),
        ({"id": "x"}, ToolCall("x", "", "")),
    ],
)
def test_tool_calls_keep_what_was_sent_and_get_an_id(sent: dict[str, Any], read: ToolCall) -> None:
    for reply in (whole({"content": None, "tool_calls": [sent]}), streamed({"tool_calls": [sent]})):
        assert (reply.tool_calls, reply.content) == ((read,), "")


def test_calls_with_the_same_id_are_told_apart() -> None:
    same = {"id": "call_1", "function": {"name": "f", "arguments": "{}"}}
    assert [call.id for call in whole({"tool_calls": [same, same, same]}).tool_calls] == [
        "call_1",
        "call_1_1",
        "call_1_2",
    ]


def test_the_call_of_old_servers_is_a_call() -> None:
    old = {"content": None, "function_call": {"name": "f", "arguments": "{}"}}
    for reply in (whole(old, "function_call"), streamed(old, finish="function_call")):
        assert (reply.tool_calls, reply.finish) == ((ToolCall("call_0", "f", "{}"),), "tool_calls")


def test_calls_in_a_stream_are_joined_by_index_by_id_or_as_they_come() -> None:
    def piece(text: str, **named: Any) -> dict[str, Any]:
        return {"tool_calls": [{"function": {"arguments": text}, **named}]}

    first = {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "f", "arguments": ""}}]}
    second = {"tool_calls": [{"index": 1, "id": "b", "function": {"name": "g", "arguments": "["}}]}
    reply = streamed(first, second, piece("{", index=0), piece("]", index=1), piece("}", index=0))
    assert reply.tool_calls == (ToolCall("a", "f", "{}"), ToolCall("b", "g", "[]"))
    same_index = [{"tool_calls": [{"index": 0, "id": name, "function": {"name": name}}]} for name in "fg"]
    assert [call.name for call in streamed(*same_index).tool_calls] == ["f", "g"]
    assert streamed(piece("1", id="a"), piece("2", id="a")).tool_calls == (ToolCall("a", "", "12"),)
    assert [call.arguments for call in streamed(piece("{}"), piece("[]")).tool_calls] == ["{}", "[]"]


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("max_tokens", "length"),
        ("content_filter", "content_filter"),
        (None, ""),
    ],
)
def test_how_it_ended_is_said_in_one_set_of_words(word: str | None, finish: str) -> None:
    assert whole({"content": "x"}, word).finish == finish


def test_a_refusal_is_what_the_model_said() -> None:
    assert whole({"content": None, "refusal": "I will not."}).content == "I will not."
    assert whole({"content": [{"type": "refusal", "refusal": "I will not."}]}).content == "I will not."


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (None, None),
        ({}, None),
        ({"prompt_tokens": None, "completion_tokens": "many"}, None),
        ({"prompt_tokens": 5, "completion_tokens": 7}, Usage(5, 7)),
        ({"prompt_tokens": 5, "completion_tokens": 7.0}, Usage(5, 7)),
        (
            {
                "prompt_tokens": 5,
                "completion_tokens": 7,
                "total_tokens": 12,
                "completion_tokens_details": {"reasoning_tokens": 3},
                "prompt_tokens_details": {"cached_tokens": 4},
            },
            Usage(5, 7, 3, 4),
        ),
        ({"prompt_tokens": 5, "completion_tokens": 7, "prompt_cache_hit_tokens": 2}, Usage(5, 7, None, 2)),
        ({"prompt_tokens": 5, "completion_tokens": 7, "completion_tokens_details": None}, Usage(5, 7)),
        # reasoning counted apart, as the total shows
        (
            {"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 15, "reasoning_tokens": 3},
            Usage(5, 10, reasoning_tokens=3),
        ),
    ],
)
def test_usage_is_what_the_provider_reported(sent: Any, read: Usage | None) -> None:
    assert read_usage(sent) == read
    assert streamed({"content": "x"}, usage=sent).usage == read


@pytest.mark.parametrize(
    "body",
    [None, [], "text", {}, {"choices": None}, {"choices": []}, {"choices": [{}]}, {"choices": [{"message": "hi"}]}],
)
def test_what_is_no_completion_is_not_a_reply(body: Any) -> None:
    with pytest.raises(InvalidReplyError):
        read_reply(body)


#: A loaded machine is no counter-example.
patient = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
fields = ("content refusal reasoning reasoning_content reasoning_details tool_calls function_call").split()
messages = st.dictionaries(st.sampled_from(fields), json_values)


@patient
@given(message=messages, finish=st.none() | st.text(max_size=9), usage=json_values)
def test_whatever_a_server_sends_is_read_or_refused_and_can_be_recorded(message: Any, finish: Any, usage: Any) -> None:
    try:
        reply = read_reply({"choices": [{"message": message, "finish_reason": finish}], "usage": usage})
    except InvalidReplyError:
        return
    json.dumps(reply.to_json(), ensure_ascii=False).encode()


@patient
@given(deltas=st.lists(st.dictionaries(st.sampled_from(fields), json_values), max_size=4), usage=json_values)
def test_whatever_a_stream_brings_is_read_or_refused(deltas: list[Any], usage: Any) -> None:
    try:
        streamed(*deltas, usage=usage)
    except InvalidReplyError:
        return
