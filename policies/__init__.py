"""Who acts: policies that answer observations with actions."""

from r3gym.policies.agent import LLMAgent
from r3gym.policies.base import Policy
from r3gym.policies.competence import DEFAULT_PROFILE, Skill
from r3gym.policies.registry import check_policy, list_policies, make_policy, scripted_words
from r3gym.policies.scheduled import ScheduledAgent, led_by
from r3gym.policies.scripted import PERSONALITIES, ScriptedSolver
from r3gym.policies.tool_free import ToolFreeSolver

__all__ = [
    "DEFAULT_PROFILE",
    "PERSONALITIES",
    "LLMAgent",
    "Policy",
    "ScheduledAgent",
    "ScriptedSolver",
    "Skill",
    "ToolFreeSolver",
    "check_policy",
    "led_by",
    "list_policies",
    "make_policy",
    "scripted_words",
]
