"""What a record keeps of an agent's episode: every call and reply, protocol errors, cuts, and why it ended.

With the record's own steps (actions, charges, outputs), ledger and artifacts, the whole episode can be read from it.
Nothing in it depends on the clock, so that a replayed episode leaves the same record but for the record's `clock`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from r3gym.errors import ModelFailure
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.probe import ToolProbe
from r3gym.models.profile import ModelProfile, Prices
from r3gym.models.usage import FailedRequests, UsageTotals, cost, failed_usage, total_usage
from r3gym.models.worst_case import doubt, worst_request
from r3gym.policies.agent.context import ContextTrim
from r3gym.policies.agent.protocol_errors import REFUSED_CALLS, ProtocolErrorKind, ToolMode
from r3gym.policies.agent.reading import Turn
from r3gym.policies.agent.tools import Toolset
from r3gym.policies.base import NoteTaker


@dataclass
class Journal:
    """Notes of the current episode, filled in while it runs. Turns count from 1, steps of the record from 0."""

    profile: ModelProfile | None = None
    note: NoteTaker | None = None
    probe: ToolProbe | None = None
    opening: dict[str, Any] = field(default_factory=dict)
    replies: list[ChatReply] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)
    trims: list[dict[str, Any]] = field(default_factory=list)
    finalized_after: int | None = None
    ended: str | None = None
    steps: int = 0
    turns_without_call: int = 0
    #: Turns in a row that the provider's content filter stopped.
    filtered_turns: int = 0
    #: Requests that failed, call by call.
    failed: list[FailedRequests] = field(default_factory=list)
    #: The request under way: what an interrupt leaves is counted as sent once and perhaps billed.
    asking: ChatRequest | None = None
    _sent: tuple[Mapping[str, Any], ...] = ()

    def opened(self, tools: Iterable[Mapping[str, Any]], schema: Mapping[str, Any] | None) -> None:
        """Note what is sent with every request."""
        self.opening = {"tools": [dict(tool) for tool in tools], "schema": None if schema is None else dict(schema)}
        self._tell("opening", self.opening)

    @property
    def prices(self) -> Prices | None:
        """The model's prices, None when they are not known."""
        return None if self.profile is None else self.profile.prices

    def note_failure(self, request: ChatRequest, failure: ModelFailure) -> None:
        """Note a call that got no reply: how many requests it took, and how many of them may have been billed."""
        self.asking = None
        self._add_failed(request, failure.attempts, failure.unsettled)

    def note_call(self, request: ChatRequest, reply: ChatReply) -> None:
        """Note a reply and its request, before the reply is read."""
        self.asking = None
        self.replies.append(reply)
        self._add_failed(request, 0, reply.unsettled)
        kept = _same_beginning(self._sent, request.messages)
        self._sent = request.messages
        note_messages = reply.to_json()
        note_messages.pop("replayed")  # a replayed episode leaves the same record
        self.calls.append({
            "turn": len(self.calls) + 1,
            "messages": len(request.messages),
            "sent": {"kept": kept, "added": [dict(message) for message in request.messages[kept:]]},
            "max_tokens": request.max_tokens,
            **note_messages,
            "cost": None if reply.usage is None or self.prices is None else cost(reply.usage, self.prices),
            "doubtful": doubt(request, reply) or None,
            "steps": [],
            "said": [],
            "tolerated": [],
        })  # fmt: skip
        self._tell("turn", self.calls[-1])

    def read(self, turn: Turn, mode: ToolMode, label: str, toolset: Toolset) -> None:
        """Note the protocol errors of the latest reply and what was tolerated in it.

        The examples in the answers to errors use the problem ``label``.
        """
        if turn.tolerated:
            self.calls[-1]["tolerated"] += turn.tolerated
            self._tell("tolerated", {"turn": len(self.calls), "texts": list(turn.tolerated)})
        for call, fault in turn.faults:
            self.errors.append({
                "turn": len(self.calls),
                "call": call,
                "kind": fault.kind.value,
                "detail": fault.detail,
                "answer": fault.advice(mode, label, toolset),
            })  # fmt: skip
            self._tell("error", self.errors[-1])
        tried = turn.actions or any(fault.kind in REFUSED_CALLS for _, fault in turn.faults)
        self.turns_without_call = 0 if tried else self.turns_without_call + 1
        filtered = any(fault.kind is ProtocolErrorKind.FILTERED for _, fault in turn.faults)
        self.filtered_turns = self.filtered_turns + 1 if filtered else 0

    def note_action(self) -> None:
        """Note that the latest reply led to the next step of the record."""
        if self.calls:
            self.calls[-1]["steps"].append(self.steps)
        self.steps += 1

    def note_messages(self, texts: Iterable[str]) -> None:
        """Note what was sent to the model after the latest turn, in addition to the answers to its calls."""
        texts = list(texts)
        self.calls[-1]["said"] += texts
        if texts:
            self._tell("said", {"turn": len(self.calls), "texts": texts})

    def note_trims(self, trims: Iterable[ContextTrim], why: str) -> None:
        """Note cuts that were made before the next call."""
        for trim in trims:
            self.trims.append({"before_turn": len(self.calls) + 1, "why": why, **trim.to_json()})
            self._tell("trim", self.trims[-1])

    def usage(self) -> UsageTotals:
        """Return the usage of all calls, including those of the probe when this episode made them."""
        failed = list(self.failed)
        if self.asking is not None and self.profile is not None:
            failed.append(FailedRequests(1, 1, worst_request(self.profile, self.asking)))
        doubtful = sum(call["doubtful"] is not None for call in self.calls)
        used = replace(total_usage(self.replies, self.prices) + failed_usage(failed, self.prices), doubtful=doubtful)
        return used if self.probe is None or self.probe.usage is None else used + self.probe.usage

    def _add_failed(self, request: ChatRequest, attempts: int, unsettled: int) -> None:
        if self.profile is not None and (attempts or unsettled):
            self.failed.append(FailedRequests(attempts, unsettled, worst_request(self.profile, request)))

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for the record."""
        return {
            "calls": deepcopy(self.calls),
            "protocol_errors": deepcopy(self.errors),
            "trims": deepcopy(self.trims),
            "finalized_after": self.finalized_after,
            "ended": self.ended,
            "usage": self.usage().to_json(),
            "opening": deepcopy(self.opening),
        }

    def _tell(self, name: str, value: Mapping[str, Any]) -> None:
        if self.note is not None:
            self.note(name, value)


def _same_beginning(before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> int:
    """Return how many messages two requests have in common at their beginning."""
    for most in (len(before), len(before) - 1):  # what is usual: at most the last message was added to
        if 0 <= most <= len(now) and before[:most] == now[:most]:
            return most
    return next((n for n, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), 0)
