"""Who acts: policies that answer observations with actions."""

from r3gym.policies.agent import LLMAgent
from r3gym.policies.base import Policy
from r3gym.policies.competence import DEFAULT_PROFILE, Skill
from r3gym.policies.installed import check_policy
from r3gym.policies.registry import list_policies, make_policy, named_policy, policy_kinds, scripted_words
from r3gym.policies.scheduled import ScheduledAgent, led_by
from r3gym.policies.scripted import PERSONALITIES, ScriptedSolver
from r3gym.policies.spec import EpisodeContext, PolicySpec, ReadyPolicy
from r3gym.policies.tool_free import ToolFreeSolver

__all__ = [
    "DEFAULT_PROFILE",
    "PERSONALITIES",
    "EpisodeContext",
    "LLMAgent",
    "Policy",
    "PolicySpec",
    "ReadyPolicy",
    "ScheduledAgent",
    "ScriptedSolver",
    "Skill",
    "ToolFreeSolver",
    "check_policy",
    "led_by",
    "list_policies",
    "make_policy",
    "named_policy",
    "policy_kinds",
    "scripted_words",
]
