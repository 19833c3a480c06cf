"""What a record keeps of the calls of a tool-free episode, the budgeted one and the finaliser's apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from r3gym.errors import ModelFailure
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.profile import ModelProfile
from r3gym.models.usage import FailedRequests, UsageTotals, failed_usage, total_usage
from r3gym.models.worst_case import doubt, worst_request


@dataclass(frozen=True)
class StageLog:
    """One call: its cap, whether thinking was switched, and its reply, or the service's failure.

    ``thinking`` None: neither on nor off was asked for, so the provider's default held. ``cap_kind`` says what the cap
    is: the ``budget``, or a ``safety`` cap, to which nothing is charged. Without reply and failure the call is under
    way, or was interrupted.
    """

    stage: int
    cap: int
    cap_kind: str
    thinking: bool | None
    request: ChatRequest
    reply: ChatReply | None = None
    failure: ModelFailure | None = None

    @property
    def outcome(self) -> str:
        """How it ended, in one word; anything but ``done`` is a protocol outcome that may matter to analyses."""
        if self.reply is None:
            return "failed"
        if self.reply.finish == "length":
            return "cap"
        if self.reply.finish == "content_filter":
            return "filtered"
        if self.reply.finish != "stop":
            return "stopped"
        return "done" if self.reply.content.strip() else "empty"

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for the record."""
        reply = self.reply
        return {
            "sent": {"kept": 0, "added": [dict(message) for message in self.request.messages]},
            "messages": len(self.request.messages),
            "content": None if reply is None else reply.content,
            "reasoning": None if reply is None else reply.reasoning,
            "stage": self.stage,
            "cap": self.cap,
            "cap_kind": self.cap_kind,
            "charged": self.stage == 1,
            "thinking": self.thinking,
            "outcome": self.outcome,
            "finish": None if reply is None else reply.finish,
            "usage": None if reply is None or reply.usage is None else asdict(reply.usage),
            "doubtful": self.doubtful or None,
            "attempts": self._attempts,
            "unsettled": self._unsettled,
            "served_model": None if reply is None else reply.served_model,
            "failure": None if self.failure is None else str(self.failure),
        }

    @property
    def doubtful(self) -> str:
        """What cannot be true in the reported usage, "" for nothing."""
        return "" if self.reply is None else doubt(self.request, self.reply)

    @property
    def _attempts(self) -> int:
        ended = self.reply or self.failure
        return 1 if ended is None else ended.attempts

    @property
    def _unsettled(self) -> int:
        ended = self.reply or self.failure
        return 1 if ended is None else ended.unsettled

    def failed(self, profile: ModelProfile) -> FailedRequests:
        """Return its failed requests; a call that is under way counts as one that may have been billed."""
        attempts = 0 if self.reply is not None else self._attempts
        return FailedRequests(attempts, self._unsettled, worst_request(profile, self.request))


def stage_usage(stages: Sequence[StageLog], profile: ModelProfile) -> UsageTotals:
    """Return the usage of these calls, failed requests included."""
    came = total_usage([stage.reply for stage in stages if stage.reply is not None], profile.prices)
    lost = failed_usage([stage.failed(profile) for stage in stages], profile.prices)
    return replace(came + lost, doubtful=sum(bool(stage.doubtful) for stage in stages))
