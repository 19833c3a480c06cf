"""What an insider knows: right and wrong drafts for a problem, made from its key and the bank's submissions.

Only measuring instruments use this. It reads the bank directly and never goes through an environment.
"""

from __future__ import annotations

from collections.abc import Collection

from r3gym.core.domain import Domain
from r3gym.core.drafts import Drafts
from r3gym.suites import load_keys


def insider_drafts(suite: str, domain: Domain, problem_ids: Collection[str]) -> dict[str, Drafts]:
    """The drafts of the given problems."""
    return {p: domain.drafts(key) for p, key in load_keys(suite, domain, problem_ids).items()}
