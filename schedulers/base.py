"""The scheduler interface: a guard over the visible state and a directive for the instruction; drivers also choose.

A scheduler sees a `ContestState` and the action that is about to be paid for, nothing else: no tiers, keys, response
curves or correctness. Bookkeeping and finalisation never reach it, so no guard can block them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from r3gym.core.state import ContestState


@dataclass(frozen=True)
class Review:
    """A guard's answer: ``blocked`` with a reason that says where to go instead, or not."""

    blocked: bool = False
    reason: str = ""


ALLOW = Review()


@runtime_checkable
class Scheduler(Protocol):
    """A guard: it may block a paid step, and it tells the agent its rule beforehand."""

    @property
    def name(self) -> str:
        """The name it is chosen by, its parameter included."""

    def directive(self, state: ContestState) -> str:
        """Return the rule in words, which is added to the instruction; empty for no rule."""

    def review(self, state: ContestState) -> Review:
        """Decide whether the next paid step may go to ``state.focus`` (which is set)."""


@runtime_checkable
class Driver(Scheduler, Protocol):
    """A scheduler that also chooses the problem, so that a policy needs no plan of its own."""

    def choose(self, state: ContestState) -> str | None:
        """Return the label of the problem that gets the next paid step, or None to finish.

        It never names a problem that `review` would block, and it finishes when nothing is left to spend. It does not
        look at ``state.focus``: an agent could otherwise change the choice for free.
        """
