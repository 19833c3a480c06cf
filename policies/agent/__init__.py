"""The agentic policy: a chat model that acts in the shell through tool calls."""

from r3gym.policies.agent.agent import LLMAgent
from r3gym.policies.agent.episode import Caps

__all__ = ["Caps", "LLMAgent"]
