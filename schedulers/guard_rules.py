"""The rules of the paper's two guards, each written once, as functions of counts.

They read arrays whose last axis is the problems, so the same rule reviews one live state (`r3gym.schedulers.coverage`,
`r3gym.schedulers.verification`), masks thousands of simulated ones (`r3gym.simulation.contests`), and masks a network
that was trained under a guard (`r3gym.schedulers.learned`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import r3gym.core.packed_state as packed_state
from r3gym.core.state import ContestState
from r3gym.errors import InputError

Counts = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]

#: The guards whose rules are in this module, by the names of their schedulers.
GUARDS = ("none", "coverage", "verification")


def check_guard(guard: str) -> str:
    """Return the name of a guard; `InputError` unless it is one of `GUARDS`."""
    if guard not in GUARDS:
        raise InputError(f"guard={guard!r}: choose one of {', '.join(GUARDS)}")
    return guard


def coverage_blocks(paid: Counts) -> Flags:
    """Block problems that had a paid step while another has had none."""
    probed: Flags = paid > 0
    return probed & ~probed.all(axis=-1, keepdims=True)


def verification_blocks(paid: Counts, candidate: Counts, checks: Counts) -> Flags:
    """Block as coverage does; after coverage, problems whose unchanged candidate had its one further check."""
    probed = paid > 0
    return np.where(np.all(probed, axis=-1, keepdims=True), checked_again(paid, candidate, checks), probed)


def checked_again(paid: Counts, candidate: Counts, checks: Counts) -> Flags:
    """Find candidates that had a further check since they last changed.

    The coverage probe is not a further check, even if it came after the last change.
    """
    the_probe = checks == paid
    found: Flags = (candidate > 0) & (checks > the_probe)
    return found


def blocked_problems(guard: str, packed: packed_state.Bytes) -> Flags:
    """Return which problems a guard blocks in packed states, one row per state and one column per problem."""
    check_guard(guard)
    words = packed.reshape(len(packed), -1, packed_state.WORD)[:, :-1]
    if guard == "none":
        return np.zeros(words.shape[:2], np.bool_)
    counted = (packed_state.PAID, packed_state.CANDIDATE, packed_state.CHECKS)
    paid, candidate, checks = (words[:, :, byte] for byte in counted)
    return coverage_blocks(paid) if guard == "coverage" else verification_blocks(paid, candidate, checks)


def problem_counts(state: ContestState) -> tuple[Counts, Counts, Counts]:
    """Return paid steps, candidates and checks since their last change, of the problems of one state."""
    rows = [(p.paid_steps, p.candidate, p.checks_since_change) for p in state.problems]
    paid, candidate, checks = np.array(rows, np.int64).T
    return paid, candidate, checks
