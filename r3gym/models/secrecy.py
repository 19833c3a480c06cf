"""Read API keys when a call is made, and keep keys and addresses out of logs, errors and records."""

from __future__ import annotations

import dataclasses
import logging
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from r3gym.models.background import in_background_thread
from r3gym.models.messages import ChatReply, ToolCall
from r3gym.models.profile import ModelProfile
from r3gym.utils.redaction import hide, secrets_of
from r3gym.utils.services import read_key

#: A shorter key is a placeholder for servers without keys, and may occur in an answer by chance.
_SHORTEST_KEY = 8


#: The libraries below the client: their logs contain addresses and headers.
_TALKATIVE = ("openai", "httpx", "httpx2", "httpcore", "httpcore2", "h11", "hpack", "anyio", "asyncio")


def api_key(profile: ModelProfile) -> str:
    """Return the profile's key, from the environment."""
    return read_key(profile.api_key_env, f"model {profile.name!r}: api_key_env")


def silence_libraries() -> None:
    """Suppress what the libraries log about r3gym's calls, and keep what they log about other calls.

    Only r3gym's calls run in the background thread. The filter is added to the loggers that exist now: call this after
    the libraries are loaded.
    """
    for name in list(logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in _TALKATIVE:
            logging.getLogger(name).addFilter(_is_not_ours)  # adding it again changes nothing


def _is_not_ours(record: logging.LogRecord) -> bool:  # noqa: ARG001
    return not in_background_thread()


def scrub(text: str, base_url: str | None, key: str, secrets: tuple[str, ...] = ()) -> str:
    """Return the text without key, address and other secrets, in case a server repeats them.

    >>> scrub("sk-secret-1 at models.example:8000", "http://models.example:8000/v1", "sk-secret-1")
    '[key] at [address]'
    """
    if len(key) >= _SHORTEST_KEY:
        text = text.replace(key, "[key]")
    for name in _address_names(base_url or ""):
        text = text.replace(name, "[address]")
    return hide(text, secrets)


@lru_cache(maxsize=64)
def _address_names(base_url: str) -> tuple[str, ...]:
    """Return the forms in which the address may be written, the longest first. A loopback host alone is no secret."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    return tuple(name for name in (base_url, parts.netloc, "" if on_this_machine(base_url) else host) if name)


def on_this_machine(base_url: str) -> bool:
    """Return whether the address is a loopback one.

    >>> on_this_machine("http://127.0.0.1:8000/v1"), on_this_machine("https://models.example/v1")
    (True, False)
    """
    host = urlsplit(base_url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def scrub_reply(reply: ChatReply, profile: ModelProfile, key: str) -> ChatReply:
    """Return the reply without key, address and the profile's secrets in any field."""
    secrets = secrets_of(profile.shaping_fields())

    def clean(text: str) -> str:
        return scrub(text, profile.base_url, key, secrets)

    return dataclasses.replace(
        reply,
        content=clean(reply.content),
        reasoning=clean(reply.reasoning),
        tool_calls=tuple(ToolCall(clean(c.id), clean(c.name), clean(c.arguments)) for c in reply.tool_calls),
        finish=clean(reply.finish),
        served_model=clean(reply.served_model),
    )
