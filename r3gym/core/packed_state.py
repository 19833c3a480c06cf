"""The visible state packed into bytes, as used by the simulated twin and the learned scheduler.

Eight bytes for each problem in presented order, then eight for the contest. A state without a budget shows 255. Counts
stop at 255; a contest of the paper has a budget of at most 32 counted actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym.core.known_domains import domain_number, numbered_domain
from r3gym.core.state import ContestState, ProblemState

Bytes = npt.NDArray[np.uint8]

#: Bytes of a problem. EXIT is 0 before the first paid step, then 1 for exit status zero and 2 for any other.
PAID, VERSION, CHECKS, EXIT, CANDIDATE, SHELVED, FOCUSED = range(7)
#: Bytes of the contest, after the last problem.
DOMAIN, TOTAL, REMAINING = range(3)
WORD = 8
MOST = 255


def pack(state: ContestState) -> Bytes:
    """Pack a state into ``8 * (problems + 1)`` bytes.

    >>> state = ContestState(numbered_domain(1), (ProblemState("1", paid_steps=2, last_exit=0),), "1", 7, 2, 5)
    >>> pack(state).tolist()
    [2, 0, 0, 1, 0, 0, 1, 0, 1, 7, 5, 0, 0, 0, 0, 0]
    """
    found: list[int] = []
    for p in state.problems:
        exit_byte = 0 if p.last_exit is None else 1 if p.last_exit == 0 else 2
        counts = (min(count, MOST) for count in (p.paid_steps, p.candidate_version, p.checks_since_change))
        found += [*counts, exit_byte, p.candidate, p.shelved, p.label == state.focus, 0]
    budget = (MOST if count is None else max(0, min(count, MOST)) for count in (state.total, state.remaining))
    found += [domain_number(state.domain.name), *budget, 0, 0, 0, 0, 0]
    return np.array(found, np.uint8)


def unpack(packed: npt.NDArray[Any]) -> ContestState:
    """Return the state that packs to these bytes (a failed step shows exit status 1)."""
    rows = packed.reshape(-1, WORD).tolist()
    domain = numbered_domain(rows[-1][DOMAIN])
    total, remaining = rows[-1][TOTAL], rows[-1][REMAINING]
    problems = tuple(
        ProblemState(
            label=label,
            paid_steps=row[PAID],
            shelved=bool(row[SHELVED]),
            candidate=bool(row[CANDIDATE]),
            candidate_version=row[VERSION],
            checks_since_change=row[CHECKS],
            last_exit=None if row[EXIT] == 0 else row[EXIT] - 1,
        )
        for label, row in zip(domain.labels(len(rows) - 1), rows[:-1], strict=True)
    )
    focus = next((p.label for p, row in zip(problems, rows, strict=False) if row[FOCUSED]), None)
    unlimited = total == MOST
    used = sum(p.paid_steps for p in problems)
    return ContestState(domain, problems, focus, None if unlimited else total, used, None if unlimited else remaining)
