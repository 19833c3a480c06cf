"""Data of the scripted solver: drafts of known quality, and one attempt with a draft as shell commands."""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.core.tier import Tier


@dataclass(frozen=True)
class ProblemDrafts:
    """Drafts of one problem; ``right`` is None when the bank has no accepted answer."""

    tier: Tier
    right: str | None
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class DraftStep:
    """One attempt with a draft: a free write, the one paid command, and how the answer is recorded.

    ``record`` is a free command; without one, the output of the paid command is submitted with ``submit_answer``.
    """

    paid: str
    write: str | None = None
    record: str | None = None
