"""Talking to chat models: profiles, requests and replies, and the client that carries them."""

from r3gym.policies.models.messages import ChatReply, ChatRequest, ToolCall, Usage
from r3gym.policies.models.profile import ModelProfile

__all__ = ["ChatReply", "ChatRequest", "ModelProfile", "ToolCall", "Usage"]
