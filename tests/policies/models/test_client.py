"""The client against a real server on loopback: requests, replies, faults."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from loopback_model import DROP, HALF_CLOSE, ModelServer, calls, cut, http_error, model_server, raw, says, slow, trickle

from r3gym.errors import ModelFailure
from r3gym.policies.models import ChatRequest, ModelProfile, ToolCall, Usage, retrying
from r3gym.policies.models.client import OpenAIChat

HELLO = ChatRequest(({"role": "user", "content": "say hello please"},))


@pytest.fixture(autouse=True)
def _short_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.01)


def chat(server: ModelServer, **profile: Any) -> OpenAIChat:
    chosen = {"name": "loop", "model": "m", "base_url": server.url, "retries": 2, "timeout_s": 5.0, **profile}
    return OpenAIChat(ModelProfile.model_validate(chosen))


@pytest.mark.parametrize("stream", [False, True])
def test_a_reply_has_text_reasoning_calls_finish_and_usage(stream: bool) -> None:
    with model_server(
        says("hello there", reasoning="a greeting is due"),
        calls(("bash_command", {"command": "ls\u2028 -l"}), ("mark_task_complete", {}), content="so:"),
    ) as server:
        model = chat(server, stream=stream)
        first, second = model.complete(HELLO), asyncio.run(model.acomplete(HELLO))
    assert (first.content, first.reasoning, first.finish) == ("hello there", "a greeting is due", "stop")
    assert first.usage == Usage(3, 6, reasoning_tokens=4)
    assert second.content == "so:"
    assert second.finish == "tool_calls"
    assert second.tool_calls == (
        ToolCall("call_0", "bash_command", '{"command": "ls\\u2028 -l"}'),
        ToolCall("call_1", "mark_task_complete", "{}"),
    )


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "fault",
    [
        http_error(429, retry_after=0),
        http_error(500),
        http_error(408),
        DROP,
        HALF_CLOSE,
        cut(says("hello there")),
        raw(b"<html>busy</html>"),
        raw(b""),
        slow(says("late"), 3),
        trickle(says("late"), 3),
    ],
    ids=["429", "500", "408", "drop", "half-close", "cut", "html", "empty", "slow", "trickle"],
)
def test_faults_that_may_pass_are_tried_again(fault: Any, stream: bool) -> None:
    with model_server(fault, says("hello there")) as server:
        reply = chat(server, stream=stream, timeout_s=0.5).complete(HELLO)
    assert (reply.content, reply.attempts, len(server.requests)) == ("hello there", 2, 2)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_faults_that_will_not_pass_are_not_tried_again(status: int) -> None:
    with model_server(http_error(status), says("never")) as server, pytest.raises(ModelFailure, match=f"{status}"):
        chat(server).complete(HELLO)
    assert len(server.requests) == 1
