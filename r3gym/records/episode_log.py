"""The record of an episode: self-contained JSON from which the episode can be read, counted again and replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from r3gym.core.actions import Action
from r3gym.core.budget import Ledger
from r3gym.core.charge import POLICY_VERSION, Charge
from r3gym.core.completion import Completion
from r3gym.core.metering import Metered
from r3gym.core.result import ContestResult
from r3gym.domains.prompt_files import prompts_hash
from r3gym.utils.atomic_files import write_whole
from r3gym.version import __version__

RECORD_FORMAT = "r3gym-record-1"


class RanCommand(Protocol):
    """What a record keeps of a command that ran."""

    @property
    def exit_code(self) -> int: ...  # noqa: D102
    @property
    def timed_out(self) -> bool: ...  # noqa: D102
    @property
    def escape(self) -> bool: ...  # noqa: D102


class ActionOutcome(Protocol):
    """What a record keeps of an action's outcome."""

    @property
    def charge(self) -> Charge: ...  # noqa: D102
    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def result(self) -> RanCommand | None: ...  # noqa: D102


class FinalArtifact(Protocol):
    """What a record keeps of an artifact."""

    @property
    def content(self) -> bytes | None: ...  # noqa: D102
    @property
    def refused(self) -> str: ...  # noqa: D102


class EpisodeLog:
    """Collects an episode while it runs; `record` is the finished JSON."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = dict(settings)
        self.steps: list[dict[str, Any]] = []
        #: What the contestant says of itself (`r3gym.policies.Policy.notes`), asked for when the record is made.
        self.contestant: Callable[[], dict[str, Any]] | None = None
        self._end: dict[str, Any] = {}

    def add(self, action: Action, outcome: ActionOutcome | None, focus: str | None, ledger: Ledger) -> None:
        """Note one action, what came of it and the focus after it; ``outcome`` is None when the sandbox failed."""
        step: dict[str, Any] = {
            "verb": action.verb.name.lower(),
            "problem": action.problem,
            "text": action.text,
        }
        if outcome is not None:
            charge, ran = outcome.charge, outcome.result
            step["charge"] = {"kind": charge.kind.value, "category": charge.category, "reason": charge.reason}
            step["output"] = outcome.text
            if ran is not None:
                step |= {"exit_code": ran.exit_code, "timed_out": ran.timed_out, "escape": ran.escape}
        self.steps.append({**step, "focus": focus, "used": ledger.used})

    def add_completion(self, completion: Completion, metered: Metered, ledger: Ledger) -> None:
        """Note the one completion of a tool-free episode, whole, and what it was charged."""
        said = asdict(completion)
        words = {name: said[name].name.lower() for name in ("finish", "final_finish")}
        if completion.final is None:
            words["final_finish"] = ""
        self.steps.append({**said, **words, "metered": metered.summary(), "used": ledger.used})

    def close(
        self,
        ledger: Ledger,
        result: ContestResult | None,
        artifacts: Mapping[str, FinalArtifact],
        error: str,
        ending: str = "",
    ) -> None:
        """Note how the episode ended; ``ending`` tells the contestant's own end from that by a cap."""
        self._end = {
            "ledger": ledger.summary(),
            "artifacts": {path: _as_text(a) for path, a in artifacts.items()},
            "result": None if result is None else result.summary(),
            "error": error or None,
            "ending": ending or None,
        }

    def void(self, ledger: Ledger, error: str) -> None:
        """Note that the episode was given up: no result, and the reason."""
        self.close(ledger, None, {}, error)

    @property
    def closed(self) -> bool:
        """Whether the episode has ended."""
        return bool(self._end)

    def record(self) -> dict[str, Any]:
        """The whole episode as plain JSON."""
        versions = {"r3gym": __version__, "counting_policy": POLICY_VERSION, "prompts": prompts_hash()}
        policy = None if self.contestant is None else self.contestant()
        settings = {**self.settings, "policy": policy}
        return {"format": RECORD_FORMAT, **versions, **settings, "steps": self.steps, **self._end}


def write_record(path: Path, record: Mapping[str, Any]) -> None:
    """Write a record whole or not at all."""
    write_whole(path, json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _as_text(artifact: FinalArtifact) -> str | None:
    if artifact.refused:
        return f"[refused: {artifact.refused}]"
    return None if artifact.content is None else artifact.content.decode("utf-8", errors="replace")
