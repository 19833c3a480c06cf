"""Right and wrong drafts for a problem, made from its key and the bank's submissions.

For the scripted solver only: it reads keys directly from the bank and bypasses the environment.
"""

from __future__ import annotations

from collections.abc import Collection

from r3gym.core.domain import Domain
from r3gym.core.drafts import ProblemDrafts
from r3gym.suites import load_keys


def insider_drafts(suite: str, domain: Domain, problem_ids: Collection[str]) -> dict[str, ProblemDrafts]:
    """Return the drafts of the given problems."""
    return {p: domain.drafts(key) for p, key in load_keys(suite, domain, problem_ids).items()}
