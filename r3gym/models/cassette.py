"""Cassettes: replies stored in a file and replayed, so that an episode can be repeated bit for bit without a network.

One JSON line per reply, keyed by the hash of all that determined it (the profile without address, limits and prices,
and the request with its ``run``) and the number of earlier requests with this hash. Lines are only appended; of two
with the same key the later one counts. Each has a checksum; an incomplete or damaged one is as if it were not there.
The file holds no address, API key or header.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from r3gym.errors import InputError, ModelFailure
from r3gym.models.messages import ChatReply, ChatRequest
from r3gym.models.profile import ModelProfile
from r3gym.models.refusal import Refusal
from r3gym.utils.atomic_files import append_durably
from r3gym.utils.hashing import hash_json
from r3gym.utils.sealing import seal_line, unseal_line

CassetteMode = Literal["record", "replay", "auto"]

#: How a service is treated, not what it is asked: a replay may be more or less patient than the recording.
_NOT_SHAPING = frozenset(
    {"timeout_s", "retries", "concurrency", "requests_per_minute", "prices", "requests_per_turn", "idempotency_header"}
)
#: Fields of a request that bound the call and decide nothing about the reply.
_NOT_ASKED = ("deadline", "most_requests")


class CassetteLine(BaseModel):
    """A line of a cassette's file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    number: int
    reply: ChatReply | Refusal


@dataclass(frozen=True)
class ReplyKey:
    """The key of a reply: the hash of its request, and the number of earlier requests with this hash."""

    key: str
    number: int


class Cassette:
    """A cassette file, safe to share between threads.

    ``record`` always asks the model and writes its replies; ``replay`` never asks; ``auto`` replays what is there and
    records what is not. Counting starts anew with each object, so that opening the file again plays it from the start.
    """

    def __init__(self, path: str | Path, mode: CassetteMode = "auto") -> None:
        if mode not in ("record", "replay", "auto"):
            raise InputError(f"cassette mode {mode!r}: choose record, replay or auto")
        self.path, self.mode = Path(path), mode
        self._lock = threading.Lock()
        self._asked: Counter[str] = Counter()
        self._kept: dict[ReplyKey, ChatReply | Refusal] = {}
        if mode != "record":
            self._read()

    def __repr__(self) -> str:
        return f"Cassette({str(self.path)!r}, mode={self.mode!r})"

    def look(self, profile: ModelProfile, request: ChatRequest) -> tuple[ReplyKey, ChatReply | None]:
        """Return the key of this request's reply, and the reply if it is stored.

        Raises `InputError` in a replay when the reply is not stored. A refusal is raised in a replay as it was in the
        recording; otherwise the service is called again.
        """
        key = request_key(profile, request)
        with self._lock:
            place = ReplyKey(key, self._asked[key])
            self._asked[key] += 1
        kept = self._kept.get(place)
        if isinstance(kept, Refusal):
            if self.mode == "replay":
                raise ModelFailure(kept.reason, kept.status, attempts=kept.attempts, unsettled=kept.unsettled)
            kept = None
        if kept is None and self.mode == "replay":
            raise InputError(
                f"{self.path}: no reply is kept for this request of model {profile.name!r} (run {request.run!r}, "
                f"{len(request.messages)} messages, occurrence {place.number}); the profile, the prompts or the seed "
                "differ from the recorded ones: replay with those, or record again with mode='auto'"
            )
        return place, None if kept is None else replace(kept, replayed=True)

    def keep(self, place: ReplyKey, reply: ChatReply) -> None:
        """Write a reply under its key."""
        self._write(place, reply.to_json())

    def keep_refusal(self, place: ReplyKey, refusal: Refusal) -> None:
        """Write that the service refused the request."""
        self._write(place, asdict(refusal))

    def _write(self, place: ReplyKey, reply: dict[str, Any]) -> None:
        value = {"key": place.key, "number": place.number, "reply": reply}
        line = seal_line(json.dumps(value, separators=(",", ":")).encode())
        with self._lock:
            append_durably(self.path, line + b"\n")  # one write: lines of several processes do not mix

    def in_vain(self, place: ReplyKey) -> int:  # noqa: ARG002
        """Return 0: a cassette keeps no failures."""
        return 0

    def release(
        self,
        place: ReplyKey,
        *,
        requests: int = 1,  # noqa: ARG002
        unsettled: int = 1,  # noqa: ARG002
        reason: str = "",  # noqa: ARG002
    ) -> None:
        """Release a key that got no reply, so that the next equal request uses it again."""
        with self._lock:
            if self._asked[place.key] == place.number + 1:
                self._asked[place.key] -= 1

    def _read(self) -> None:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            if self.mode == "auto":
                return
            raise InputError(f"{self.path}: no such cassette; record one with mode='auto'") from None
        except OSError as error:
            raise InputError(f"{self.path}: cannot be read: {error.strerror}") from None
        for text in data.split(b"\n"):
            try:
                line = parse_cassette_line(text)
            except ValueError:
                continue
            self._kept[ReplyKey(line.key, line.number)] = line.reply


def parse_cassette_line(line: bytes) -> CassetteLine:
    """Return what a line says; raise `ValueError` when it is none, or was changed after it was written."""
    return CassetteLine.model_validate_json(unseal_line(line)[0])


def request_key(profile: ModelProfile, request: ChatRequest) -> str:
    """Return the hash of a request: the same on every machine, and for every address that serves the model."""
    shaping = {name: value for name, value in profile.shaping_fields().items() if name not in _NOT_SHAPING}
    asked: dict[str, Any] = {name: value for name, value in asdict(request).items() if name not in _NOT_ASKED}
    return hash_json({"profile": shaping, "request": asked})
