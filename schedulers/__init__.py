"""Schedulers by name: guards and drivers that decide which problem may get the next paid step.

>>> make_scheduler("coverage").name
'coverage'
"""

from __future__ import annotations

from r3gym.schedulers.base import ALLOW, Driver, Review, Scheduler
from r3gym.schedulers.coverage import Coverage
from r3gym.schedulers.driving import BaseDriver
from r3gym.schedulers.index import Index
from r3gym.schedulers.legal import legal_steps
from r3gym.schedulers.none import NoScheduler
from r3gym.schedulers.plain_drivers import Equal, Greedy, RoundRobin, Sequential
from r3gym.schedulers.registry import list_schedulers, make_scheduler, scheduler_names
from r3gym.schedulers.shadow_price import ShadowPrice
from r3gym.schedulers.stop import Stop
from r3gym.schedulers.verification import Verification

__all__ = [
    "ALLOW",
    "BaseDriver",
    "Coverage",
    "Driver",
    "Equal",
    "Greedy",
    "Index",
    "NoScheduler",
    "Review",
    "RoundRobin",
    "Scheduler",
    "Sequential",
    "ShadowPrice",
    "Stop",
    "Verification",
    "legal_steps",
    "list_schedulers",
    "make_scheduler",
    "scheduler_names",
]
