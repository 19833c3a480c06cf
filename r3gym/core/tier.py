"""The difficulty tiers of problems."""

from __future__ import annotations

from enum import StrEnum


class Tier(StrEnum):
    """Intended or measured resource demand. Used to build contests and to analyse them, and hidden from prompts."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    UNRATED = "unrated"  # a user's problem without a tier: playable, left out of analyses by tier
