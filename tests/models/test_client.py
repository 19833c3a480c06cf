"""The client against a real server on loopback: what is sent, what comes back, what is tried again."""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from loopback_model import DROP, HALF_CLOSE, calls, cut, http_error, model_server, raw, says, slow, trickle
from model_client import ask, chat_with, profile_of

from r3gym.errors import InputError, ModelFailure
from r3gym.models import OpenAIChat, ToolCall, Usage, transport

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}
TOOL = {"type": "function", "function": {"name": "bash_command", "parameters": {"type": "object"}}}


@pytest.mark.parametrize("stream", [False, True])
def test_a_reply_has_text_reasoning_calls_finish_and_usage(stream: bool) -> None:
    with model_server(
        says("hello there", reasoning="a greeting is due"),
        calls(("bash_command", {"command": "ls\u2028 -l"}), ("mark_task_complete", {}), content="so:"),
    ) as server:
        model = chat_with(server, stream=stream)
        first, second = model.complete(ask()), asyncio.run(model.acomplete(ask()))
    assert (first.content, first.reasoning, first.finish) == ("hello there", "a greeting is due", "stop")
    assert (first.usage, first.served_model) == (Usage(3, 6, reasoning_tokens=4), "loopback-model")
    assert (second.content, second.finish) == ("so:", "tool_calls")
    assert second.tool_calls == (
        ToolCall("call_0", "bash_command", '{"command": "ls\\u2028 -l"}'),
        ToolCall("call_1", "mark_task_complete", "{}"),
    )


def test_a_bare_profile_sends_the_messages_and_nothing_else() -> None:
    with model_server(says("hi")) as server:
        chat_with(server).complete(ask("hello"))
    assert server.bodies == [{"model": "m", "messages": [{"role": "user", "content": "hello"}], "stream": False}]


