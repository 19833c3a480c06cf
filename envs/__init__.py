"""Contests as Gymnasium environments."""

from r3gym.envs.allocation_oracle import AllocationOracle
from r3gym.envs.contest_env import ContestEnv
from r3gym.envs.recording import RecordEpisodes
from r3gym.envs.thread_vector import ThreadVectorEnv
from r3gym.envs.tool_free_env import ToolFreeEnv

__all__ = ["AllocationOracle", "ContestEnv", "RecordEpisodes", "ThreadVectorEnv", "ToolFreeEnv"]
