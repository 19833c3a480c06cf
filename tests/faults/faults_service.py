"""The model's service: errors, bodies that are no completion, counts that cannot be true, keys and accounts."""

from __future__ import annotations

import dataclasses
from typing import Any

from fault_player import RETRY, Fault, Scene
from fault_worlds import WORLDS
from loopback_model import DROP, HALF_CLOSE, calls, cut, http_error, raw, says, slow, trickle

#: The n-th request gets it; the client asks again.
AT = 3
#: What a model says in the world of completions.
TEXT = "".join(f"Problem {n}: <answer>{n - 1}</answer>\n" for n in range(1, 7))
HASTY = {"timeout_s": 3.0}


def honest(body: Any) -> Any:
    return WORLDS["replies"].model(body)


def once(name: str, reply: Any, **fields: Any) -> Fault:
    """One request in the middle gets this instead of a reply."""
    given = {"world": "replies", "replies": {AT: reply}, "shows": {"failed_requests": 1}, "extra": 1, **fields}
    return Fault("service", name, **given)


def odd(name: str, reply: Any, **fields: Any) -> Fault:
    """One reply is odd, and a reply all the same: it is used, paid for, and never asked for again."""
    given = {"world": "replies", "replies": {AT: reply}, "same": False, "counted": False, **fields}
    return Fault("service", name, **given)


def outage(name: str, reply: Any, **fields: Any) -> Fault:
    """From one request on nothing else is answered until the run has ended; then the service is there again."""
    given: dict[str, Any] = {"world": "replies", "outage": (AT, reply), "code": 1, "then": (RETRY,)}
    return Fault("service", name, **{**given, **fields})


def endings(at: Scene) -> list[str]:
    from r3gym.records.campaign_folder import read_rows

    return sorted(str(row.ending) for row in read_rows(at.run))


def one_ends(ending: str) -> Any:
    def holds(at: Scene) -> None:
        assert endings(at).count(ending) == 1, endings(at)

    return holds


SERVICE = (
    once("500", http_error(500)),
    once("500 in the middle of an episode", http_error(500), world="agents", replies={8: http_error(500)}),
    Fault(
        "service",
        "503 until the client gives up",
        world="replies",
        replies=dict.fromkeys(range(3, 9), http_error(503)),
        shows={"failed_requests": 6},
        extra=6,
    ),
    once("429 with Retry-After", http_error(429, retry_after=1)),
    once("429 without a word", http_error(429)),
    once("connection reset", DROP),
    once("half-closed connection", HALF_CLOSE, profile=HASTY, extra=3, shows={}),
    once("half a body", lambda body: cut(honest(body))),
    once("empty body", raw(b"")),
    once("HTML", raw(b"<html><body>Bad gateway</body></html>", Content_Type="text/html")),
    once("JSON of something else", raw(b'{"object": "list", "data": []}')),
    once("half of a JSON value", raw(b'{"choices": [{"index": 0, "mess')),
    once("no answer in time", lambda body: slow(honest(body), 30), profile=HASTY, extra=3, shows={}),
    once("slow drip", lambda body: trickle(honest(body), 30), profile=HASTY, extra=3, shows={}),
    odd("no usage", says(TEXT, usage=None), shows={"replies_without_usage": 1}),
    odd("negative usage", says(TEXT, usage=(-5, -7)), shows={"replies_without_usage": 1}),
    odd("usage far too small", says(TEXT * 40, usage=(1, 1)), shows={"replies_with_doubtful_usage": 1}),
    odd("usage that is no number", says(TEXT, usage={"prompt_tokens": "many", "completion_tokens": None})),
    odd("content filter", says("", finish="content_filter"), holds=one_ends("filtered")),
    odd("unknown finish reason", says(TEXT, finish="banana")),
    odd("no finish reason", says(TEXT, finish=None)),
    odd("completion of 5 MB", says("word " * (1 << 20), usage=(10, 20)), shows={"replies_with_doubtful_usage": 1}),
    odd("malformed tool call", calls(("bash_command", "{no json")), world="agents", extra=2),
    odd("tool that does not exist", calls(("rm_rf", {"path": "/"})), world="agents", extra=2),
    odd("null content and no tool call", dataclasses.replace(says(None)), world="agents", extra=2),
)
