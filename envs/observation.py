"""Convert the visible state to an observation: a pure function, so that live and simulated contests look alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from r3gym.accounting import Charge, ChargeKind
from r3gym.core.state import ContestState
from r3gym.prompts.instruction import BudgetView


def observe(state: ContestState, view: BudgetView, charge: Charge | None, text: str) -> dict[str, Any]:
    """Return the observation after an action (``charge`` is None at reset)."""
    problems = state.problems
    running = view is BudgetView.RUNNING
    return {
        "total": _number(None if view is BudgetView.HIDDEN else state.total),
        "used": _number(state.used if running else None),
        "remaining": _number(state.remaining if running else None),
        "focus": np.int64(0 if state.focus is None else state.labels.index(state.focus) + 1),
        "paid_steps": np.array([p.paid_steps for p in problems], np.int64),
        "shelved": np.array([p.shelved for p in problems], np.int8),
        "candidate": np.array([p.candidate for p in problems], np.int8),
        "candidate_version": np.array([p.candidate_version for p in problems], np.int64),
        "checks_since_change": np.array([p.checks_since_change for p in problems], np.int64),
        "last_exit": np.array([-1 if p.last_exit is None else p.last_exit for p in problems], np.int64),
        "charge": np.int64(0 if charge is None else 1 + list(ChargeKind).index(charge.kind)),
        "text": text,
    }


def _number(value: int | None) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array([-1 if value is None else value], np.int64)
