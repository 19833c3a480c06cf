"""A client for a loopback server, with a patience that suits tests."""

from __future__ import annotations

from typing import Any

from loopback_model import ModelServer

from r3gym.models import Cassette, ChatRequest, ModelProfile, OpenAIChat


def profile_of(server: ModelServer | str, **fields: Any) -> ModelProfile:
    """A profile of this server (or address); ``fields`` replace what it says."""
    url = server if isinstance(server, str) else server.url
    chosen = {"name": "loop", "model": "m", "base_url": url, "retries": 2, "timeout_s": 20.0, **fields}
    return ModelProfile.model_validate(chosen)


def chat_with(server: ModelServer | str, cassette: Cassette | None = None, **fields: Any) -> OpenAIChat:
    """The client."""
    return OpenAIChat(profile_of(server, **fields), cassette=cassette)


def ask(text: str = "say hello please", **fields: Any) -> ChatRequest:
    """A request with one message."""
    return ChatRequest(({"role": "user", "content": text},), **fields)
