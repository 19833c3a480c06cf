"""Chat models: profiles, requests and replies, and the client that carries them."""

from typing import TYPE_CHECKING, Any

from r3gym.models.loading import load_profile, shipped_profiles
from r3gym.models.messages import ChatReply, ChatRequest, ToolCall, Usage
from r3gym.models.profile import ModelProfile

if TYPE_CHECKING:
    from r3gym.models.cassette import Cassette
    from r3gym.models.client import OpenAIChat

__all__ = [
    "Cassette",
    "ChatReply",
    "ChatRequest",
    "ModelProfile",
    "OpenAIChat",
    "ToolCall",
    "Usage",
    "load_profile",
    "shipped_profiles",
]

_LAZY = {"Cassette": "cassette", "OpenAIChat": "client"}


def __getattr__(name: str) -> Any:
    """Load the client on first access, so that reading profiles starts no threads and imports no libraries."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
