"""Policies: objects that map observations to actions."""

from r3gym.policies.agent import LLMAgent
from r3gym.policies.base import Policy
from r3gym.policies.competence import DEFAULT_PROFILE, Skill
from r3gym.policies.installed import check_policy
from r3gym.policies.registry import list_policies, make_policy, named_policy, policy_kinds, scripted_options
from r3gym.policies.scheduled import ScheduledAgent, with_scheduler
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
    "list_policies",
    "make_policy",
    "named_policy",
    "policy_kinds",
    "scripted_options",
    "with_scheduler",
]
