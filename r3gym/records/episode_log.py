"""The log of a running episode. `EpisodeLog.record` returns the finished record.

With a file to stream to (`EpisodeLog.stream_to`) every event is written to disk at once, so that a killed process
leaves a readable record (`r3gym.records.partial`).
"""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from r3gym.core.actions import Action
from r3gym.core.artifact import Artifact
from r3gym.core.budget import Ledger
from r3gym.core.charge import POLICY_VERSION, Charge
from r3gym.core.completion import Completion
from r3gym.core.metering import MeteredCompletion
from r3gym.core.state import ContestState
from r3gym.domains.prompt_files import prompts_hash
from r3gym.records import from_core
from r3gym.records.assembling import EndOfEpisode, EpisodeParts, WrittenCompletion, assemble, problem_of
from r3gym.records.clock import Clock, StepTime, TurnTime
from r3gym.records.ending import CandidateVersion, EpisodeEnding, EpisodeFailure, FailureClass
from r3gym.records.model_base import writable, writable_json
from r3gym.records.partial import PartialFile, partial_path
from r3gym.records.record import EpisodeRecord
from r3gym.records.settings import EpisodeSettings, Versions
from r3gym.records.steps import DriverChoice, Step, StepEffects
from r3gym.sandbox.results import ExecResult
from r3gym.utils.hashing import hash_bytes
from r3gym.version import __version__

#: Notes of a policy that grow while it plays; they are streamed one by one instead.
_GROWING = frozenset({"calls", "stages", "protocol_errors", "trims", "usage"})


@dataclass(frozen=True)
class TakenStep:
    """One action and its result; ``charge`` and ``text`` are None when the sandbox failed.

    ``focus`` is the focus before the action, ``state`` the visible state after it. ``driver`` is set when a driver
    chooses the problems. ``effects`` is what it did for which problems, ``full_output`` the command's output as kept
    for the record, which may be longer than what the contestant saw.
    """

    action: Action
    focus: str | None
    state: ContestState
    charge: Charge | None = None
    text: str | None = None
    ran: ExecResult | None = None
    driver: DriverChoice | None = None
    effects: StepEffects | None = None
    full_output: str | None = None


@cache
def current_versions(domain: str | None) -> Versions:
    """Return the versions of this process, for an episode of this domain."""
    return Versions(
        r3gym=__version__,
        counting_policy=POLICY_VERSION,
        prompts=prompts_hash(*([] if domain is None else [domain])),
        python=platform.python_version(),
        platform=f"{platform.system()} {platform.machine()}",
    )


