"""Tool-free language-model policies: one completion, or reasoning and finalisation."""

from r3gym.policies.tool_free.solver import ToolFreeSolver

__all__ = ["ToolFreeSolver"]
