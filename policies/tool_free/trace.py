"""The trace that a finaliser gets: as much of it as its window holds, the latest part if not all."""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.models.messages import Usage

#: Characters per token by default: fewer than tokenisers produce for English, mathematics or C++.
CHARACTERS_PER_TOKEN = 3.0

#: What a chat template adds around the messages.
_TEMPLATE_TOKENS = 128


@dataclass(frozen=True)
class Trace:
    """The stopped reasoning and the visible output; ``dropped`` characters were left out at the front."""

    reasoning: str
    visible: str
    dropped: int = 0

    @property
    def text(self) -> str:
        """Both, in the order in which they were written."""
        return f"{self.reasoning}\n\n{self.visible}"

    @property
    def empty(self) -> bool:
        """Whether there is nothing to finalise."""
        return not (self.reasoning.strip() or self.visible.strip())

    def fitted(self, characters: int) -> Trace:
        """Return its last ``characters``. Visible output comes last and is where candidates were drafted, so reasoning
        is dropped first, oldest first.

        >>> Trace("abcdef", "123").fitted(5)
        Trace(reasoning='ef', visible='123', dropped=4)
        """
        surplus = max(0, len(self.reasoning) + len(self.visible) - characters)
        from_visible = max(0, surplus - len(self.reasoning))
        return Trace(self.reasoning[surplus:], self.visible[from_visible:], self.dropped + surplus)


def room_for_trace(window: int, reply_cap: int, instruction: str, density: float) -> int:
    """Return how many characters of trace fit into a window beside the instruction and the reply."""
    return max(0, int((window - reply_cap - _TEMPLATE_TOKENS - tokens_of(instruction)) * density))


def tokens_of(text: str) -> int:
    """Return a cautious estimate of a text's tokens."""
    return int(len(text) / CHARACTERS_PER_TOKEN) + 1


def density(trace: Trace, usage: Usage | None) -> float:
    """Return the characters per token in this trace, by the provider's count; hidden reasoning makes it smaller."""
    if usage is None or not usage.completion_tokens:
        return CHARACTERS_PER_TOKEN
    return min(len(trace.reasoning) + len(trace.visible), 4 * usage.completion_tokens) / usage.completion_tokens * 0.9
