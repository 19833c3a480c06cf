"""What a record keeps of the calls of a tool-free episode, the budgeted one and the finaliser's apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from r3gym.models.messages import ChatReply


@dataclass(frozen=True)
class StageLog:
    """One call: its cap, whether thinking was switched, and its reply, or the service's failure.

    ``cap_kind`` says what the cap is: the ``budget``, or a ``safety`` cap, to which nothing is charged.
    """

    stage: int
    cap: int
    cap_kind: str
    thinking: bool
    reply: ChatReply | None = None
    failure: str = ""
    messages: tuple[Mapping[str, Any], ...] = ()

    @property
    def outcome(self) -> str:
        """How it ended, in one word; anything but ``done`` is a protocol outcome that may matter to analyses."""
        if self.reply is None:
            return "failed"
        if self.reply.finish == "length":
            return "cap"
        if self.reply.finish != "stop":
            return "stopped"
        return "done" if self.reply.content.strip() else "empty"

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for the record."""
        reply = self.reply
        return {
            "sent": {"kept": 0, "added": [dict(message) for message in self.messages]},
            "messages": len(self.messages),
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
            "attempts": None if reply is None else reply.attempts,
            "served_model": None if reply is None else reply.served_model,
            "failure": self.failure or None,
        }


def replies(stages: Sequence[StageLog]) -> tuple[ChatReply, ...]:
    """Return the replies of the stages that received one."""
    return tuple(stage.reply for stage in stages if stage.reply is not None)
