"""The turns of one episode on disk: every reply is durable before it is used, so that a stop loses no paid call.

An episode that was stopped is played again from its beginning in a fresh sandbox. As long as each request is equal to
the stored one, its reply comes from here and costs nothing. A request holds all that the contestant has seen, and each
step is compared with the stored one (`r3gym.models.step_log`): the replay is checked step by step. The first request
that differs goes to the model, as do all after it; what was replayed until then is a valid beginning.

The file has one line per event: a request that is about to be sent with the most that it can cost, its reply, its
refusal or its failure with what was paid, a step. A request without an outcome was under way when the process stopped.
Steps are not flushed of themselves: the reply to what they showed is, and with it all that stands before it.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from r3gym.errors import EpisodeStopped, ModelFailure
from r3gym.models.cassette import CassetteMode, ReplyKey, request_key
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.profile import ModelProfile
from r3gym.models.refusal import Refusal
from r3gym.models.step_log import StepLog, StepTaken
from r3gym.models.turn_events import PaidCalls, read_events, read_history, to_line
from r3gym.models.usage import FailedRequests, UsageTotals, cost, failed_usage, total_usage
from r3gym.models.worst_case import doubt, worst_request
from r3gym.utils.atomic_files import append_durably

if TYPE_CHECKING:
    from r3gym.models.cassette import Cassette

#: The ``run`` of requests that are no turn: they ask how the model calls tools.
_PROBE = "probe"


class TurnStorage(Protocol):
    """Where the lines of one episode are kept; it can be sent to another process."""

    def read(self) -> bytes:
        """Return all that was appended, b"" when there is nothing."""

    def append(self, line: bytes, *, durable: bool) -> None:
        """Append a line in one piece; with ``durable`` return when the disk has it."""


@dataclass(frozen=True)
class TurnFile:
    """The lines of one episode in a file of their own."""

    path: Path

    def read(self) -> bytes:
        """Return the file's bytes, b"" when there is no file."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""

    def append(self, line: bytes, *, durable: bool) -> None:
        """Append a line; a torn one before it is ended first. A new file's folder is made durable with it."""
        append_durably(self.path, line, durable=durable)


class TurnLog:
    """A `r3gym.models.reply_store.ReplyStore` for one episode.

    ``stopping`` is asked before a request is sent. ``probes`` is where the answers to the tool probe are kept for all
    episodes of the campaign.
    """

    mode: CassetteMode = "auto"

    def __init__(
        self,
        storage: TurnStorage,
        stopping: Callable[[], bool] = lambda: False,
        probes: Cassette | None = None,
    ) -> None:
        self.probes = probes
        self._storage, self._stopping = storage, stopping
        self._lock = threading.Lock()
        self._asked: Counter[str] = Counter()
        self._requests: dict[ReplyKey, tuple[ModelProfile, ChatRequest]] = {}
        self._history = read_history(read_events(storage.read()))
        self._steps = StepLog(self._history.steps)
        if self._history.kept:
            self._add({"event": "resumed"})
            self._count(resumed=1)

    @property
    def paid(self) -> PaidCalls:
        """What the episode has cost so far, in this process and before."""
        return replace(self._history.paid, restored=self._steps.restored)

    def take_step(self, step: StepTaken) -> StepTaken:
        """See `r3gym.models.step_log.StepStore`."""
        with self._lock:
            number = self._steps.taken
            shown, new = self._steps.take(step)
            if new:
                self._add({"event": "step", "number": number, "step": asdict(shown)})
        return shown

    def look(self, profile: ModelProfile, request: ChatRequest) -> tuple[ReplyKey, ChatReply | None]:
        """Return the stored reply to an equal request; else note that the model is asked, and return None.

        Raises `EpisodeStopped` instead of asking when the campaign is stopping.
        """
        key = request_key(profile, request)
        with self._lock:
            place = ReplyKey(key, self._asked[key])
            kept = self._history.kept.get(place)
            if kept is None:
                self._begin(place, profile, request)
            self._history.ahead.discard(place)
            self._asked[key] += 1
        if isinstance(kept, Refusal):
            raise ModelFailure(kept.reason, kept.status, attempts=kept.attempts, unsettled=kept.unsettled)
        return place, None if kept is None else replace(kept, replayed=True)

    def in_vain(self, place: ReplyKey) -> int:
        """Return how many requests for this reply failed before, in all attempts, and may have been billed."""
        return self._history.in_vain[place]

    def keep(self, place: ReplyKey, reply: ChatReply) -> None:
        """Store a reply; it is on the disk when this returns."""
        profile, request = self._requests[place]
        answered = replace(total_usage([reply], profile.prices), doubtful=int(bool(doubt(request, reply))))
        if reply.usage is None and profile.prices is not None:
            answered = replace(answered, unreported_cost=cost(worst_request(profile, request), profile.prices))
        paid = answered + self._failed(place, 0, reply.unsettled)
        self._end("reply", place, paid, durable=True, reply=reply.to_json())

    def keep_refusal(self, place: ReplyKey, refusal: Refusal) -> None:
        """Store that the service refused the request."""
        paid = self._failed(place, refusal.attempts, refusal.unsettled)
        self._end("reply", place, paid, durable=True, reply=asdict(refusal))

    def release(self, place: ReplyKey, *, requests: int = 1, unsettled: int = 1, reason: str = "") -> None:
        """Note that a request failed, and release its key."""
        with self._lock:
            if self._asked[place.key] == place.number + 1:
                self._asked[place.key] -= 1
        paid = self._failed(place, requests, unsettled)
        self._history.in_vain[place] += unsettled
        self._end("failed", place, paid, durable=requests > 0, reason=reason[:500])

    def _failed(self, place: ReplyKey, requests: int, unsettled: int) -> UsageTotals:
        profile, request = self._requests[place]
        return failed_usage([FailedRequests(requests, unsettled, worst_request(profile, request))], profile.prices)

    def _end(self, event: str, place: ReplyKey, paid: UsageTotals, *, durable: bool, **said: Any) -> None:
        with self._lock:
            self._history.paid = replace(self._history.paid, usage=self._history.paid.usage + paid)
        self._add({"event": event, **asdict(place), **said, "paid": paid.to_json()}, durable=durable)

    def _begin(self, place: ReplyKey, profile: ModelProfile, request: ChatRequest) -> None:
        if self._stopping():
            raise EpisodeStopped
        ahead, probe = self._history.ahead, request.run == _PROBE
        if ahead and not probe:  # a command printed something else: the rest of the log is of another episode
            why = f"request {sum(self._asked.values()) + 1} differs from the stored one"
            why = ": ".join(filter(None, (why, self._steps.difference)))
            self._add({"event": "diverged", "why": why, "unused": len(ahead), "steps": self._steps.taken})
            self._steps.forget_later()
            self._count(unused=len(ahead))
            self._history.paid = replace(self._history.paid, diverged=why)
            for stale in ahead:
                del self._history.kept[stale]
            ahead.clear()
        self._requests[place] = profile, request
        bound = self._failed(place, 1, 1).to_json()
        self._add({"event": "asked", **asdict(place), "probe": probe, "bound": bound})

    def _count(self, **more: int) -> None:
        paid = self._history.paid
        self._history.paid = replace(paid, **{name: getattr(paid, name) + value for name, value in more.items()})

    def _add(self, event: dict[str, Any], *, durable: bool = False) -> None:
        self._storage.append(to_line(event), durable=durable)
