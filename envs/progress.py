"""Whether an agentic episode still gets anywhere, and when it has stalled.

A step makes progress when it brings something that the episode has not had before:

- a unit was charged;
- an answer has a content that it has not had before;
- focus and shelved problems are in a combination that they have not been in before;
- the output is one that no step has shown before.

All four are novelties, so a loop of any length makes no progress from its second round on. A contestant that reads
every problem a second time (a focus and a look at each) makes two steps without progress per problem; it is told after
fewer, and the episode ends only after more than that (`stall_cap`).
"""

from __future__ import annotations

from r3gym.core.charge import ChargeKind
from r3gym.core.state import ContestState
from r3gym.prompts.templates import fill, prompt_table
from r3gym.utils.hashing import hash_bytes

#: The least number of steps in a row without progress that ends an episode.
LEAST_STALL_CAP = 16
#: What a second look at every problem leaves to spare.
_SPARE = 4


def default_stall_cap(problems: int) -> int:
    """Return after how many steps in a row without progress a contest of so many problems ends.

    >>> default_stall_cap(1), default_stall_cap(6), default_stall_cap(12)
    (16, 16, 28)
    """
    return max(LEAST_STALL_CAP, 2 * problems + _SPARE)


class ProgressWatch:
    """The steps in a row without progress, and all that an episode has had before."""

    def __init__(self, cap: int, state: ContestState) -> None:
        self.cap = cap
        self.idle = 0
        self._outputs: set[str] = set()
        self._answers: set[tuple[str, str]] = set()
        self._places = {_place(state)}

    @property
    def stalled(self) -> bool:
        """Whether the episode has to end."""
        return self.idle >= self.cap

    def step(self, kind: ChargeKind, text: str, state: ContestState, answers: set[tuple[str, str]]) -> None:
        """Take the next step: its charge, what was shown, the state after it, new answers as (label, digest)."""
        output, place = hash_bytes(text.encode("utf-8", "replace")), _place(state)
        fresh = (
            kind is ChargeKind.COUNTED
            or not answers <= self._answers
            or place not in self._places
            or output not in self._outputs
        )
        self._outputs.add(output)
        self._places.add(place)
        self._answers |= answers
        self.idle = 0 if fresh else self.idle + 1

    def notice(self) -> str:
        """Return what the contestant is told now, once per stall, when half of the steps are gone; otherwise ""."""
        if self.idle != self.cap // 2:
            return ""
        return stall_notice(self.idle, self.cap - self.idle)


def stall_notice(done: int, left: int) -> str:
    """Return what a contestant is told after ``done`` steps without progress; ``left`` more of them end its run."""
    return fill(prompt_table("agent_results")["stalled"], done=str(done), left=str(left))


def _place(state: ContestState) -> tuple[object, ...]:
    return (state.focus, *(problem.shelved for problem in state.problems))
