"""Keys and addresses stay here: read when a call is made, and kept out of everything that leaves."""

from __future__ import annotations

import dataclasses
import os

from r3gym.errors import InputError
from r3gym.policies.models.messages import ChatReply, ToolCall
from r3gym.policies.models.profile import ModelProfile

#: What servers without keys are sent.
NO_KEY = "no-key"


def api_key(profile: ModelProfile) -> str:
    """The profile's key, from the environment."""
    name = profile.api_key_env
    if name is None:
        return NO_KEY
    key = os.environ.get(name, "").strip()
    if not key or not key.isascii() or not key.isprintable():
        state = "is not set" if not key else "is not a key (one line of ASCII)"
        raise InputError(
            f"model {profile.name!r}: the environment variable {name} (api_key_env) {state}; "
            f"export {name}=KEY, or leave api_key_env out for a server without keys"
        )
    return key


def scrub(text: str, base_url: str | None, key: str) -> str:
    """The text without key and address, should a server repeat them."""
    if key != NO_KEY:
        text = text.replace(key, "[key]")
    return text.replace(base_url, "[address]") if base_url else text


def scrub_reply(reply: ChatReply, base_url: str | None, key: str) -> ChatReply:
    """The reply without key and address, wherever a server put them."""

    def clean(text: str) -> str:
        return scrub(text, base_url, key)

    return dataclasses.replace(
        reply,
        content=clean(reply.content),
        reasoning=clean(reply.reasoning),
        tool_calls=tuple(ToolCall(clean(c.id), clean(c.name), clean(c.arguments)) for c in reply.tool_calls),
        finish=clean(reply.finish),
        served_model=clean(reply.served_model),
    )
