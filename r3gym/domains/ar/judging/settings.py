"""The judge of abstract reasoning."""

from __future__ import annotations

from typing import Literal

from r3gym.domains.judge_choice import JudgeChoice


class ScoredAR(JudgeChoice):
    """reasoning-gym's scorers; there is no other judge for abstract reasoning.

    ``guarded`` puts a guard in front of scorers that accept some wrong answers; ``raw`` takes them as they are.
    """

    judge: Literal["reasoning-gym"] = "reasoning-gym"
    scorer: Literal["guarded", "raw"] = "guarded"
