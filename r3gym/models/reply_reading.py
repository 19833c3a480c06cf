"""Parse the body of a chat completion, in any server's dialect, into a `ChatReply`.

Servers differ in where they put reasoning, how they write tool calls and what they count. All known forms are
accepted; a body that is no chat completion raises `InvalidReplyError` and counts as a transport failure, not as an
answer.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ValidationError

from r3gym.models.messages import ChatReply, ToolCall, Usage

#: Words of other dialects for how a completion ended.
_FINISH = {
    "function_call": "tool_calls",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_length": "length",
    "end_turn": "stop",
    "eos": "stop",
    "safety": "content_filter",
    "sensitive": "content_filter",
    "recitation": "content_filter",
    "blocklist": "content_filter",
    "prohibited_content": "content_filter",
    "spii": "content_filter",
}
#: Words that say that the service stopped, not the model.
_INTERRUPTED = frozenset({"error", "abort", "insufficient_system_resource"})


class InvalidReplyError(Exception):
    """The body is no chat completion; says in which way, without quoting it. ``status`` when it states one itself."""

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


class _Function(BaseModel):
    name: str | None = None
    arguments: Any = None


class _Call(BaseModel):
    id: str | int | None = None
    function: _Function | None = None


class _Message(BaseModel):
    content: Any = None
    refusal: str | None = None
    reasoning_content: Any = None
    reasoning: Any = None
    reasoning_details: Any = None
    tool_calls: list[_Call] | None = None
    function_call: _Function | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    choices: list[_Choice] | None = None
    model: str | None = None
    usage: Any = None
    error: Any = None


def parse_json(body: bytes) -> Any:
    """Return the JSON value of a body; raise `InvalidReplyError` if it has none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise InvalidReplyError("a body that is not JSON" if body.strip() else "an empty body") from None


def read_reply(value: Any) -> ChatReply:
    """Return the reply in a chat completion; raise `InvalidReplyError` if the value is none."""
    try:
        completion = _Completion.model_validate(value)
    except ValidationError:
        raise InvalidReplyError("no chat completion") from None
    if completion.error and not completion.choices:
        code = completion.error.get("code") if isinstance(completion.error, dict) else None
        raise InvalidReplyError("an error", code if isinstance(code, int) and 400 <= code < 600 else None)
    if not completion.choices:
        raise InvalidReplyError("no chat completion")
    choice = completion.choices[0]
    finish = choice.finish_reason or ""
    if finish in _INTERRUPTED:
        raise InvalidReplyError("a completion that the service broke off")
    content, reasoning = _texts(choice.message)
    return ChatReply(
        content=_clean(content),
        reasoning=_clean(reasoning),
        tool_calls=_tool_calls(choice.message),
        finish=_FINISH.get(finish.lower(), finish),
        usage=read_usage(completion.usage),
        served_model=_clean(completion.model or "")[:200],
    )


def _texts(message: _Message) -> tuple[str, str]:
    """Return content and reasoning, each from the field in which this server puts it."""
    parts = message.content if isinstance(message.content, list) else [message.content]
    content = "".join(_part_text(part) for part in parts)
    channels = (message.reasoning_content, message.reasoning, message.reasoning_details)
    reasoning = next((text for text in map(_reasoning_text, channels) if text), "")
    if not reasoning:
        reasoning = "".join(_reasoning_text(p.get("thinking")) for p in parts if isinstance(p, dict))
    thought, content = split_thinking(content, closing_only=not reasoning)
    reasoning = "\n".join(text for text in (reasoning, thought) if text)
    return content or message.refusal or "", reasoning


def split_thinking(content: str, *, closing_only: bool = True) -> tuple[str, str]:
    """Return the reasoning that a server left in the content, and the rest.

    An opening tag that is never closed makes everything reasoning. ``closing_only``: chat templates that open the tag
    in the prompt leave only the closing one in the text.

    >>> split_thinking("<think>one, two</think>\\n\\n3"), split_thinking("<think>one, t")
    (('one, two', '3'), ('one, t', ''))
    >>> split_thinking("one, two </think> 3"), split_thinking("I <think> so")
    (('one, two', '3'), ('', 'I <think> so'))
    """
    text = content.lstrip()
    opened = text.startswith("<think>")
    if not opened and (not closing_only or "</think>" not in text or "<think>" in text):
        return "", content
    thought, _, rest = text.removeprefix("<think>").partition("</think>")
    return thought.strip(), rest.strip()


def _part_text(part: Any) -> str:
    """Return the text of a part of the content; "" for parts that are no text (pictures, reasoning)."""
    if isinstance(part, str):
        return part
    found = [part.get(name) for name in ("text", "refusal")] if isinstance(part, dict) else []
    return next((text for text in found if isinstance(text, str)), "")


def _reasoning_text(value: Any) -> str:
    """Return the text of a string, of a list of texts or parts, or of a part (``text``, ``summary``, ``content``)."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(_reasoning_text(part) for part in value)
    if isinstance(value, dict):
        return next((t for name in ("text", "summary", "content") if (t := _reasoning_text(value.get(name)))), "")
    return ""


def _tool_calls(message: _Message) -> tuple[ToolCall, ...]:
    """Return the calls with distinct ids: some servers send none, or the same for all."""
    sent = list(message.tool_calls or [])
    if message.function_call is not None and not sent:
        sent = [_Call(function=message.function_call)]
    calls: list[ToolCall] = []
    for number, call in enumerate(sent):
        function = call.function or _Function()
        name = "" if call.id is None else _clean(str(call.id))
        name = name or f"call_{number}"
        while any(name == other.id for other in calls):
            name = f"{name}_{number}"
        calls.append(ToolCall(name, _clean(function.name or ""), _clean(_arguments(function.arguments))))
    return tuple(calls)


def _arguments(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def read_usage(value: Any) -> Usage | None:
    """Return the token counts, or None when the provider gave none.

    >>> read_usage({"prompt_tokens": 9, "completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 2}})
    Usage(prompt_tokens=9, completion_tokens=5, reasoning_tokens=2, cached_tokens=None)

    Providers that count reasoning apart from the completion show it in their total:

    >>> read_usage({"prompt_tokens": 9, "completion_tokens": 5, "reasoning_tokens": 2, "total_tokens": 16})
    Usage(prompt_tokens=9, completion_tokens=7, reasoning_tokens=2, cached_tokens=None)
    """
    if not isinstance(value, dict):
        return None
    prompt, completion = _count(value, "prompt_tokens"), _count(value, "completion_tokens")
    if prompt is None and completion is None:
        return None
    reasoning = _first(
        _count(value.get("completion_tokens_details"), "reasoning_tokens"), _count(value, "reasoning_tokens")
    )
    cached = _first(
        _count(value.get("prompt_tokens_details"), "cached_tokens"),
        _count(value, "prompt_cache_hit_tokens"),
        _count(value, "cached_tokens"),
    )
    prompt, completion, total = prompt or 0, completion or 0, _count(value, "total_tokens")
    if reasoning and total == prompt + completion + reasoning:
        completion += reasoning
    return Usage(prompt, completion, reasoning, cached)


def _count(value: Any, name: str) -> int | None:
    found = value.get(name) if isinstance(value, dict) else None
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < 1e15:
        return None
    return int(found)


def _first(*counts: int | None) -> int | None:
    return next((count for count in counts if count is not None), None)


def _clean(text: str) -> str:
    """Replace half surrogate pairs, which JSON can escape but UTF-8 cannot encode."""
    return text if text.isascii() else text.encode("utf-8", errors="replace").decode("utf-8")
