"""Keys and addresses stay here: read when a call is made, and kept out of everything that leaves."""

from __future__ import annotations

import dataclasses
import logging
import os

from r3gym.errors import InputError
from r3gym.policies.models.background import in_background_thread
from r3gym.policies.models.messages import ChatReply, ToolCall
from r3gym.policies.models.profile import ModelProfile

#: What servers without keys are sent.
NO_KEY = "no-key"


#: The libraries below the client: what they log names addresses and headers.
_TALKATIVE = ("openai", "httpx", "httpx2", "httpcore", "httpcore2", "h11", "hpack", "anyio", "asyncio")


def api_key(profile: ModelProfile) -> str:
    """The profile's key, from the environment."""
    name = profile.api_key_env
    if name is None:
        return NO_KEY
    fault = _fault(os.environ.get(name, ""))
    if fault:
        raise InputError(
            f"model {profile.name!r}: the environment variable {name} (api_key_env) {fault}; "
            f"export {name}=KEY, or leave api_key_env out for a server without keys"
        )
    return os.environ[name].strip()


def _fault(key: str) -> str:
    if not key.strip():
        return "is not set"
    return "" if key.strip().isascii() and key.strip().isprintable() else "is not a key (one line of ASCII)"


def silence_libraries() -> None:
    """Keep what the libraries log about our calls out of every log, and leave alone what they log about others'.

    Our calls, and only they, run in the background thread. The loggers are those that exist now: call this when the
    libraries are loaded.
    """
    for name in list(logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in _TALKATIVE:
            logging.getLogger(name).addFilter(_elsewhere)  # adding it again changes nothing


def _elsewhere(record: logging.LogRecord) -> bool:  # noqa: ARG001
    return not in_background_thread()


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
