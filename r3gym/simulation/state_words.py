"""The twin's state in machine words, and the effect of a paid step on them.

The visible state of a problem is one 64-bit word whose bytes are those of `r3gym.core.packed_state`. Its hidden
state is one 16-bit word: the steps of work left until the answer is right, and whether the solver keeps its draft.
"""

from __future__ import annotations

import numpy as np

from r3gym.core import packed_state
from r3gym.simulation.world import NEVER


def _one(byte: int) -> int:
    """Return the word in which this byte is one and all others are zero."""
    return 1 << (8 * byte)


#: In a hidden word: the solver keeps its draft, so its next step on the problem is a check; and the work left.
DRAFT_KEPT = np.uint16(256)
WORK_LEFT = np.uint16(255)
#: By the value of a hidden word: the work left after a paid step. A check does no work.
WORK_AFTER = np.array([w - (0 < w < NEVER) for w in range(256)] + list(range(256)), np.uint16)


def _step(check: bool, passes: bool) -> tuple[int, int]:
    """Return the bits of its problem's word that a paid step keeps, and what it adds to them."""
    reset = (packed_state.EXIT, packed_state.SHELVED, packed_state.FOCUSED) + (
        () if check else (packed_state.CHECKS, packed_state.CANDIDATE)
    )
    kept = (1 << 64) - 1 - sum(255 * _one(byte) for byte in reset)
    added = _one(packed_state.PAID) + _one(packed_state.FOCUSED) + (2 - passes) * _one(packed_state.EXIT)
    return kept, added + (
        _one(packed_state.CHECKS) if check else _one(packed_state.VERSION) + _one(packed_state.CANDIDATE)
    )


_STEPS = [_step(check, passes) for check in (False, True) for passes in (False, True)]
#: By 2 * check + passes: the bits of the problem's word that a paid step keeps, and what it adds.
STEP_KEEPS, STEP_ADDS = (np.array([step[part] for step in _STEPS], np.uint64) for part in (0, 1))
#: Turns the word of the problem that had the focus into that of a shelved one (by exclusive or).
SHELVE = np.uint64(_one(packed_state.FOCUSED) + _one(packed_state.SHELVED))
#: The word of a problem that has an answer before any paid step.
ANSWERED = np.uint64(_one(packed_state.CANDIDATE) + _one(packed_state.VERSION))
#: In the word of the contest: one unit that is left, and one unit of a fresh budget.
UNIT = np.uint64(_one(packed_state.REMAINING))
BUDGET_UNIT = np.uint64(_one(packed_state.TOTAL) + _one(packed_state.REMAINING))
