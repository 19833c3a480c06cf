"""Join the chunks of a streamed completion into the form of a complete one."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from r3gym.models.reply_reading import InvalidReplyError, parse_json

#: Fields of a delta whose pieces are joined.
_JOINED = ("content", "reasoning_content", "reasoning", "reasoning_details", "refusal")


async def events(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the data of server-sent events. Lines end in line feeds only: JSON text may hold other separators."""
    rest = b""
    async for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                yield line[5:].strip()
    if rest.startswith(b"data:"):
        yield rest[5:].strip()


class StreamedCompletion:
    """Chunks, joined as they arrive. A stream is complete when it states its finish reason, or that it is done."""

    def __init__(self) -> None:
        self.whole = False
        self._top: dict[str, Any] = {}
        self._message: dict[str, Any] = {}
        self._finish: str | None = None
        self._calls: list[dict[str, Any]] = []
        self._places: dict[Any, int] = {}

    def add(self, data: bytes) -> None:
        """Add the data of one event."""
        if data == b"[DONE]":
            self.whole = True
            return
        chunk = parse_json(data)
        if not isinstance(chunk, dict):
            raise InvalidReplyError("no chat completion")
        for name in ("model", "usage", "error"):
            if chunk.get(name):
                self._top[name] = chunk[name]
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                self._add_choice(choice)

    def completion(self) -> dict[str, Any]:
        """Return the completion; raise `InvalidReplyError` when the stream ended too early."""
        if "error" in self._top:
            return {"error": self._top["error"]}
        if not self.whole:
            raise InvalidReplyError("a stream that ended in the middle")
        message = {**self._message, **({"tool_calls": self._calls} if self._calls else {})}
        return {**self._top, "choices": [{"message": message, "finish_reason": self._finish}]}

    def _add_choice(self, choice: dict[str, Any]) -> None:
        if isinstance(choice.get("finish_reason"), str) and choice["finish_reason"]:
            self._finish, self.whole = choice["finish_reason"], True
        delta = choice.get("delta") or choice.get("message")  # some servers send the last piece as a message
        if not isinstance(delta, dict):
            return
        for name in _JOINED:
            if delta.get(name):
                self._message[name] = _join(self._message.get(name), delta[name])
        calls = delta.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            if isinstance(call, dict):
                self._add_call(call)
        if isinstance(delta.get("function_call"), dict):
            self._add_call({"index": 0, "function": delta["function_call"]})

    def _add_call(self, piece: dict[str, Any]) -> None:
        """Add a piece of a call, placed by its index, else by its id, else after the last one.

        Some servers give all calls of a turn the same index; another id at a known index starts another call.
        """
        named, function = piece.get("id"), piece.get("function")
        key = piece.get("index", named)
        place = self._places.get(key) if isinstance(key, int | str) else None
        if place is None or (named and self._calls[place]["id"] not in (None, named)):
            place = len(self._calls)
            self._calls.append({"id": None, "function": {"name": "", "arguments": ""}})
            if isinstance(key, int | str):
                self._places[key] = place
        call = self._calls[place]
        call["id"] = call["id"] or named or None
        if not isinstance(function, dict):
            return
        call["function"]["name"] = call["function"]["name"] or function.get("name") or ""
        given = function.get("arguments")
        if given:
            call["function"]["arguments"] += given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _join(before: Any, piece: Any) -> Any:
    """Concatenate texts, or lists of parts; text becomes a part where a server mixes both."""
    if before is None:
        return piece
    if isinstance(before, str) and isinstance(piece, str):
        return before + piece
    return (before if isinstance(before, list) else [before]) + (piece if isinstance(piece, list) else [piece])
