"""What a scheduler is: a guard over the visible state, and a directive added to the instruction.

A scheduler sees a `ContestState` and the action that is about to be paid for, nothing else: no tiers, keys, response
curves or correctness. Bookkeeping and finalisation never reach it, so no guard can close them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from r3gym.state import ContestState


@dataclass(frozen=True)
class Review:
    """A guard's answer: ``blocked`` with a reason that says where to go instead, or not."""

    blocked: bool = False
    reason: str = ""


ALLOW = Review()


class Scheduler(Protocol):
    """A guard: it may block a paid step, and it tells the agent its rule beforehand."""

    @property
    def name(self) -> str:
        """The name it is chosen by."""

    def directive(self, state: ContestState) -> str:
        """The rule in words, added to the instruction; empty for no rule."""

    def review(self, state: ContestState) -> Review:
        """Whether the next paid step may go to ``state.focus`` (which is set)."""
