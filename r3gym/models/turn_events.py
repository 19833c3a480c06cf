"""The lines of an episode's turn log: JSON objects with a checksum, and the totals that can be read from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from r3gym.models.cassette import ReplyKey
from r3gym.models.messages import ChatReply
from r3gym.models.refusal import Refusal
from r3gym.models.step_log import StepTaken, drop_steps
from r3gym.models.usage import UsageTotals
from r3gym.utils.sealing import ChecksumError, checksum

_REPLY: TypeAdapter[ChatReply | Refusal] = TypeAdapter(ChatReply | Refusal)
_STEP = TypeAdapter(StepTaken)


@dataclass(frozen=True)
class PaidCalls:
    """All requests of an episode, over all processes that played it.

    ``usage`` is that of every request, each once. ``lost`` counts its failed requests that were under way when a
    process was killed. ``unused`` counts replies that no longer fitted when a replay differed, ``diverged`` says where.
    ``resumed`` is how often the episode was taken up again. ``restored`` counts the steps of its last replay that
    printed something else and were shown as they had been.
    """

    usage: UsageTotals
    lost: int = 0
    unused: int = 0
    resumed: int = 0
    diverged: str | None = None
    restored: int = 0


@dataclass
class TurnHistory:
    """What the lines of an episode say: replies by key, those that a replay has not used yet, the totals, and steps.

    ``in_vain`` counts the failed requests for a reply that may have been billed.
    """

    kept: dict[ReplyKey, ChatReply | Refusal]
    ahead: set[ReplyKey]
    paid: PaidCalls
    steps: dict[int, StepTaken]
    in_vain: Counter[ReplyKey]


def to_line(event: dict[str, Any]) -> bytes:
    """Return the line of an event: the checksum of its JSON, a space, its JSON."""
    text = json.dumps(event, separators=(",", ":")).encode()
    return checksum(text).encode() + b" " + text + b"\n"


def read_events(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield the events of whole, undamaged lines; a torn or damaged one is as if it were not there."""
    for line in data.split(b"\n"):
        try:
            yield parse_event(line)
        except ValueError:
            continue


def parse_event(line: bytes) -> dict[str, Any]:
    """Return the event of a line; raise `ChecksumError` when it is none, or was changed after it was written."""
    found, _, text = line.partition(b" ")
    if not text or checksum(text).encode() != found:
        raise ChecksumError("no event, or its checksum does not fit")
    event: dict[str, Any] = json.loads(text)
    return event


def read_history(events: Iterable[dict[str, Any]]) -> TurnHistory:
    """Return what these events say."""
    kept: dict[ReplyKey, ChatReply | Refusal] = {}
    ahead: set[ReplyKey] = set()
    probes: set[ReplyKey] = set()
    under_way: Counter[ReplyKey] = Counter()
    bounds: dict[ReplyKey, UsageTotals] = {}
    steps: dict[int, StepTaken] = {}
    in_vain: Counter[ReplyKey] = Counter()
    paid = PaidCalls(UsageTotals())
    for event in events:
        kind = event["event"]
        if kind == "resumed":
            paid = replace(paid, resumed=paid.resumed + 1)
            continue
        if kind == "diverged":
            paid = replace(paid, unused=paid.unused + event["unused"], diverged=event["why"])
            for stale in ahead:
                del kept[stale]
            ahead.clear()
            drop_steps(steps, event.get("steps", 0))
            continue
        if kind == "step":
            steps[event["number"]] = _STEP.validate_python(event["step"])
            continue
        place = ReplyKey(event["key"], event["number"])
        if kind == "asked":
            under_way[place] += 1
            bounds[place] = UsageTotals(**event["bound"])
            if event["probe"]:
                probes.add(place)
            continue
        under_way[place] -= 1
        paid = replace(paid, usage=paid.usage + UsageTotals(**event["paid"]))
        if kind == "failed":
            in_vain[place] += event["paid"].get("unsettled", 0)
        if kind == "reply":
            try:
                kept[place] = _REPLY.validate_python(event["reply"])
            except ValidationError:
                continue
            if place not in probes:
                ahead.add(place)
    lost = [bounds[place] for place, count in under_way.items() for _ in range(count)]
    return TurnHistory(kept, ahead, replace(paid, usage=sum(lost, paid.usage), lost=len(lost)), steps, in_vain)
