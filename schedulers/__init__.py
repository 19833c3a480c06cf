"""Who may spend next: guards over the visible state, chosen by name.

>>> make_scheduler("coverage").name
'coverage'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from r3gym.errors import InputError
from r3gym.schedulers.base import ALLOW, Review, Scheduler
from r3gym.schedulers.coverage import Coverage
from r3gym.schedulers.none import NoScheduler
from r3gym.schedulers.verification import Verification

__all__ = [
    "ALLOW",
    "Coverage",
    "NoScheduler",
    "Review",
    "Scheduler",
    "Verification",
    "make_scheduler",
    "scheduler_names",
]

_BY_NAME: Mapping[str, Callable[[], Scheduler]] = {
    "none": NoScheduler,
    "coverage": Coverage,
    "verification": Verification,
}


def scheduler_names() -> tuple[str, ...]:
    """The names that `make_scheduler` takes."""
    return tuple(_BY_NAME)


def make_scheduler(name: str) -> Scheduler:
    """A scheduler by its name."""
    try:
        return _BY_NAME[name]()
    except KeyError:
        raise InputError(f"scheduler={name!r}: choose one of {', '.join(_BY_NAME)}") from None
