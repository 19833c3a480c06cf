"""The record of an episode while it runs: an append-only file with one line per event.

Each line is one JSON object with one key, written in one write: ``begin`` (settings, versions, opening texts),
``notes`` (the contestant), then ``opening`` (tool schemas), ``turn``, ``said``, ``error``, ``trim``, ``step``,
``candidate`` and ``content`` as they happen. A model's reply is written before it is used. When the episode ends the
complete record is written and this file removed; the file of a killed process is read as a record whose ending is
``interrupted``. A last line without a line end is incomplete and left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from r3gym.records import loose_json as loose
from r3gym.records.assembling import EndOfEpisode, EpisodeParts, assemble
from r3gym.records.clock import Clock, StepTime, TurnTime
from r3gym.records.ending import CandidateVersion, EpisodeEnding
from r3gym.records.record import EpisodeRecord
from r3gym.records.settings import EpisodeSettings, Versions
from r3gym.records.steps import Step

PARTIAL = ".partial.jsonl"


def partial_path(record: Path) -> Path:
    """Return the path of a record's partial file, which exists until the record is complete.

    >>> partial_path(Path("runs/episode-001.json")).as_posix()
    'runs/episode-001.partial.jsonl'
    """
    return record.with_name(record.name.removesuffix(".json") + PARTIAL)


class PartialFile:
    """An append-only file of lines, created with the first line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = -1

    @property
    def begun(self) -> bool:
        """Whether a line was written."""
        return self._handle >= 0

    def add(self, name: str, value: str) -> None:
        """Append one line; ``value`` is JSON."""
        if self._handle < 0:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o666)
        os.write(self._handle, f'{{"{name}": {value}}}\n'.encode("utf-8", errors="backslashreplace"))

    def close(self) -> None:
        """Close the file and keep it; safe to call twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def remove(self) -> None:
        """Close the file and remove it after the complete record was written."""
        self.close()
        self.path.unlink(missing_ok=True)


def from_partial(text: str) -> EpisodeRecord:
    """Return the record of the events until the process was killed.

    Raises `pydantic.ValidationError` when even the first line is incomplete, `json.JSONDecodeError` when a line is not
    JSON.
    """
    whole, _, _ = text.rpartition("\n")
    lines = [json.loads(line) for line in whole.split("\n") if line]
    of: dict[str, list[Any]] = {}
    for line in lines:
        for name, value in line.items():
            of.setdefault(name, []).append(value)
    begin: Any = of.get("begin", [{}])[0]
    steps = [Step.model_validate(step) for step in of.get("step", ())]
    return assemble(
        EpisodeParts(
            settings=EpisodeSettings.model_validate(begin.get("settings", {})),
            versions=Versions.model_validate(begin.get("versions", {})),
            instruction=loose.text(begin, "instruction"),
            finalization=loose.text(begin, "finalization"),
            notes=_notes(of, steps),
            steps=steps,
            candidates=tuple(CandidateVersion.model_validate(one) for one in of.get("candidate", ())),
            contents={own: content for one in of.get("content", ()) for own, content in one.items()},
            end=EndOfEpisode(ending=EpisodeEnding.INTERRUPTED),
            clock=Clock(
                started=loose.text(begin, "started"),
                steps=tuple(StepTime.model_validate(one) for one in of.get("step_time", ())),
                turns=tuple(TurnTime.model_validate(one) for one in of.get("turn_time", ())),
            ),
        )
    )


def _notes(of: Mapping[str, list[Any]], steps: list[Step]) -> dict[str, Any] | None:
    """Return the contestant's notes as far as they were written: turns, then the messages and notes about them."""
    told = ("turn", "said", "error", "trim", "opening")
    if not any(name in of for name in ("notes", *told)):
        return None
    caused: dict[str, list[int]] = {}
    for place, step in enumerate(steps):
        if step.turn is not None:
            caused.setdefault(step.turn, []).append(place)
    said, tolerated = _by_turn(of.get("said", ())), _by_turn(of.get("tolerated", ()))
    turns = [
        {
            **turn,
            "steps": caused.get(f"t{number}", []),
            "said": said.get(number, []),
            "tolerated": tolerated.get(number, []),
        }
        for number, turn in enumerate(of.get("turn", ()), 1)
    ]
    lists = {"calls": turns, "protocol_errors": of.get("error", []), "trims": of.get("trim", [])}
    return {
        **of.get("notes", [{}])[-1],
        **{name: value for name, value in lists.items() if value},
        **({"opening": of["opening"][-1]} if "opening" in of else {}),
    }


def _by_turn(notes: Iterable[Mapping[str, Any]]) -> dict[int, list[str]]:
    """Return the texts of notes about turns, by the turn's number."""
    texts: dict[int, list[str]] = {}
    for one in notes:
        texts.setdefault(one["turn"], []).extend(one["texts"])
    return texts
