"""What the rest of the product takes for granted of a server, asked of a real one."""

from __future__ import annotations

import json

from r3gym.models import ChatRequest, ModelProfile
from r3gym.models.client import OpenAIChat
from r3gym.models.probe import probe_tools

STORY = ({"role": "user", "content": "Write a long story about a fox."},)
SUM = ({"role": "user", "content": "What is 2 + 3? Reply with the number."},)
BASH = {
    "type": "function",
    "function": {
        "name": "bash_command",
        "description": "Run a shell command.",
        "parameters": {
            "type": "object",
            "properties": {"command": {"type": "string"}},
            "required": ["command"],
            "additionalProperties": False,
        },
    },
}


def test_the_cap_holds_and_the_usage_says_so(profile: ModelProfile) -> None:
    reply = OpenAIChat(profile).complete(ChatRequest(STORY, max_tokens=12))
    assert reply.finish == "length"
    assert reply.usage is not None
    assert reply.usage.completion_tokens == 12
    assert reply.usage.prompt_tokens > 10


def test_streamed_and_whole_replies_are_the_same(profile: ModelProfile) -> None:
    whole = OpenAIChat(profile).complete(ChatRequest(STORY, max_tokens=24, seed=7))
    streamed = OpenAIChat(profile.model_copy(update={"stream": True})).complete(
        ChatRequest(STORY, max_tokens=24, seed=7)
    )
    assert streamed.content == whole.content
    assert streamed.finish == whole.finish
    assert streamed.usage is not None
    assert streamed.usage.completion_tokens == 24


def test_a_seed_decides_what_is_sampled(profile: ModelProfile) -> None:
    warm = OpenAIChat(profile.model_copy(update={"temperature": 1.0}))
    said = [warm.complete(ChatRequest(STORY, max_tokens=24, seed=seed)).content for seed in (5, 5, 6)]
    assert said[0] == said[1] != said[2]


def test_native_tool_calls_come_back_well_formed(profile: ModelProfile) -> None:
    ask = ({"role": "user", "content": "List the files of /app with the tool bash_command."},)
    reply = OpenAIChat(profile).complete(ChatRequest(ask, max_tokens=80, tools=(BASH,)))
    assert reply.finish == "tool_calls"
    (call,) = reply.tool_calls
    assert call.name == "bash_command"
    assert "/app" in json.loads(call.arguments)["command"]


def test_the_probe_finds_native_tools(profile: ModelProfile) -> None:
    assert probe_tools(OpenAIChat(profile)).mode == "native"


def test_a_schema_binds_the_reply(profile: ModelProfile) -> None:
    schema = {
        "type": "object",
        "properties": {"tool": {"enum": ["bash_command", "finish"]}, "command": {"type": "string", "maxLength": 40}},
        "required": ["tool", "command"],
        "additionalProperties": False,
    }
    reply = OpenAIChat(profile).complete(ChatRequest(SUM, max_tokens=80, schema=schema))
    said = json.loads(reply.content)
    assert set(said) == {"tool", "command"}
    assert said["tool"] in ("bash_command", "finish")
