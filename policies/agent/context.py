"""Keep a dialogue within the model's context window: what is cut, in which order, and how tokens are estimated.

Old outputs are cut first, oldest first; then old reasoning, then old texts and arguments; last whole turns, with their
calls and answers. The instruction is never cut. A cut goes down to four fifths of the room beside the instruction, so
that cuts are rare and providers can reuse the cached prefix in between.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from r3gym.models.messages import Usage
from r3gym.models.worst_case import believable
from r3gym.policies.agent.dialogue import Dialogue, Exchange, actions_json
from r3gym.policies.agent.protocol_errors import ToolMode

#: How far a cut goes below the room that the instruction leaves.
GOAL = 0.8
#: What the newest outputs may take of it before they are shortened in the middle.
NEWEST = 1 / 3
#: Texts up to this length stay: a note in their place would save nothing.
SHORT = 120
#: Tokens per character before a provider has counted any: English prose has fewer, code and digits come near.
FIRST_GUESS = 1 / 3
#: Part of the window that is left free, because token counts are estimates.
MARGIN = 0.03


@dataclass(frozen=True)
class ContextTrim:
    """One cut: what was cut from which turn, and how many characters."""

    what: str
    turn: int
    chars: int

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for records."""
        return asdict(self)


@dataclass(frozen=True)
class ContextWindow:
    """The model's window in tokens, and the scale between tokens and characters."""

    tokens: int
    turn_cap: int
    tokens_per_char: float = FIRST_GUESS

    @classmethod
    def of(cls, context_window: int, max_turn_tokens: int) -> ContextWindow:
        """Return the window of a model whose turns may have ``max_turn_tokens``, at most half of the window."""
        return cls(context_window, min(max_turn_tokens, context_window // 2))

    @property
    def room(self) -> int:
        """How many characters a dialogue may have, so that a turn fits after it."""
        return int((self.tokens * (1 - MARGIN) - self.turn_cap) / self.tokens_per_char)

    def seen(self, weight: int, usage: Usage | None) -> ContextWindow:
        """Return the window with the scale computed from the provider's token count of a request.

        A count that cannot be that of the request is ignored: the scale stays what it was, first our own guess.
        """
        if usage is None or weight <= 0 or not believable(usage.prompt_tokens, weight) or usage.prompt_tokens <= 0:
            return self
        return replace(self, tokens_per_char=min(usage.prompt_tokens / weight, 2.0))

    def cap_after(self, weight: int) -> int:
        """Return how many tokens the next turn may have: less than usual when the instruction alone is too long."""
        left = int(self.tokens * (1 - MARGIN) - weight * self.tokens_per_char)
        return max(min(self.turn_cap, left), min(256, self.turn_cap))


def cut_in_half(dialogue: Dialogue) -> tuple[Dialogue, tuple[ContextTrim, ...]]:
    """Return the dialogue with half of its removable text removed, regardless of the estimate."""
    return fit(dialogue, (dialogue.fixed + dialogue.weight) // 2)


def fit(dialogue: Dialogue, room: int) -> tuple[Dialogue, tuple[ContextTrim, ...]]:
    """Return the dialogue cut down to the room, and the cuts; the same dialogue when it fits."""
    trims: list[ContextTrim] = []
    beside = max(room - dialogue.fixed, 0)
    goal = dialogue.fixed + int(beside * GOAL)
    if dialogue.weight > room and dialogue.exchanges:
        dialogue = _shorten_newest(dialogue, int(beside * NEWEST), trims)
    steps: tuple[tuple[str, Callable[[Exchange, ToolMode], Exchange]], ...] = (
        ("output", _without_output),
        ("reasoning", _without_reasoning),
        ("text", _without_text),
    )
    for what, shorten in steps:
        if dialogue.weight > room:
            dialogue = _shorten_old(dialogue, goal, what, shorten, trims)
    if dialogue.weight > room:
        dialogue = _drop_turns(dialogue, goal, trims)
    return dialogue, tuple(trims)


def _shorten_old(
    dialogue: Dialogue,
    goal: int,
    what: str,
    shorten: Callable[[Exchange, ToolMode], Exchange],
    trims: list[ContextTrim],
) -> Dialogue:
    """Shorten exchanges, oldest first and never the newest, until the goal is reached."""
    kept, over = list(dialogue.exchanges), dialogue.weight - goal
    for index, exchange in enumerate(kept[:-1]):
        if over <= 0:
            break
        shorter = shorten(exchange, dialogue.mode)
        saved = dialogue.weight_of(exchange) - dialogue.weight_of(shorter)
        if saved > 0:
            kept[index], over = shorter, over - saved
            trims.append(ContextTrim(what, exchange.turn, saved))
    return replace(dialogue, exchanges=tuple(kept))


def _shorten_newest(dialogue: Dialogue, most: int, trims: list[ContextTrim]) -> Dialogue:
    """Cut the newest outputs in the middle when they alone take more than their part of the room."""
    *old, newest = dialogue.exchanges
    before = sum(map(len, newest.answers))
    if before <= most:
        return dialogue
    each = max(most // len(newest.answers), SHORT)
    newest = replace(newest, answers=tuple(_middle_cut(answer, each) for answer in newest.answers))
    trims.append(ContextTrim("newest output", newest.turn, before - sum(map(len, newest.answers))))
    return replace(dialogue, exchanges=(*old, newest))


def _drop_turns(dialogue: Dialogue, goal: int, trims: list[ContextTrim]) -> Dialogue:
    """Drop whole exchanges, oldest first and never the newest."""
    kept, over = list(dialogue.exchanges), dialogue.weight - goal
    while over > 0 and len(kept) > 1:
        gone = kept.pop(0)
        weight = dialogue.weight_of(gone)
        over -= weight
        trims.append(ContextTrim("turn", gone.turn, weight))
    dropped = dialogue.dropped + len(dialogue.exchanges) - len(kept)
    return replace(dialogue, exchanges=tuple(kept), dropped=dropped)


def _without_output(exchange: Exchange, mode: ToolMode) -> Exchange:  # noqa: ARG001
    """Replace outputs by notes of their length, and drop the budget line, which is out of date."""
    return replace(exchange, answers=tuple(_note(answer, "output") for answer in exchange.answers), budget="")


def _without_reasoning(exchange: Exchange, mode: ToolMode) -> Exchange:  # noqa: ARG001
    return replace(exchange, reasoning=_note(exchange.reasoning, "reasoning"))


def _without_text(exchange: Exchange, mode: ToolMode) -> Exchange:
    """Replace the model's text and long arguments by notes of their length; an answered call stays a call."""
    calls = tuple(replace(call, arguments=_short_arguments(call.arguments)) for call in exchange.calls)
    shorter = replace(exchange, calls=calls)
    if mode is ToolMode.JSON and calls:
        return replace(shorter, content=actions_json(shorter))
    return replace(shorter, content=_note(exchange.content, "text"))


def _short_arguments(arguments: str) -> str:
    """Replace long texts by notes. Other long arguments belong to a call that was no action, and are dropped."""
    values = json.loads(arguments)
    short = {name: _note(value, "text") if isinstance(value, str) else value for name, value in values.items()}
    text = json.dumps(short, ensure_ascii=False)
    return text if len(text) <= 4 * SHORT else "{}"


def _note(text: str, what: str) -> str:
    return text if len(text) <= SHORT else f"[{what} of {len(text)} characters cut to fit the context window]"


def _middle_cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    half = max((most - SHORT) // 2, 0)
    note = f"\n[{len(text) - 2 * half} characters cut to fit the context window]\n"
    return f"{text[:half]}{note}{text[len(text) - half :]}"
