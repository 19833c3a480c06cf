"""The interface of a chat model: it answers a request, or raises when its service fails."""

from __future__ import annotations

from typing import Protocol

from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.profile import ModelProfile

#: Statuses with which a service refuses one request, as too long or not understood; another request may succeed.
REFUSED = frozenset({400, 413, 422})


class ChatModel(Protocol):
    """A model that answers requests; safe to share between threads and episodes."""

    @property
    def profile(self) -> ModelProfile:
        """How the model is called."""

    def complete(self, request: ChatRequest) -> ChatReply:
        """Return the reply. Raises `r3gym.errors.ModelFailure` when the service could not be used after all retries."""
