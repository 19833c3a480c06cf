"""`OpenAIChat`: a chat model behind an OpenAI-compatible address."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from r3gym.errors import InputError
from r3gym.models import limits
from r3gym.models.background import await_in_background, background_loop, run_in_background
from r3gym.models.calling import Answer, CallTerms, Sent, call, failure, watched
from r3gym.models.chat_model import REFUSED
from r3gym.models.guards import current_guards
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.profile import ModelProfile
from r3gym.models.refusal import Refusal
from r3gym.models.reply_reading import read_reply
from r3gym.models.request_body import ResponseFormat, request_body
from r3gym.models.secrecy import api_key, scrub_reply
from r3gym.models.transport import RequestFailure

if TYPE_CHECKING:
    from r3gym.models.cassette import ReplyKey
    from r3gym.models.reply_store import ReplyStore

#: Statuses with which servers refuse a response format that they do not support.
_REFUSED = (400, 415, 422, 501)
#: The finish reason, and the error code, of what a provider's content filter stopped.
CONTENT_FILTER = "content_filter"
#: The strictest response format that a server accepted, by address and model.
_forms: dict[tuple[str, str], ResponseFormat] = {}


class OpenAIChat:
    """A chat model behind the ``openai`` client; safe to share between threads and episodes.

    All clients of a process share connections, concurrency caps, rate limits and pauses. With a ``cassette``, replies
    are recorded or replayed. The representation shows neither address nor key.
    """

    def __init__(self, profile: ModelProfile, *, cassette: ReplyStore | None = None) -> None:
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
    def cassette(self) -> ReplyStore | None:
        """Where replies are recorded and replayed."""
        return self._cassette

    def __repr__(self) -> str:
        return f"OpenAIChat({self._profile.name!r})"

    def complete(self, request: ChatRequest) -> ChatReply:
        """Return the reply. Raises `ModelFailure` when the service fails, `InputError` when the call cannot be made."""
        place, kept = self._look(request)
        if kept is not None:
            return kept
        self._check(place)
        try:
            outcome = run_in_background(_outcome(self._profile, self._bounded(place, request), api_key(self._profile)))
        except BaseException:
            self._give_back(place)
            raise
        return self._keep(place, outcome)

    async def acomplete(self, request: ChatRequest) -> ChatReply:
        """Return the reply as `complete` does, for callers with an event loop of their own."""
        place, kept = self._look(request)
        if kept is not None:
            return kept
        self._check(place)
        try:
            outcome = await await_in_background(
                _outcome(self._profile, self._bounded(place, request), api_key(self._profile))
            )
        except BaseException:
            self._give_back(place)
            raise
        return self._keep(place, outcome)

    def _look(self, request: ChatRequest) -> tuple[ReplyKey | None, ChatReply | None]:
        return (None, None) if self._cassette is None else self._cassette.look(self._profile, request)

    def _bounded(self, place: ReplyKey | None, request: ChatRequest) -> ChatRequest:
        """Take from the request's bound what earlier attempts at it may have been billed for; one try remains."""
        if self._cassette is None or place is None:
            return request
        most = self._profile.most_requests if request.most_requests is None else request.most_requests
        return dataclasses.replace(request, most_requests=max(1, most - self._cassette.in_vain(place)))

    def _check(self, place: ReplyKey | None) -> None:
        """Refuse a missing key, and a cost limit without prices, before anything is sent."""
        try:
            bill = current_guards().bill
            if bill is not None:
                bill.check(self._profile)
            api_key(self._profile)
        except BaseException:
            self._give_back(place, requests=0, unsettled=0, reason="nothing was sent")
            raise

    def _give_back(
        self, place: ReplyKey | None, requests: int = 1, unsettled: int = 1, reason: str = "interrupted"
    ) -> None:
        if self._cassette is not None and place is not None:
            self._cassette.release(place, requests=requests, unsettled=unsettled, reason=reason)

    def _keep(self, place: ReplyKey | None, outcome: ChatReply | RequestFailure) -> ChatReply:
        """Store and return a reply, or raise a failure in the caller's thread, where no frame holds the key."""
        if isinstance(outcome, RequestFailure):
            status = outcome.status
            if self._cassette is not None and place is not None and status in REFUSED and not outcome.refused:
                refusal = Refusal(outcome.reason, status or 0, outcome.attempts, outcome.unsettled)
                self._cassette.keep_refusal(place, refusal)
            else:
                self._give_back(place, outcome.attempts, outcome.unsettled, outcome.reason)
            raise failure(outcome)
        if self._cassette is not None and place is not None:
            self._cassette.keep(place, outcome)
        return outcome


async def _outcome(profile: ModelProfile, request: ChatRequest, key: str) -> ChatReply | RequestFailure:
    """Return the reply or the last failure, after the guards' word on it (background loop)."""
    sent = Sent()
    return await watched(profile, _reply(profile, request, key, sent), sent)


async def _reply(profile: ModelProfile, request: ChatRequest, key: str, sent: Sent) -> ChatReply | RequestFailure:
    """Return the reply in the strictest form that the server accepts, or the last failure."""
    server = (profile.base_url or "", profile.model)
    form = _forms.get(server, ResponseFormat.SCHEMA)
    most = profile.most_requests if request.most_requests is None else request.most_requests
    terms = CallTerms(most, request.deadline, request.run)
    while True:
        got = await call(profile, request_body(profile, request, form), key, read_reply, terms, sent)
        if isinstance(got, Answer):
            if request.schema is not None:
                _forms[server] = form
            reply = scrub_reply(got.value, profile, key)
            return dataclasses.replace(reply, attempts=got.attempts, unsettled=got.unsettled)
        if got.code == CONTENT_FILTER:  # some services refuse what they filter instead of ending the reply so
            return ChatReply("", finish=CONTENT_FILTER, attempts=got.attempts, unsettled=got.unsettled)
        weaker = form.weaker() if request.schema is not None and got.status in _REFUSED else None
        if weaker is None or got.attempts >= most:
            return got
        form = weaker


def _set_limits(profile: ModelProfile) -> None:
    limits.call_limiter(profile).set(profile.concurrency, profile.requests_per_minute)
