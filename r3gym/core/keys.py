"""A problem's private part: data for the judge that must never reach a policy.

Keys are read by the judge, by the suite builder and by the scripted solver (an insider by design), each straight from
the bank. Environments, sandboxes, policies, schedulers and prompts are built from `r3gym.core.problem.Problem` alone.
Every domain has a key of its own, in its folder.
"""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.core.tier import Tier


@dataclass(frozen=True)
class AnswerKey:
    """What all keys have: whose they are, and the hidden tier."""

    problem_id: str
    tier: Tier
