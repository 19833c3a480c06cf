"""The paper's two settings: they differ in the runtime and in the unit of the budget, and in nothing else."""

from __future__ import annotations

from enum import StrEnum

from r3gym.core.domain import Domain
from r3gym.core.unit import Unit


class Setting(StrEnum):
    """A setting; its value is the word used in files, on the command line and in records."""

    AGENTIC = "agentic"
    TOOL_FREE = "tool_free"

    @property
    def unit(self) -> Unit:
        """The unit of the budget."""
        return {Setting.AGENTIC: Unit.ACTIONS, Setting.TOOL_FREE: Unit.OUTPUT_TOKENS}[self]

    def env_id(self, domain: Domain, *, single: bool = False) -> str:
        """Return the Gymnasium id of a contest, or of the per-task format.

        >>> from r3gym.core.known_domains import get_domain
        >>> Setting.TOOL_FREE.env_id(get_domain("ar")), Setting.AGENTIC.env_id(get_domain("code"), single=True)
        ('R3ToolFree-AR-v0', 'R3Single-Code-v0')
        """
        names = {
            (Setting.AGENTIC, False): "R3Contest",
            (Setting.AGENTIC, True): "R3Single",
            (Setting.TOOL_FREE, False): "R3ToolFree",
            (Setting.TOOL_FREE, True): "R3ToolFreeSingle",
        }
        return f"{names[self, single]}-{domain.gym_name}-v0"