def test_the_profile_and_the_request_decide_the_parameters() -> None:
    fields = {
        "temperature": 0.0,
        "top_p": 0.9,
        "reasoning_effort": "high",
        "cap_field": "max_completion_tokens",
        "extra_body": {"top_k": 20},
        "stream": True,
    }
    with model_server(says("hi")) as server:
        chat_with(server, **fields).complete(ask("hello", max_tokens=77, seed=5, tools=(TOOL,), run="episode 1"))
    assert server.bodies[0] == {
        "model": "m",
        "messages": [{"role": "user", "content": "hello"}],
        "temperature": 0.0,
        "top_p": 0.9,
        "reasoning_effort": "high",
        "max_completion_tokens": 77,
        "top_k": 20,
        "seed": 5,
        "tools": [TOOL],
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_thinking_is_switched_as_the_provider_wants_it() -> None:
    thinking = {"enabled": True, "on": {"think": True}, "off": {"think": False}, "off_effort": "none"}
    with model_server(model=lambda _: says("hi")) as server:
        model = chat_with(server, thinking=thinking, reasoning_effort="high")
        model.complete(ask())
        model.complete(ask(thinking=False))
        off = {"enabled": False, "off": {"think": False}}
        chat_with(server, thinking=off, reasoning_effort="none").complete(ask())
    assert [(body["think"], body["reasoning_effort"]) for body in server.bodies] == [
        (True, "high"),
        (False, "none"),
        (False, "none"),
    ]


def test_a_profile_that_does_not_say_switches_nothing_until_a_call_does() -> None:
    thinking = {"on": {"think": True}, "off": {"think": False}}
    with model_server(model=lambda _: says("hi")) as server:
        model = chat_with(server, thinking=thinking, reasoning_effort="high")
        model.complete(ask())
        model.complete(ask(thinking=False))
    asked, finaliser = server.bodies
    assert ("think" in asked, asked["reasoning_effort"]) == (False, "high")
    assert (finaliser["think"], "reasoning_effort" in finaliser) == (False, False)


FAULTS = {
    "429": http_error(429, retry_after=0),
    "500": http_error(500),
    "503": http_error(503, retry_after_ms="5"),
    "529": http_error(529),
    "408": http_error(408),
    "409": http_error(409),
    "drop": DROP,
    "half-close": HALF_CLOSE,
    "cut": cut(says("hello there")),
    "html": raw(b"<html>busy</html>"),
    "empty": raw(b""),
    "no choices": raw(b'{"choices": []}'),
    "an error said with 200": raw(b'{"error": {"message": "overloaded", "code": 502}}'),
    "broken off": says("hello th", finish="insufficient_system_resource"),
}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_faults_that_may_pass_are_tried_again(fault: Any, stream: bool) -> None:
    with model_server(fault, says("hello there")) as server:
        reply = chat_with(server, stream=stream).complete(ask())
    assert (reply.content, reply.attempts, len(server.requests)) == ("hello there", 2, 2)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("late", [slow, trickle])
def test_an_answer_that_comes_too_late_is_asked_for_again(late: Any, stream: bool) -> None:
    with model_server(late(says("late"), 60), model=lambda _: says("in time")) as server:
        reply = chat_with(server, stream=stream, timeout_s=0.4, retries=50).complete(ask())
    assert (reply.content, reply.attempts >= 2) == ("in time", True)


@pytest.mark.parametrize(
    ("status", "question"),
    [(400, "parameters"), (401, "key"), (403, "key"), (404, "base_url and model"), (422, "parameters")],
)
def test_faults_that_will_not_pass_are_not_tried_again_and_say_what_to_look_at(status: int, question: str) -> None:
    expected = pytest.raises(ModelFailure, match=f"'loop' answered HTTP {status}.*{question}")
    with model_server(http_error(status), says("never")) as server, expected as failure:
        chat_with(server).complete(ask())
    assert (len(server.requests), failure.value.status) == (1, status)


def test_an_exhausted_quota_is_not_waited_for() -> None:
    quota = http_error(429, body={"error": {"message": "pay", "code": "insufficient_quota"}})
    with model_server(quota) as server, pytest.raises(ModelFailure, match=r"HTTP 429 \(insufficient_quota\)"):
        chat_with(server).complete(ask())


def test_after_the_retries_the_service_has_failed() -> None:
    expected = pytest.raises(ModelFailure, match=r"HTTP 500 \(after 3 attempts\)")
    with model_server(model=lambda _: http_error(500)) as server, expected as failure:
        chat_with(server).complete(ask())
    assert (len(server.requests), failure.value.status) == (3, 500)


def test_a_server_that_is_not_there_cannot_be_reached() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        with pytest.raises(ModelFailure, match="cannot be reached") as failure:
            chat_with(url, retries=1).complete(ask())
    assert failure.value.status is None


def test_the_time_out_bounds_the_whole_answer_not_each_read() -> None:
    expected = pytest.raises(ModelFailure, match=r"did not answer within 0.3 s")
    with model_server(model=lambda _: trickle(says("late"), 60)) as server, expected:
        chat_with(server, timeout_s=0.3, retries=0).complete(ask())


def test_a_stream_that_ends_without_a_finish_is_no_reply() -> None:
    chunk = b'data: {"choices": [{"index": 0, "delta": {"content": "half an"}}]}\n\n'
    expected = pytest.raises(ModelFailure, match="a stream that ended in the middle")
    with model_server(raw(chunk, Content_Type="text/event-stream")) as server, expected:
        chat_with(server, stream=True, retries=0).complete(ask())


def test_a_body_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MAX_BODY_BYTES", 1 << 20)
    with model_server(raw(b" " * (3 << 20))) as server, pytest.raises(ModelFailure, match="sent more than 1 MiB"):
        chat_with(server, retries=0).complete(ask())


def test_a_server_that_does_not_stream_is_read_all_the_same() -> None:
    whole = b'{"choices": [{"message": {"content": "whole"}, "finish_reason": "stop"}]}'
    with model_server(raw(whole)) as server:
        assert chat_with(server, stream=True).complete(ask()).content == "whole"


@pytest.mark.parametrize(
    ("takes", "asked"),
    [
        ("json_schema", ["json_schema"]),
        ("json_object", ["json_schema", "json_object"]),
        (None, ["json_schema", "json_object", None]),
    ],
)
def test_json_is_asked_for_in_the_strictest_form_that_the_server_takes_and_that_is_remembered(
    takes: str | None, asked: list[str | None]
) -> None:
    def form(body: dict[str, Any]) -> str | None:
        return body["response_format"]["type"] if "response_format" in body else None

    with model_server(model=lambda body: says('{"n": 1}') if form(body) == takes else http_error(400)) as server:
        model = chat_with(server)
        first, second = model.complete(ask(schema=SCHEMA)), model.complete(ask(schema=SCHEMA))
    assert (first.content, first.attempts, second.attempts) == ('{"n": 1}', len(asked), 1)
    assert [form(body) for body in server.bodies] == [*asked, takes]
    if takes == "json_schema":
        assert server.bodies[0]["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_request_that_is_wrong_in_every_form_teaches_nothing_about_forms() -> None:
    with model_server(http_error(400), http_error(400), http_error(400), model=lambda _: says("{}")) as server:
        model = chat_with(server)
        with pytest.raises(ModelFailure, match="HTTP 400"):
            model.complete(ask(schema=SCHEMA))
        model.complete(ask(schema=SCHEMA))
    assert server.bodies[-1]["response_format"]["type"] == "json_schema"


def test_the_key_is_read_at_every_call_and_nobody_elses_goes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-somebody-elses")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-somebody-elses")
    monkeypatch.delenv("OWN_KEY", raising=False)
    with model_server(model=lambda _: says("hi")) as server:
        model = chat_with(server, api_key_env="OWN_KEY")
        with pytest.raises(InputError, match=r"OWN_KEY.*is not set.*export OWN_KEY=KEY"):
            model.complete(ask())
        for key in ("sk-first-key", "sk-second-key"):
            monkeypatch.setenv("OWN_KEY", f" {key}\n")
            model.complete(ask())
        chat_with(server).complete(ask())
    sent = [received.headers["authorization"] for received in server.requests]
    assert sent == ["Bearer sk-first-key", "Bearer sk-second-key", "Bearer no-key"]
    assert not [h for received in server.requests for h in received.headers.values() if "somebody" in h]


def test_a_client_needs_an_address() -> None:
    with pytest.raises(InputError, match="model 'loop': no base_url"):
        OpenAIChat(profile_of("http://127.0.0.1:1/v1").model_copy(update={"base_url": None}))


def test_no_proxy_stands_before_a_server_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with model_server(says("hi")) as server:
        assert chat_with(server, retries=0).complete(ask()).content == "hi"


def test_text_that_utf8_cannot_carry_neither_stops_a_call_nor_enters_a_record() -> None:
    with model_server(raw(b'{"choices": [{"message": {"content": "\\ud83d!"}, "finish_reason": "stop"}]}')) as server:
        reply = chat_with(server).complete(ask("half a pair: \ud83d"))
    assert (reply.content, server.bodies[0]["messages"][0]["content"]) == ("?!", "half a pair: ?")


def test_connections_are_kept_and_used_again() -> None:
    with model_server(model=lambda _: says("hi")) as server:
        model = chat_with(server)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: model.complete(ask()), range(40)))
    assert len(server.requests) == 40
    assert len({received.headers["x-port"] for received in server.requests}) <= 8


def test_a_caller_that_is_cancelled_takes_its_call_along() -> None:
    async def impatient(model: OpenAIChat) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(model.acomplete(ask("slow one")), 0.3)

    with model_server(slow(says("late"), 60), says("hi")) as server:
        model = chat_with(server, concurrency=1, timeout_s=600.0)
        asyncio.run(impatient(model))
        assert model.complete(ask()).content == "hi"  # the only slot is free again


def _call_in_child(url: str, pipe: Any) -> None:
    pipe.send(chat_with(url).complete(ask("from the child")).content)


def test_a_forked_process_makes_its_own_connections_and_leaves_its_parents_alone() -> None:
    with model_server(model=lambda body: says(body["messages"][0]["content"])) as server:
        model = chat_with(server)
        assert model.complete(ask("before")).content == "before"
        ours, theirs = multiprocessing.get_context("fork").Pipe()
        child = multiprocessing.get_context("fork").Process(target=_call_in_child, args=(server.url, theirs))
        child.start()
        assert ours.poll(30)
        assert ours.recv() == "from the child"
        child.join(30)
        assert (child.exitcode, model.complete(ask("after")).content) == (0, "after")