class EpisodeLog:
    """Collects an episode while it runs."""

    def __init__(self, settings: EpisodeSettings, instruction: str, finalization: str | None = None) -> None:
        self.settings = settings
        #: The contestant's notes on its episode (`r3gym.policies.Policy.notes`), read when the record is made.
        self.contestant: Callable[[], dict[str, Any]] | None = None
        self._opening = (instruction, finalization)
        self._steps: list[Step] = []
        self._completion: WrittenCompletion | None = None
        self._candidates: list[CandidateVersion] = []
        self._contents: dict[str, str] = {}
        self._end: EndOfEpisode | None = None
        self._file: PartialFile | None = None
        self._turns = 0
        self._started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._began = self._answered = time.perf_counter()
        self._seconds: float | None = None
        self._step_times: list[StepTime] = []
        self._turn_times: list[TurnTime] = []

    def stream_to(self, record: Path) -> None:
        """Append all further events to the partial file beside ``record``, which is created with the first line."""
        self._file = PartialFile(partial_path(record))

    def note(self, name: str, value: Mapping[str, Any]) -> None:
        """Record a note of the policy at once.

        ``name`` is ``turn`` (a reply of the model, before it is used), ``said`` (what it was told), ``tolerated``
        (what was understood though not sent as asked), ``error`` (a protocol error), ``trim`` (a cut) or ``opening``
        (tool schemas); the values are those of the policy's notes.
        """
        if name == "turn":
            self._turns += 1
            now = time.perf_counter()
            self._turn_times.append(TurnTime(turn=f"t{self._turns}", wall_s=round(now - self._answered, 6)))
            self._answered = now
        if self._file is not None:
            self._write(name, json.dumps(value, ensure_ascii=False, default=dict))
            if name == "turn":
                self._write("turn_time", self._turn_times[-1].model_dump_json())

    def add_step(self, taken: TakenStep, started: float) -> None:
        """Record one action; ``started`` is the value of `time.perf_counter` before it."""
        now = time.perf_counter()
        charge = None if taken.charge is None else from_core.step_charge(taken.charge)
        step = Step(
            id=f"s{len(self._steps)}",
            action=from_core.action_taken(taken.action),
            problem=problem_of(taken.action.problem, taken.focus, self.settings),
            charge=charge,
            output=taken.text,
            full_output=self._full_output(taken),
            exit=None if taken.ran is None else from_core.command_exit(taken.ran),
            effects=taken.effects,
            guard=charge.reason if charge is not None and charge.category == "scheduler" else None,
            driver=taken.driver,
            state=from_core.state_after(taken.state),
        )
        cpu_s = None if taken.ran is None else round(taken.ran.cpu_s, 6)
        self._step_times.append(StepTime(step=step.id, wall_s=round(now - started, 6), cpu_s=cpu_s))
        self._steps.append(step)
        if self._file is not None:
            cause = step.model_copy(update={"turn": f"t{self._turns}"}) if self._turns else step
            self._write("step", cause.model_dump_json())
            self._write("step_time", self._step_times[-1].model_dump_json())
        self._answered = time.perf_counter()

    def add_candidate(self, label: str, version: int, digest: str, content: str) -> None:
        """Record a version of an answer that appeared with the step that is added next."""
        version_seen = CandidateVersion(label=label, version=version, step=f"s{len(self._steps)}", content=digest)
        self._candidates.append(version_seen)
        self._add_content(digest, str(writable(content)))
        if self._file is not None:
            self._write("candidate", version_seen.model_dump_json())

    def add_completion(
        self, completion: Completion, metered: MeteredCompletion, ledger: Ledger, started: float
    ) -> None:
        """Record the one completion of a tool-free episode, complete, and its charge."""
        self._completion = from_core.written_completion(completion, metered, ledger)
        self._step_times.append(StepTime(step="s0", wall_s=round(time.perf_counter() - started, 6)))

    def close(
        self, end: EndOfEpisode, ledger: Ledger, files: Mapping[str, Artifact], scratch: Mapping[str, str]
    ) -> None:
        """Record how the episode ended; ``scratch`` holds the texts that ``end.scratch`` names."""
        artifacts = from_core.final_artifacts(files, self._contents)
        self._contents |= {own: str(writable(text)) for own, text in scratch.items()}
        self._end = replace(end, ledger=from_core.ledger_at_end(ledger), artifacts=artifacts)
        self._seconds = round(time.perf_counter() - self._began, 3)

    def void(self, ledger: Ledger, message: str, kind: FailureClass) -> None:
        """Record that the episode was aborted without a result: the reason, and the component that failed."""
        failure = EpisodeFailure(kind=kind, message=message)
        self.close(EndOfEpisode(ending=EpisodeEnding.VOID, failure=failure), ledger, {}, {})

    @property
    def closed(self) -> bool:
        """Whether the episode has ended."""
        return self._end is not None

    def record(self) -> EpisodeRecord:
        """Return the record of the episode; one that is still running has the ending ``interrupted``."""
        agentic = self._completion is None and self.settings.protocol is None
        return assemble(
            EpisodeParts(
                settings=self.settings,
                versions=current_versions(self.settings.domain),
                instruction=self._opening[0],
                finalization=self._opening[1],
                notes=None if self.contestant is None else self.contestant(),
                steps=self._steps,
                completion=self._completion,
                candidates=tuple(self._candidates) if agentic else None,
                contents=self._contents,
                end=self._end or EndOfEpisode(ending=EpisodeEnding.INTERRUPTED),
                clock=Clock(
                    started=self._started,
                    seconds=self._seconds,
                    steps=tuple(self._step_times),
                    turns=tuple(self._turn_times),
                ),
            )
        )

    def finish_stream(self) -> None:
        """Remove the partial file after the complete record was written."""
        if self._file is not None:
            self._file.remove()
            self._file = None

    def leave_stream(self) -> None:
        """Close the partial file and keep it, so that the unfinished episode can be read."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _full_output(self, taken: TakenStep) -> str | None:
        """Keep the output of a command that the contestant did not see whole; return its hash, None when it did."""
        if taken.full_output is None or taken.full_output.rstrip("\n") in (taken.text or ""):
            return None
        text = str(writable(taken.full_output))
        digest = hash_bytes(text.encode())
        self._add_content(digest, text)
        return digest

    def _add_content(self, digest: str, text: str) -> None:
        new = digest not in self._contents
        self._contents[digest] = text
        if self._file is not None and new:
            self._write("content", json.dumps({digest: text}, ensure_ascii=False))

    def _write(self, name: str, value: str) -> None:
        assert self._file is not None
        if not self._file.begun:
            begin = {
                "started": self._started,
                "settings": self.settings.model_dump(mode="json"),
                "versions": current_versions(self.settings.domain).model_dump(mode="json"),
                "instruction": writable(self._opening[0]),
                "finalization": writable(self._opening[1]),
            }
            self._file.add("begin", json.dumps(begin, ensure_ascii=False))
            if self.contestant is not None:
                notes = {name: value for name, value in self.contestant().items() if name not in _GROWING}
                self._file.add("notes", json.dumps(writable_json(notes), ensure_ascii=False))
        self._file.add(name, value)
