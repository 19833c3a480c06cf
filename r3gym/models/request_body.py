"""Build the body of a chat-completions call from a request and a profile."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from r3gym.models.messages import ChatRequest
from r3gym.models.profile import ModelProfile


class ResponseFormat(Enum):
    """How a JSON object is requested, the strictest form first; not every server supports every form."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PLAIN = "text"

    def weaker(self) -> ResponseFormat | None:
        """Return the next form to try, or None."""
        return {ResponseFormat.SCHEMA: ResponseFormat.OBJECT, ResponseFormat.OBJECT: ResponseFormat.PLAIN}.get(self)


def request_body(
    profile: ModelProfile, request: ChatRequest, form: ResponseFormat = ResponseFormat.SCHEMA
) -> dict[str, Any]:
    """Return the body to send. Parameters without a value are left out, so that the provider's default applies.

    >>> body = request_body(ModelProfile(name="m", model="m"), ChatRequest(({"role": "user", "content": "2+2?"},)))
    >>> sorted(body)
    ['messages', 'model', 'stream']
    """
    thinking = profile.thinking.enabled if request.thinking is None else request.thinking
    chosen: dict[str, Any] = {
        "temperature": profile.temperature,
        "top_p": profile.top_p,
        "reasoning_effort": _effort(profile, request),
        profile.cap_field: request.max_tokens,
        "seed": request.seed,
        "tools": list(request.tools) or None,
        "response_format": None if request.schema is None else _response_format(request.schema, form),
        "stream_options": {"include_usage": True} if profile.stream else None,
    }
    said = {"model": profile.model, "messages": list(request.messages), "stream": profile.stream}
    given = {name: value for name, value in chosen.items() if value is not None}
    switch = {True: profile.thinking.on, False: profile.thinking.off, None: {}}[thinking]
    provider = {**profile.extra_body, **switch}
    body: dict[str, Any] = _sendable({**provider, **said, **given})
    return body


def _effort(profile: ModelProfile, request: ChatRequest) -> str | None:
    """Return the reasoning effort to request; ``off_effort`` when the request switches thinking off."""
    switched_off = profile.thinking.enabled is not False and request.thinking is False
    return profile.thinking.off_effort if switched_off else profile.reasoning_effort


def _response_format(schema: Any, form: ResponseFormat) -> dict[str, Any] | None:
    if form is ResponseFormat.SCHEMA:
        return {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": schema}}
    return {"type": "json_object"} if form is ResponseFormat.OBJECT else None


def _sendable(value: Any) -> Any:
    """Replace half surrogate pairs, which models can produce and UTF-8 cannot encode."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", errors="replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {_sendable(name): _sendable(part) for name, part in value.items()}
    return [_sendable(part) for part in value] if isinstance(value, list | tuple) else value
