"""No scheduler: the paper's contest reference. The agent is free to spend as it likes."""

from __future__ import annotations

from r3gym.core.state import ContestState
from r3gym.schedulers.base import ALLOW, Review


class NoScheduler:
    """No rule: the paper's contest reference."""

    name = "none"

    def directive(self, state: ContestState) -> str:  # noqa: ARG002
        """Return no rule."""
        return ""

    def review(self, state: ContestState) -> Review:  # noqa: ARG002
        """Allow every step."""
        return ALLOW
