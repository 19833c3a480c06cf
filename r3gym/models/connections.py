"""The clients that all calls of this process share: for each address a few, each with its own pool of connections."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from r3gym.models import background
from r3gym.models.secrecy import on_this_machine, silence_libraries

if TYPE_CHECKING:
    from openai import AsyncOpenAI

#: A service that cannot even be connected to in this time is down.
CONNECT_S = 30.0
#: Calls at once per client: a pool looks at all its connections for every request, so large ones are slow.
_CALLS_PER_CLIENT = 16


@dataclass
class _Client:
    """A client with its pool of connections, and the number of calls that use it now."""

    openai: AsyncOpenAI
    calls: int = 0


#: The clients of an address in the order of their use; in the background loop only.
_clients: dict[str, list[_Client]] = {}
_parents_clients: list[Any] = []


def web_library() -> Any:
    """Return the HTTP library below the openai client: httpx, or httpx2 in later versions."""
    import openai

    return importlib.import_module(openai.DefaultAsyncHttpxClient.__mro__[1].__module__.partition(".")[0])


@contextmanager
def free_client(base_url: str) -> Iterator[AsyncOpenAI]:
    """Lend the first client of an address with room for one more call; further ones are made as needed."""
    every = _clients.setdefault(base_url, [])
    chosen = next((client for client in every if client.calls < _CALLS_PER_CLIENT), None)
    if chosen is None:
        chosen = _Client(_new_client(base_url))
        every.append(chosen)
    chosen.calls += 1
    try:
        yield chosen.openai
    finally:
        chosen.calls -= 1


def _new_client(base_url: str) -> AsyncOpenAI:
    import openai

    web = web_library()
    # The number of connections is bounded by the slots of the models (`limits`), and no idle one is closed early.
    http = openai.DefaultAsyncHttpxClient(
        limits=web.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=30.0),
        timeout=web.Timeout(None, connect=CONNECT_S),
        trust_env=not on_this_machine(base_url),  # no proxy for loopback addresses
    )
    client = openai.AsyncOpenAI(base_url=base_url, api_key="no-key", max_retries=0, http_client=http)
    client.organization = client.project = None  # from the environment, and meant for another service
    client.chat.completions.with_streaming_response  # noqa: B018  # trigger the lazy import now
    silence_libraries()
    return client


async def _close() -> None:
    for client in chain.from_iterable(_clients.values()):
        await client.openai.close()


def _forget() -> None:
    _parents_clients.append(dict(_clients))  # kept: the parent still uses their sockets
    _clients.clear()


background.on_close(_close)
os.register_at_fork(after_in_child=_forget)
