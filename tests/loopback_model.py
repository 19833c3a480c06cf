"""A chat-completions server on loopback, scripted: the other end of `r3gym.models.client` in tests.

    with model_server(says("hello"), http_error(429, retry_after=0), calls(("bash_command", {"command": "ls"}))) as s:
        ...  # base_url=s.url; then look at s.requests

Each entry of the script answers one request, in order of arrival: a reply, or a function from the request's body to
one.
``model`` answers all requests after the script. Streaming is answered with a stream, as asked for.
"""

from __future__ import annotations

import dataclasses
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from loopback import DROP, Reply, serve

__all__ = [
    "DROP",
    "HALF_CLOSE",
    "ModelServer",
    "Received",
    "ScriptedCompletion",
    "calls",
    "cut",
    "http_error",
    "model_server",
    "raw",
    "says",
    "slow",
    "trickle",
]

COUNTED: Any = object()  #: usage counted by the server: one token is one word


@dataclass(frozen=True)
class ScriptedCompletion:
    """A completion, before it is known whether it goes out whole or as a stream.

    ``message`` is merged into the assistant message, so that any dialect can be spoken. ``usage`` None leaves it out.
    ``delay`` seconds pass before the server says anything; ``cut`` loses the connection in the middle;
    ``blanks`` seconds of white space come before the body, as slow services keep connections open.
    """

    content: Any = ""
    reasoning: str = ""
    tool_calls: tuple[Mapping[str, Any], ...] = ()
    finish: str | None = "stop"
    usage: Any = COUNTED
    message: Mapping[str, Any] = field(default_factory=dict)
    model: str = "loopback-model"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    blanks: float = 0.0
    cut: bool = False


def says(
    content: Any = "", reasoning: str = "", finish: str | None = "stop", usage: Any = COUNTED, **message: Any
) -> ScriptedCompletion:
    """A completion with this text. ``usage``: a mapping, ``(prompt, completion)``, or None for a server without."""
    if isinstance(usage, tuple):
        usage = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return ScriptedCompletion(content, reasoning, (), finish, usage, message)


def calls(*wanted: tuple[str, Any], content: Any = None, finish: str = "tool_calls", **said: Any) -> ScriptedCompletion:
    """A completion with native tool calls; arguments that are text go out as they are."""
    made = tuple(
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps(given)},
        }
        for number, (name, given) in enumerate(wanted)
    )
    return dataclasses.replace(says(content, finish=finish, **said), tool_calls=made)


def http_error(status: int, retry_after: object = None, body: Any = None, **headers: str) -> Reply:
    """An error. ``retry_after`` is sent as it is; keyword headers say ``retry_after_ms="20"``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if retry_after is not None:
        named["Retry-After"] = str(retry_after)
    return Reply(status, body or {"error": {"message": f"no: {status}", "type": "error", "code": None}}, named)


def raw(body: bytes, status: int = 200, **headers: str) -> Reply:
    """These bytes as the body, whatever they are."""
    return Reply(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def slow(reply: ScriptedCompletion, seconds: float) -> ScriptedCompletion:
    """The same after a while (the wait ends early when the server stops)."""
    return dataclasses.replace(reply, delay=seconds)


def trickle(reply: ScriptedCompletion, seconds: float) -> ScriptedCompletion:
    """The same, after blanks for a while: no single read is slow, the whole is."""
    return dataclasses.replace(reply, blanks=seconds)


def cut(reply: ScriptedCompletion) -> ScriptedCompletion:
    """The same, with the connection lost in the middle of the body (or of the stream)."""
    return dataclasses.replace(reply, cut=True)


#: The server ends its side of the connection without an answer and keeps the other open.
HALF_CLOSE = Reply(status=-1)


@dataclass(frozen=True)
class Received:
    """One request as it came; ``at`` is the monotonic clock."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    at: float = field(default_factory=time.monotonic, compare=False)


