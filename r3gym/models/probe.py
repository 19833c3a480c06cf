"""How a model calls tools: natively, or as JSON objects in its text.

Determined once per server, before the first turn.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

from r3gym.errors import CallRefused, ModelFailure
from r3gym.models.chat_model import ChatModel
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.turn_log import TurnLog
from r3gym.models.usage import FailedRequests, UsageTotals, failed_usage, total_usage
from r3gym.models.worst_case import worst_request

if TYPE_CHECKING:
    from r3gym.models.cassette import Cassette

_NUMBER = 7
_SHAPE = {
    "type": "object",
    "properties": {"number": {"type": "integer"}},
    "required": ["number"],
    "additionalProperties": False,
}
_TOOL = {
    "type": "function",
    "function": {"name": "note_number", "description": "Note a number.", "parameters": _SHAPE},
}
#: Room for a model that thinks before it calls.
_ROOM = 2048

NATIVE_QUESTION = ChatRequest(
    messages=({"role": "user", "content": f"Note the number {_NUMBER}: call the tool note_number once."},),
    max_tokens=_ROOM,
    tools=(_TOOL,),
    run="probe",
)
JSON_QUESTION = ChatRequest(
    messages=({"role": "user", "content": f'Reply with this JSON object and nothing else: {{"number": {_NUMBER}}}'},),
    max_tokens=_ROOM,
    schema=_SHAPE,
    run="probe",
)


@dataclass(frozen=True)
class ToolProbe:
    """How tools are to be called, the evidence for it, and the usage of the probe's calls.

    ``usage`` is None when no call was made: the profile states the mode, or it was known already.
    """

    mode: Literal["native", "json"]
    seen: str
    usage: UsageTotals | None = field(default=None, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for records."""
        return asdict(self)


_lock = threading.Lock()
_known: dict[tuple[str, str], ToolProbe] = {}
_on_cassette: WeakKeyDictionary[Cassette, dict[str, ToolProbe]] = WeakKeyDictionary()


def probe_tools(
    model: ChatModel, *, deadline: float | None = None, failed: list[FailedRequests] | None = None
) -> ToolProbe:
    """Return how this model calls tools: as its profile says or, for ``auto``, probed with one or two small calls.

    The result is cached for the process by address and model, and on the model's cassette, so that a replay needs no
    server. Raises `ModelFailure` when the service cannot be used at all; ``failed`` then has the requests that were
    sent. ``deadline`` bounds the calls.
    """
    failed = [] if failed is None else failed
    profile = model.profile
    if profile.tools != "auto":
        return ToolProbe(profile.tools, "set by the profile")
    store = getattr(model, "cassette", None)
    if isinstance(store, TurnLog):  # which counts the probe's calls itself
        return replace(_probed(model, store.probes, deadline, []), usage=None)
    return _probed(model, store, deadline, failed)


def _probed(
    model: ChatModel, cassette: Cassette | None, deadline: float | None, failed: list[FailedRequests]
) -> ToolProbe:
    profile = model.profile
    with _lock:  # episodes start together; only one of them probes
        if cassette is None:
            server = (profile.base_url or "", profile.model)
            if server in _known:
                return replace(_known[server], usage=None)
            _known[server] = _ask(model, deadline, failed)
            return _known[server]
        by_model = _on_cassette.setdefault(cassette, {})
        if profile.model in by_model:
            return replace(by_model[profile.model], usage=None)
        by_model[profile.model] = _through(cassette, model, deadline, failed)
        return by_model[profile.model]


def _through(cassette: Cassette, model: ChatModel, deadline: float | None, failed: list[FailedRequests]) -> ToolProbe:
    """Read or store the result as one cassette entry, so that the probe's own requests need not be replayed."""
    from r3gym.models.client import OpenAIChat

    asked = OpenAIChat(model.profile) if getattr(model, "cassette", None) is cassette else model
    place, kept = cassette.look(model.profile, NATIVE_QUESTION)
    if kept is not None:
        return _from_json(json.loads(kept.content))
    try:
        found = _ask(asked, deadline, failed)
    except BaseException:
        cassette.release(place)
        raise
    cassette.keep(place, ChatReply(json.dumps(found.to_json())))
    return found


def _ask(model: ChatModel, deadline: float | None, failed: list[FailedRequests]) -> ToolProbe:
    """Probe the model. The requests of a call that failed are in ``failed`` only when the probe fails with it."""
    prices, replies = model.profile.prices, list[ChatReply]()

    def used() -> UsageTotals:
        lost, failed[:] = list(failed), []
        return total_usage(replies, prices) + failed_usage(lost, prices)

    native = _try_native(model, replies, deadline, failed)
    if native == "":
        return ToolProbe("native", "a well-formed tool call came back", used())
    replies.append(_complete(model, JSON_QUESTION, deadline, failed))
    shape = "an object of the asked shape" if _noted(replies[-1].content) else "no object of the asked shape"
    return ToolProbe("json", f"tools: {native}; JSON: {shape}", used())


def _complete(
    model: ChatModel, question: ChatRequest, deadline: float | None, failed: list[FailedRequests]
) -> ChatReply:
    worst = worst_request(model.profile, question)
    try:
        reply = model.complete(replace(question, deadline=deadline))
    except ModelFailure as failure:
        failed.append(FailedRequests(failure.attempts, failure.unsettled, worst))
        raise
    failed.append(FailedRequests(0, reply.unsettled, worst))
    return reply


def _try_native(
    model: ChatModel, replies: list[ChatReply], deadline: float | None, failed: list[FailedRequests]
) -> str:
    """Return what was wrong with the tool call, "" for nothing; the reply is appended to ``replies``."""
    try:
        reply = _complete(model, NATIVE_QUESTION, deadline, failed)
    except ModelFailure as failure:
        silent = failure.status in (None, 401, 403, 408, 409, 425, 429)  # says nothing about tools
        if silent or isinstance(failure, CallRefused):
            raise
        return f"HTTP {failure.status}"
    replies.append(reply)
    if not reply.tool_calls:
        return "no tool call came back"
    call = reply.tool_calls[0]
    return "" if call.name == "note_number" and _noted(call.arguments) else "a malformed tool call came back"


def _from_json(kept: dict[str, Any]) -> ToolProbe:
    """Return the probe of a cassette; older cassettes do not hold its usage."""
    usage = kept.get("usage")
    return ToolProbe(kept["mode"], kept["seen"], None if usage is None else UsageTotals(**usage))


def _noted(text: str) -> bool:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and isinstance(value.get("number"), int)
