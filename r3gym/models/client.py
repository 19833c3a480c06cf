"""`OpenAIChat`: a chat model behind an OpenAI-compatible address."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from r3gym.errors import InputError
from r3gym.models import limits
from r3gym.models.background import await_in_background, background_loop, run_in_background
from r3gym.models.calling import Answer, call, failure
from r3gym.models.chat_model import REFUSED
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.profile import ModelProfile
from r3gym.models.reply_reading import read_reply
from r3gym.models.request_body import ResponseFormat, request_body
from r3gym.models.secrecy import api_key, scrub_reply
from r3gym.models.transport import RequestFailure

if TYPE_CHECKING:
    from r3gym.models.cassette import Cassette, ReplyKey

#: Statuses with which servers refuse a response format that they do not support.
_REFUSED = (400, 415, 422, 501)
#: The strictest response format that a server accepted, by address and model.
_forms: dict[tuple[str, str], ResponseFormat] = {}


class OpenAIChat:
    """A chat model behind the ``openai`` client; safe to share between threads and episodes.

    All clients of a process share connections, concurrency caps, rate limits and pauses. With a ``cassette``, replies
    are recorded or replayed. The representation shows neither address nor key.
    """

    def __init__(self, profile: ModelProfile, *, cassette: Cassette | None = None) -> None:
        offline = cassette is not None and cassette.mode == "replay"
        if profile.base_url is None and not offline:
            raise InputError(
                f"model {profile.name!r}: no base_url; give the address of an OpenAI-compatible server, "
                "such as base_url='http://127.0.0.1:8000/v1'"
            )
        self._profile, self._cassette = profile, cassette
        if not offline:
            background_loop().call_soon_threadsafe(_set_limits, profile)

    @property
    def profile(self) -> ModelProfile:
        """How the model is called."""
        return self._profile

    @property
    def cassette(self) -> Cassette | None:
        """Where replies are recorded and replayed."""
        return self._cassette

    def __repr__(self) -> str:
        return f"OpenAIChat({self._profile.name!r})"

    def complete(self, request: ChatRequest) -> ChatReply:
        """Return the reply. Raises `ModelFailure` when the service fails, `InputError` when the call cannot be made."""
        place, kept = self._look(request)
        if kept is not None:
            return kept
        try:
            outcome = run_in_background(_outcome(self._profile, request, api_key(self._profile)))
        except BaseException:
            self._give_back(place)
            raise
        return self._keep(place, outcome)

    async def acomplete(self, request: ChatRequest) -> ChatReply:
        """Return the reply as `complete` does, for callers with an event loop of their own."""
        place, kept = self._look(request)
        if kept is not None:
            return kept
        try:
            outcome = await await_in_background(_outcome(self._profile, request, api_key(self._profile)))
        except BaseException:
            self._give_back(place)
            raise
        return self._keep(place, outcome)

    def _look(self, request: ChatRequest) -> tuple[ReplyKey | None, ChatReply | None]:
        return (None, None) if self._cassette is None else self._cassette.look(self._profile, request)

    def _give_back(self, place: ReplyKey | None) -> None:
        if self._cassette is not None and place is not None:
            self._cassette.release(place)

    def _keep(self, place: ReplyKey | None, outcome: ChatReply | RequestFailure) -> ChatReply:
        """Store and return a reply, or raise a failure in the caller's thread, where no frame holds the key."""
        if isinstance(outcome, RequestFailure):
            if self._cassette is not None and place is not None and outcome.status in REFUSED:
                self._cassette.keep_refusal(place, outcome.reason, outcome.status)
            else:
                self._give_back(place)
            raise failure(outcome)
        if self._cassette is not None and place is not None:
            self._cassette.keep(place, outcome)
        return outcome


async def _outcome(profile: ModelProfile, request: ChatRequest, key: str) -> ChatReply | RequestFailure:
    """Return the reply in the strictest form that the server accepts, or the last failure (background loop)."""
    server = (profile.base_url or "", profile.model)
    form, attempts = _forms.get(server, ResponseFormat.SCHEMA), 0
    while True:
        got = await call(profile, request_body(profile, request, form), key, read_reply, attempts=attempts)
        if isinstance(got, Answer):
            if request.schema is not None:
                _forms[server] = form
            return dataclasses.replace(scrub_reply(got.value, profile, key), attempts=got.attempts)
        weaker = form.weaker() if request.schema is not None and got.status in _REFUSED else None
        if weaker is None:
            return got
        form, attempts = weaker, got.attempts


def _set_limits(profile: ModelProfile) -> None:
    limits.call_limiter(profile).set(profile.concurrency, profile.requests_per_minute)
