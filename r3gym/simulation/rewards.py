"""The rewards of the twin, the same for the single, the batched and the training environment.

Both kinds of reward sum to the contest's score over an episode.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym.errors import InputError

Counts = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]

#: ``score``: all at the end, as in the live contest. ``progress``: 1 when an answer becomes right; answers that were
#: right before the first paid step count at the end.
REWARDS = ("score", "progress")


def check_reward(kind: str) -> str:
    """Return the kind of reward; `InputError` unless it is one of `REWARDS`."""
    if kind not in REWARDS:
        raise InputError(f"reward={kind!r}: choose one of {', '.join(REWARDS)}")
    return kind


def step_rewards(kind: str, gained: Counts, over: Flags, final_score: Counts, initially_right: Counts) -> Counts:
    """Return the reward of one step for each contest.

    ``gained`` is 1 where an answer became right, ``over`` says which episodes ended with the step, ``final_score`` is
    the score of those and 0 of the others, ``initially_right`` the answers that were right when the episode began.

    >>> over = np.array([False, True])
    >>> step_rewards("progress", np.array([1, 1]), over, np.array([0, 3]), np.array([1, 2])).tolist()
    [1.0, 3.0]
    >>> step_rewards("score", np.array([1, 1]), over, np.array([0, 3]), np.array([1, 2])).tolist()
    [0.0, 3.0]
    """
    rewards = final_score if kind == "score" else gained + initially_right * over
    return rewards.astype(np.float64)
