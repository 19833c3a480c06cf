"""Requests to a chat model and its replies: frozen values, without address or key.

A request holds all that determines the reply except the model's profile, so its hash (with the profile's) is the key
under which a reply is stored and replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class ToolCall:
    """One native tool call as the model sent it: ``arguments`` is its text, not yet read."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Usage:
    """Tokens as the provider reported them. ``completion_tokens`` include reasoning; None where not reported."""

    prompt_tokens: int
    completion_tokens: int
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None


@dataclass(frozen=True)
class ChatRequest:
    """One call.

    ``messages`` and ``tools`` are in the chat-completions form. ``max_tokens`` caps the completion, reasoning included.
    ``thinking`` overrides the profile's switch (a finaliser runs without). ``schema`` asks for one JSON object of this
    JSON schema. ``seed`` is sent to the server. ``run`` is not: it separates equal requests of different episodes.

    Two fields bound the call and decide nothing about the reply: ``deadline``, a value of `time.monotonic` after which
    the call is cut (`r3gym.errors.TimeLimitReached`), and ``most_requests``, how many requests it may send in all; the
    profile's ``requests_per_turn`` when not given.
    """

    messages: tuple[Mapping[str, Any], ...]
    max_tokens: int | None = None
    tools: tuple[Mapping[str, Any], ...] = ()
    schema: Mapping[str, Any] | None = None
    thinking: bool | None = None
    seed: int | None = None
    run: str = ""
    deadline: float | None = field(default=None, compare=False)
    most_requests: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class ChatReply:
    """The reply. ``reasoning`` is what the provider exposes of the reasoning channel, "" when nothing.

    ``finish`` is the provider's finish reason: ``stop``, ``length``, ``tool_calls``, ``content_filter`` or "" for none.
    ``attempts`` counts the requests it took, ``unsettled`` the failed ones among them that the service may have billed;
    ``replayed`` says that it came from a cassette.
    """

    content: str
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage | None = None
    served_model: str = ""
    attempts: int = 1
    unsettled: int = 0
    replayed: bool = field(default=False, compare=False)

    @property
    def shows_reasoning(self) -> bool:
        """Whether it shows a reasoning channel: a text in one, or reasoning tokens in the provider's count.

        >>> ChatReply("7", usage=Usage(9, 5, reasoning_tokens=0)).shows_reasoning
        False
        """
        return bool(self.reasoning.strip()) or bool(self.usage is not None and self.usage.reasoning_tokens)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for records and cassettes."""
        return asdict(self)
