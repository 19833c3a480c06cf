"""What the scripted solver works with: drafts of known quality, and one attempt with a draft as shell commands."""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.core.tier import Tier


@dataclass(frozen=True)
class ProblemDrafts:
    """Drafts of one problem; ``right`` is None when the bank has no accepted answer to hand out."""

    tier: Tier
    right: str | None
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class DraftStep:
    """One attempt with a draft: what is written first (free), the one paid command, and how the answer is recorded.

    ``record`` is a free command; without one, what the paid command printed is handed in by ``submit_answer``.
    """

    paid: str
    write: str | None = None
    record: str | None = None
