"""The paper's two guards over many packed states at once; tests compare them with `r3gym.schedulers`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from r3gym.core import visible
from r3gym.errors import InputError

GUARDS = ("none", "coverage", "verification")


def blocked(guard: str, packed: visible.Bytes) -> npt.NDArray[np.bool_]:
    """Which problems the guard would block, one row per contest and one column per problem."""
    words = packed.reshape(len(packed), -1, visible.WORD)[:, :-1]
    if guard == "none":
        return np.zeros(words.shape[:2], np.bool_)
    if guard not in GUARDS:
        raise InputError(f"guard={guard!r}: choose one of {', '.join(GUARDS)}")
    probed = words[:, :, visible.PAID] > 0
    covered = probed.all(axis=1, keepdims=True)
    uncovered: npt.NDArray[np.bool_] = probed & ~covered
    if guard == "coverage":
        return uncovered
    checks = words[:, :, visible.CHECKS].astype(np.int64)
    further = checks - (checks == words[:, :, visible.PAID])
    found: npt.NDArray[np.bool_] = uncovered | (covered & (words[:, :, visible.CANDIDATE] > 0) & (further >= 1))
    return found