class ModelServer:
    """The running server: its address, and all that was asked of it."""

    def __init__(self, script: tuple[Any, ...], model: Callable[[dict[str, Any]], Any] | None) -> None:
        self.url = ""
        self.requests: list[Received] = []
        self.most_at_once = 0
        self._now = 0
        self._script, self._model = list(script), model
        self._lock = threading.Lock()
        self._stopping = threading.Event()

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What was asked, without headers."""
        return [received.body for received in self.requests]

    @property
    def left(self) -> int:
        """How much of the script was not used."""
        return len(self._script)

    def answer(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Reply:
        if (method, path) != ("POST", "/v1/chat/completions"):
            return http_error(404)
        with self._lock:
            self.requests.append(Received(path, body, headers))
            over = not self._script and self._model is None
            step = http_error(404) if over else self._script.pop(0) if self._script else self._model
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            given = step(body) if callable(step) else step
            return self._rendered(given, body) if isinstance(given, ScriptedCompletion) else given
        finally:
            with self._lock:
                self._now -= 1

    def stop(self) -> None:
        self._stopping.set()

    def _rendered(self, said: ScriptedCompletion, body: dict[str, Any]) -> Reply:
        if said.delay:
            self._stopping.wait(said.delay)
        usage = _counted(said, body) if said.usage is COUNTED else said.usage
        if body.get("stream"):
            wanted = bool((body.get("stream_options") or {}).get("include_usage"))
            pieces = self._paced(said, _stream(said, usage if wanted else None))
            return Reply(200, headers={"Content-Type": "text/event-stream", **said.headers}, pieces=pieces)
        whole = {"id": "c1", "object": "chat.completion", "created": 1, "model": said.model}
        whole |= {"choices": [{"index": 0, "message": _message(said), "finish_reason": said.finish}]}
        if usage is not None:
            whole["usage"] = usage
        if said.blanks:
            return Reply(200, headers=dict(said.headers), pieces=self._paced(said, iter([json.dumps(whole).encode()])))
        return Reply(200, whole, dict(said.headers), cut=said.cut)

    def _paced(self, said: ScriptedCompletion, pieces: Iterator[bytes]) -> Iterator[bytes]:
        waited = 0.0
        while waited < said.blanks and not self._stopping.wait(0.02):
            waited += 0.02
            yield b"\n"
        yield from pieces


def _message(said: ScriptedCompletion) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said.content}
    if said.reasoning:
        message["reasoning_content"] = said.reasoning
    if said.tool_calls:
        message["tool_calls"] = list(said.tool_calls)
    return {**message, **said.message}


def _counted(said: ScriptedCompletion, body: dict[str, Any]) -> dict[str, Any]:
    asked = sum(len(str(message.get("content") or "").split()) for message in body["messages"])
    thought = len(said.reasoning.split())
    written = thought + len(str(said.content or "").split()) + sum(len(str(c).split()) for c in said.tool_calls)
    counts: dict[str, Any] = {"prompt_tokens": asked, "completion_tokens": written, "total_tokens": asked + written}
    return {**counts, "completion_tokens_details": {"reasoning_tokens": thought}} if thought else counts


def _stream(said: ScriptedCompletion, usage: Any) -> Iterator[bytes]:
    """The completion in small pieces: reasoning, content, tool calls (name first, arguments in bits), finish, usage."""
    message = _message(said)
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    for name in ("reasoning_content", "reasoning", "content", "refusal"):
        text = message.pop(name, None)
        if isinstance(text, str):
            deltas += [{name: text[at : at + 7]} for at in range(0, len(text), 7)]
        elif text is not None:
            deltas.append({name: text})
    for index, call in enumerate(message.pop("tool_calls", ())):
        function = call["function"]
        deltas.append({"tool_calls": [{"index": index, **call, "function": {**function, "arguments": ""}}]})
        bits = [function["arguments"][at : at + 5] for at in range(0, len(function["arguments"]), 5)]
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": bit}}]} for bit in bits]
    message.pop("role", None)
    if message:
        deltas.append(message)
    chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    if said.cut:
        chunks = chunks[: len(chunks) // 2]
    else:
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": said.finish}]})
        if usage is not None:
            chunks.append({"choices": [], "usage": usage})
    for chunk in chunks:
        whole = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": said.model, **chunk}
        yield b"data: " + json.dumps(whole, ensure_ascii=False).encode() + b"\n\n"
    if not said.cut:
        yield b"data: [DONE]\n\n"


@contextmanager
def model_server(*script: Any, model: Callable[[dict[str, Any]], Any] | None = None) -> Iterator[ModelServer]:
    """A running server. Without ``model``, requests after the script get a 404, which nobody tries again."""
    server = ModelServer(script, model)
    with serve(server.answer) as address:
        server.url = f"{address}/v1"
        try:
            yield server
        finally:
            server.stop()
