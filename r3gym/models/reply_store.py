"""The interface of a store of replies, in which a client looks before it asks and keeps what it was told."""

from __future__ import annotations

from typing import Protocol

from r3gym.models.cassette import CassetteMode, ReplyKey
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.profile import ModelProfile
from r3gym.models.refusal import Refusal


class ReplyStore(Protocol):
    """A cassette (`r3gym.models.cassette`), or the turns of one episode (`r3gym.models.turn_log`)."""

    @property
    def mode(self) -> CassetteMode:
        """Whether the model may be asked: never in a ``replay``."""

    def look(self, profile: ModelProfile, request: ChatRequest) -> tuple[ReplyKey, ChatReply | None]:
        """Return the key of this request's reply, and the reply if it is stored."""

    def in_vain(self, place: ReplyKey) -> int:
        """Return how many requests for this reply failed before and may have been billed."""

    def keep(self, place: ReplyKey, reply: ChatReply) -> None:
        """Store a reply, before anything is done with it."""

    def keep_refusal(self, place: ReplyKey, refusal: Refusal) -> None:
        """Store that the service refused the request for good."""

    def release(self, place: ReplyKey, *, requests: int = 1, unsettled: int = 1, reason: str = "") -> None:
        """Release a key that got no reply after so many requests, so that the next equal request uses it again.

        ``unsettled`` of the requests may have been billed.
        """
