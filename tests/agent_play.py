"""Playing a contest with an `LLMAgent` against the scripted model server, in the real environment."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym
from format1_view import format1_view
from loopback_model import ModelServer, ScriptedCompletion, calls

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.models import ModelProfile
from r3gym.policies import LLMAgent
from r3gym.policies.playing import EpisodeOutcome, play_episode
from r3gym.records import EpisodeRecord, read_record

#: The turn that ends a contest.
DONE = calls(("mark_task_complete", {}))


def sh(command: str, **said: Any) -> ScriptedCompletion:
    """A turn with one shell command."""
    return calls(("bash_command", {"command": command}), **said)


def profile(server: ModelServer | None, **settings: Any) -> ModelProfile:
    address = None if server is None else server.url
    chosen = {"name": "loop", "model": "m", "base_url": address, "tools": "native", "retries": 0, "timeout_s": 20.0}
    return ModelProfile.model_validate({**chosen, **settings})


@dataclass(frozen=True)
class Episode:
    """What came of a contest: how it ended, and the record, also by the names of its first format."""

    played: EpisodeOutcome
    record: dict[str, Any]
    file: Path
    typed: EpisodeRecord

    @property
    def notes(self) -> dict[str, Any]:
        return dict(self.record["policy"])

    @property
    def verbs(self) -> list[str]:
        return [step["verb"] for step in self.record["steps"]]

    @property
    def kinds(self) -> list[str]:
        return [error["kind"] for error in self.notes["protocol_errors"]]


def play(agent: LLMAgent, folder: Path, domain: str = "Math", seed: int = 0, **env: Any) -> Episode:
    """One contest, recorded."""
    made = gym.make(f"R3Contest-{domain}-v0", **{"contest": 0, "budget": 3, **env})
    recorded = RecordEpisodes(made, str(folder))
    try:
        played = play_episode(recorded, agent, seed=seed)
    finally:
        recorded.close()
    assert recorded.last_record is not None
    record = read_record(recorded.last_record)
    return Episode(played, format1_view(record), recorded.last_record, record)


def well_formed(messages: list[dict[str, Any]]) -> None:
    """What every server wants: roles in order, each call answered once and at once, arguments that parse, no blanks."""
    messages = messages[1:] if messages[0]["role"] == "system" else messages  # the role, once, first
    assert messages[0]["role"] == "user"
    open_calls: list[str] = []
    seen: set[str] = set()
    for before, message in zip([None, *messages], messages, strict=False):
        role = message["role"]
        assert role in ("user", "assistant", "tool")
        if role == "tool":
            assert message["tool_call_id"] == open_calls.pop(0)
            assert message["content"]
            continue
        assert open_calls == [], "a call was not answered"
        assert before is None or before["role"] != role, f"two {role} messages in a row"
        if role == "user":
            assert before is None or before["role"] == "assistant", "a user may speak only after the assistant"
            assert message["content"].strip()
            continue
        assert (message["content"] or "").strip() or message.get("tool_calls")
        for call in message.get("tool_calls", ()):
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
            assert call["id"] not in seen
            seen.add(call["id"])
            open_calls.append(call["id"])
    assert open_calls == []
    assert messages[-1]["role"] != "assistant", "the model is asked to go on"
