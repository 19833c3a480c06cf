"""A problem's private part: data for the judge that must never reach a policy.

Keys are read by the judge, by the suite builder and by the scripted solver (which knows the keys by design), each
directly from the bank. Environments, sandboxes, policies, schedulers and prompts are built from
`r3gym.core.problem.Problem` alone. Every domain defines its own key class, in its folder.
"""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.core.tier import Tier


@dataclass(frozen=True)
class AnswerKey:
    """The fields that all keys have: the problem's id and the hidden tier."""

    problem_id: str
    tier: Tier
