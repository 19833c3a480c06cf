"""The judge of abstract reasoning."""

from __future__ import annotations

from typing import Literal

from r3gym.domains.judge_choice import JudgeChoice


class ScoredAR(JudgeChoice):
    """reasoning-gym's scorers; there is no other judge for abstract reasoning."""

    judge: Literal["reasoning-gym"] = "reasoning-gym"
