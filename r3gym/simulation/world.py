"""The model that the twin simulates, as arrays: the work that problems take, their feedback, and the budgets.

A *law* is the distribution of the paid steps of work after which a problem's answer is right, as 256 equally likely
values: 0 is right before any paid step, `NEVER` is never. A *template* is a law for each problem of a contest,
with feedback and budgets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from r3gym.errors import InputError

ATOMS = 256
NEVER = 255
#: The largest budget that still fits the bytes of the visible state.
LARGEST_BUDGET = 254
#: The outcome of a paid step, as bits of a number: its exit status was zero, the solver keeps its draft.
PASSES, KEEPS = 1, 2


@dataclass(frozen=True)
class Feedback:
    """The feedback of a paid step, as probabilities.

    After each paid step the solver believes its draft to be right (``looks``) or not: ``looks_right`` and
    ``looks_wrong`` are the probabilities when the draft is right or wrong. The command's exit status is zero with
    ``exit_looks`` or ``exit_fails``. A solver that believes its draft to be right keeps it with
    probability ``keeps``: then its next paid step on the problem checks the unchanged candidate instead of working on.
    ``drafts`` is the share of the problems not yet right that have a (wrong) answer before any paid step.
    """

    looks_right: float = 1.0
    looks_wrong: float = 0.0
    exit_looks: float = 1.0
    exit_fails: float = 0.0
    keeps: float = 1.0
    drafts: float = 0.0

    def outcomes(self) -> npt.NDArray[np.uint8]:
        """Return the outcomes of a paid step for a wrong and a right draft: 256, equally likely, falling."""
        return np.array([self._outcomes(self.looks_wrong), self._outcomes(self.looks_right)], np.uint8)

    def drafted(self) -> int:
        """Return ``drafts`` as a multiple of 1 / ATOMS."""
        return round(self.drafts * ATOMS)

    def _outcomes(self, looks: float) -> npt.NDArray[np.int64]:
        kept_pass = looks * self.exit_looks * self.keeps
        kept_fail = looks * (1 - self.exit_looks) * self.keeps
        passes = looks * self.exit_looks + (1 - looks) * self.exit_fails - kept_pass
        edges = np.round(np.cumsum([kept_pass, kept_fail, passes]) * ATOMS)
        codes = np.array([KEEPS + PASSES, KEEPS, PASSES, 0])
        return codes[np.searchsorted(edges, np.arange(ATOMS), side="right")]

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"feedback {name}={getattr(self, name)}: a probability is between 0 and 1")


@dataclass(frozen=True, eq=False)
class World:
    """Templates of contests. Each episode draws one of them, one of its budgets, and the order of its problems.

    ``domain`` (n), ``laws`` (l, 256), ``slots`` (n, problems) names the laws of a template's problems, ``outcomes``
    (n, 2, 256) and ``drafts`` (n) are the feedback, ``budgets`` (n, b); ``patience`` and ``rechecks`` (n) are the
    solver's own habit, used when it is not scheduled; ``shuffled``: the order of problems is drawn.
    """

    names: tuple[str, ...]
    domain: npt.NDArray[np.uint8]
    laws: npt.NDArray[np.uint8]
    slots: npt.NDArray[np.int64]
    outcomes: npt.NDArray[np.uint8]
    drafts: npt.NDArray[np.uint16]
    budgets: npt.NDArray[np.uint8]
    patience: npt.NDArray[np.uint8]
    rechecks: npt.NDArray[np.uint8]
    shuffled: bool = True

    def __len__(self) -> int:
        return len(self.names)

    @property
    def problems(self) -> int:
        """The number of problems of a contest."""
        return int(self.slots.shape[1])

    @cached_property
    def edges(self) -> npt.NDArray[np.uint16]:
        """The outcomes as counts (n, 2, 4): how many of the 256 are at least 3, 2, 1; the last entry is padding."""
        assert (self.outcomes[..., 1:] <= self.outcomes[..., :-1]).all(), "outcomes fall (Feedback.outcomes)"
        at_least = [(self.outcomes >= outcome).sum(axis=2) for outcome in (3, 2, 1)]
        return np.stack([*at_least, np.zeros_like(at_least[0])], axis=2).astype(np.uint16)

    def with_budgets(self, *budgets: int) -> World:
        """Return the same templates with these budgets for each."""
        if not budgets or not all(1 <= budget <= LARGEST_BUDGET for budget in budgets):
            raise InputError(f"budgets {budgets}: a simulated contest has a budget of 1 to {LARGEST_BUDGET}")
        return self.with_budget_table(np.tile(np.array(budgets, np.uint8), (len(self), 1)))

    def with_budget_table(self, budgets: npt.NDArray[np.uint8]) -> World:
        """Return the same templates with a row of budgets for each."""
        return replace(self, budgets=budgets)


def joined(worlds: list[World]) -> World:
    """Join worlds into one with all templates, each drawn equally often. Sizes, budgets and shuffling must agree."""
    if len({world.problems for world in worlds}) != 1:
        sizes = sorted({world.problems for world in worlds})
        raise InputError(f"worlds of contests of {' and '.join(map(str, sizes))} problems cannot be joined")
    if len({(world.budgets.shape[1], world.shuffled) for world in worlds}) != 1:
        raise InputError("worlds with different numbers of budgets, or of which some are shuffled, cannot be joined")
    shift = np.cumsum([0, *(len(world.laws) for world in worlds)])
    return World(
        tuple(name for world in worlds for name in world.names),
        np.concatenate([world.domain for world in worlds]),
        np.concatenate([world.laws for world in worlds]),
        np.concatenate([world.slots + by for world, by in zip(worlds, shift, strict=False)]),
        np.concatenate([world.outcomes for world in worlds]),
        np.concatenate([world.drafts for world in worlds]),
        np.concatenate([world.budgets for world in worlds]),
        np.concatenate([world.patience for world in worlds]),
        np.concatenate([world.rechecks for world in worlds]),
        worlds[0].shuffled,
    )
