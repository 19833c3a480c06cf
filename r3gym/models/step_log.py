"""The steps of an episode in its turn log: what each showed, and what it left behind, so that a replay can be checked.

An honest command does not print the same twice: `ls -l` shows times, `time` and test programs print durations. If a
replay had to print the same, one `ls -l` at the beginning would lose every later reply. So a replayed step is compared
by what it *left*: its charge, its exit status, the shell's session, the visible state and the content of all files that
it created, changed or removed. While every step so far left the same, the workspace is the one in which the stored
replies were given, and the contestant sees again what it saw then. Once a step leaves something else, an output counts
as it is: the request that it leads to differs from the stored one, and the model is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

#: The most names that a sentence about a difference lists.
_MOST_NAMES = 3


@dataclass(frozen=True)
class StepTaken:
    """What a step showed and left.

    ``text`` is what the contestant saw, ``full_output`` the whole output where that was cut, ``named`` the problems
    that it names. ``left`` maps what the step may have changed to a digest of it; None when that is not known.
    """

    text: str
    full_output: str | None
    named: tuple[str, ...]
    left: Mapping[str, str] | None


class StepStore(Protocol):
    """Where an environment has its steps compared with those of an earlier process."""

    def take_step(self, step: StepTaken) -> StepTaken:
        """Take the next step of the episode; return it with what the contestant is to see of it."""


class StepLog:
    """The steps of this process beside the stored ones."""

    def __init__(self, stored: dict[int, StepTaken]) -> None:
        self.taken = 0
        #: Steps that printed something else, left the same and were shown as they were stored.
        self.restored = 0
        self._stored = stored
        self._other_output = self._other_world = ""

    @property
    def difference(self) -> str:
        """Where this replay first came to something else, in words; "" while it has not."""
        return "; ".join(said for said in (self._other_output, self._other_world) if said)

    def take(self, step: StepTaken) -> tuple[StepTaken, bool]:
        """Return the step as it is to be shown, and whether it has to be stored (again)."""
        number = self.taken
        self.taken += 1
        stored = self._stored.get(number)
        if step.left is None and not self._other_world:
            self._other_world = f"step s{number} left more than is compared"
        if stored == step:
            return step, False
        if stored is not None:
            other = _other(stored.left, step.left)
            if other and not self._other_world:
                self._other_world = f"step s{number} left {other}"
            if not self._other_world:
                self.restored += 1
                return stored, False
            if step.text != stored.text and not self._other_output:
                self._other_output = f"step s{number} showed something else"
        self._stored[number] = step
        return step, True

    def forget_later(self) -> None:
        """Drop what is stored of steps that were not taken: they belong to replies that are not used."""
        drop_steps(self._stored, self.taken)


def drop_steps(stored: dict[int, StepTaken], taken: int) -> None:
    """Remove the steps from number ``taken`` on."""
    for number in [number for number in stored if number >= taken]:
        del stored[number]


def _other(stored: Mapping[str, str] | None, now: Mapping[str, str] | None) -> str:
    """Return in words what differs between what a step left and what it leaves now; "" when nothing does."""
    if stored is None or now is None:
        return "more or less than is compared"
    names = sorted(name for name in stored.keys() | now.keys() if stored.get(name) != now.get(name))
    if not names:
        return ""
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"another {', '.join(names[:_MOST_NAMES])}{more}"
