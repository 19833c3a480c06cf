"""The dialogue with a model, kept in whole exchanges, so that it is always well-formed.

An exchange is one turn of the model with the answers to all its calls: it enters the dialogue when the last answer is
known. Other text (budget, advice, finalisation) is appended to the last answer, and becomes a user message only after
plain text: chat templates differ in whether a user message may follow a tool message, and all accept this form. An
empty turn adds no message, since servers refuse empty ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from r3gym.policies.agent.protocol_errors import ToolMode
from r3gym.policies.agent.reading import ParsedCall

#: Approximate overhead of a message beyond its text, in characters.
FRAME = 40


@dataclass(frozen=True)
class Exchange:
    """One turn of the model and the replies to it: an answer for each call, advice on a turn without one, the budget,
    and the finalisation prompt when it is due."""

    turn: int
    content: str = ""
    reasoning: str = ""
    calls: tuple[ParsedCall, ...] = ()
    answers: tuple[str, ...] = ()
    advice: str = ""
    budget: str = ""
    finalization: str = ""

    def __post_init__(self) -> None:
        if len(self.calls) != len(self.answers):
            raise ValueError(f"turn {self.turn}: {len(self.calls)} calls with {len(self.answers)} answers")

    @property
    def notes(self) -> tuple[str, ...]:
        """The texts sent in addition to the answers, in order."""
        return tuple(text for text in (self.advice, self.budget, self.finalization) if text)


@dataclass(frozen=True)
class Dialogue:
    """All messages sent to the model, in order.

    ``system`` is the role, sent as the system message; "" for none, where ``opening`` holds everything. ``frame`` is
    the weight of what is sent with every request (the tools). ``resend_reasoning``: the model's earlier reasoning is
    sent back with its turns. ``dropped`` counts the turns that were cut at the front.
    """

    opening: str
    mode: ToolMode
    resend_reasoning: bool = False
    frame: int = 0
    exchanges: tuple[Exchange, ...] = ()
    dropped: int = 0
    system: str = ""

    def added(self, exchange: Exchange) -> Dialogue:
        """Return the dialogue with one more exchange."""
        return replace(self, exchanges=(*self.exchanges, exchange))

    @property
    def call_ids(self) -> frozenset[str]:
        """The ids of all calls."""
        return frozenset(call.id for exchange in self.exchanges for call in exchange.calls)

    def weight_of(self, exchange: Exchange) -> int:
        """Return the approximate length of an exchange as sent, in characters."""
        words = [exchange.content, *exchange.notes, *exchange.answers]
        if self.mode is ToolMode.NATIVE:
            words += [text for call in exchange.calls for text in (call.id, call.name, call.arguments)]
            words += [exchange.reasoning] if self.resend_reasoning else []
        return sum(map(len, words)) + FRAME * (2 + 2 * len(exchange.calls))

    @property
    def fixed(self) -> int:
        """The part of the weight that cannot be cut."""
        return self.frame + len(self.system) + len(self.opening) + FRAME

    @property
    def weight(self) -> int:
        """The approximate length of the dialogue as sent, in characters."""
        return self.fixed + sum(map(self.weight_of, self.exchanges))

    def messages(self) -> tuple[dict[str, Any], ...]:
        """Return the messages in the chat-completions form."""
        found: list[dict[str, Any]] = [{"role": "system", "content": self.system}] if self.system else []
        found.append({"role": "user", "content": self.opening})
        if self.dropped:
            _append_text(found, f"[{self.dropped} earlier turns were cut to fit the context window]")
        for exchange in self.exchanges:
            if self.mode is ToolMode.NATIVE:
                self._native(found, exchange)
            else:
                _in_json(found, exchange)
            for text in exchange.notes:
                _append_text(found, text)
        return tuple(found)

    def _native(self, found: list[dict[str, Any]], exchange: Exchange) -> None:
        if not exchange.calls and not exchange.content.strip():
            return
        spoken: dict[str, Any] = {"role": "assistant", "content": exchange.content or None}
        if self.resend_reasoning:
            spoken["reasoning_content"] = exchange.reasoning
        if exchange.calls:
            spoken["tool_calls"] = [
                {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
                for call in exchange.calls
            ]
        found.append(spoken)
        for call, answer in zip(exchange.calls, exchange.answers, strict=True):
            found.append({"role": "tool", "tool_call_id": call.id, "content": answer})


def actions_json(exchange: Exchange) -> str:
    """Return the actions of an exchange as the JSON object that the model could have written."""
    actions = [{"tool": call.name, **json.loads(call.arguments)} for call in exchange.calls]
    return json.dumps({"thought": "", "actions": actions}, ensure_ascii=False)


def _in_json(found: list[dict[str, Any]], exchange: Exchange) -> None:
    if exchange.content.strip():
        found.append({"role": "assistant", "content": exchange.content})
    for number, (call, answer) in enumerate(zip(exchange.calls, exchange.answers, strict=True), 1):
        _append_text(found, f"[{number}] {call.name}\n{answer}")


def _append_text(found: list[dict[str, Any]], text: str) -> None:
    """Append a text to the last message, or add it as a user message after a message of the model."""
    last = found[-1]
    if last["role"] == "assistant":
        found.append({"role": "user", "content": text})
    else:
        last["content"] = f"{last['content']}\n\n{text}"
