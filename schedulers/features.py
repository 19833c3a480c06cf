"""The features of a learned scheduler: a few numbers per problem and per contest, looked up from the state's bytes.

Each byte of `r3gym.core.packed_state` becomes a short row of a table, so the features are the same whether NumPy or a
training library computes them. Only the visible state is read: no tier, no key, no response curve. Focus and shelving
are left out: they are free, so an agent could change the choice with them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import r3gym.core.packed_state as packed_state

Floats = npt.NDArray[np.float32]


def _count_table(steps: int) -> Floats:
    """Encode a count: exactly 0, 1, ... steps - 1, then its logarithm and a slow linear part."""
    counts = np.arange(256)
    exact = counts[:, None] == np.arange(steps)
    columns = [exact, np.log1p(counts)[:, None] / 3, np.minimum(counts, 40)[:, None] / 20]
    table: Floats = np.hstack(columns, dtype=np.float32, casting="unsafe")
    return table


def _flag_table(values: int) -> Floats:
    """Encode a value from 1 as one column for each."""
    table: Floats = (np.arange(256)[:, None] == np.arange(1, values + 1)).astype(np.float32)
    return table


#: For each byte that is read: its place in the problem's (or the contest's) word, and its table.
PROBLEM_TABLES: dict[int, Floats] = {
    packed_state.PAID: _count_table(6),
    packed_state.VERSION: _count_table(4),
    packed_state.CHECKS: _count_table(3),
    packed_state.EXIT: _flag_table(2),
    packed_state.CANDIDATE: _flag_table(1),
}
CONTEST_TABLES: dict[int, Floats] = {
    packed_state.DOMAIN: (np.arange(256)[:, None] == np.arange(3)).astype(np.float32),
    packed_state.TOTAL: _count_table(4),
    packed_state.REMAINING: _count_table(8),
}
PROBLEM_SIZE = sum(table.shape[1] for table in PROBLEM_TABLES.values())
CONTEST_SIZE = sum(table.shape[1] for table in CONTEST_TABLES.values())


def features(packed: npt.NDArray[Any]) -> tuple[Floats, Floats]:
    """Look up features of packed states (n, 8 * (problems + 1)): per problem (n, problems, .) and contest (n, .)."""
    words = packed.reshape(len(packed), -1, packed_state.WORD)
    problems, contest = words[:, :-1], words[:, -1]
    of_problems = [table[problems[..., byte]] for byte, table in PROBLEM_TABLES.items()]
    of_contest = [table[contest[..., byte]] for byte, table in CONTEST_TABLES.items()]
    return np.concatenate(of_problems, axis=-1), np.concatenate(of_contest, axis=-1)
