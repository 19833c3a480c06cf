"""What the interpreter asks a sandbox to start: the stages of a pipeline, each by its words (``sandbox/stages.c``)."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

#: How much output a sandbox sends back to the interpreter (STATE_MAX of ``sandbox/supervisor.c``).
CAPTURED_BYTES = 512 * 1024


class StageKind(IntEnum):
    """Execute the words, list the files that match them as patterns, or tell the real path of a folder.

    ``VERSION`` executes a program that is asked for its version, in the root folder.
    """

    EXECUTE = 0
    MATCH = 1
    FOLDER = 2
    VERSION = 3


class RedirectionKind(IntEnum):
    """Open a file, give the text itself, copy a descriptor, or send the output back to the interpreter."""

    READ = 0
    WRITE = 1
    APPEND = 2
    DATA = 3
    COPY = 4
    CAPTURE = 5


@dataclass(frozen=True)
class StageRedirection:
    """One redirection of a stage; ``text`` is a path, the data, or the number of a descriptor."""

    fd: int
    kind: RedirectionKind
    text: str = ""


@dataclass(frozen=True)
class Stage:
    """One process of a pipeline."""

    kind: StageKind
    words: tuple[str, ...]
    redirections: tuple[StageRedirection, ...] = ()


@dataclass(frozen=True)
class StagePlan:
    """One pipeline and what it starts with."""

    stages: tuple[Stage, ...]
    cwd: str
    environment: Mapping[str, str]
    pipefail: bool = False
    mask: int = 0o022
    file_bytes: int = 1 << 22

    @property
    def versions(self) -> bool:
        """Whether a stage asks a program for its version, which only the main view can execute."""
        return any(stage.kind is StageKind.VERSION for stage in self.stages)


@dataclass(frozen=True)
class StageResult:
    """How a pipeline ended; ``output`` is what it printed, ``lost`` how many bytes in its middle were not kept."""

    exit_code: int
    output: bytes = b""
    lost: int = 0
    captured: bytes = b""
    timed_out: bool = False
    oom: bool = False
    note: str = ""
    cpu_s: float = 0.0


class StageRunner(Protocol):
    """A sandbox that runs pipelines, one after the other."""

    def __call__(self, plan: StagePlan, wall_s: float, cpu_s: float) -> StageResult:
        """Run one pipeline within these bounds."""


def encode(plan: StagePlan) -> bytes:
    """Return a plan as ``sandbox/stages.c`` reads it."""
    head = struct.pack("<IIQI", plan.pipefail, plan.mask, plan.file_bytes, len(plan.stages))
    return head + b"".join(_stage(stage) for stage in plan.stages)


def _stage(stage: Stage) -> bytes:
    parts = [struct.pack("<II", stage.kind, len(stage.words)), *map(_text, stage.words)]
    parts.append(struct.pack("<I", len(stage.redirections)))
    for redirection in stage.redirections:
        parts += [struct.pack("<II", redirection.fd, redirection.kind), _text(redirection.text)]
    return b"".join(parts)


def _text(text: str) -> bytes:
    data = shell_bytes(text)
    return struct.pack("<I", len(data)) + data


def shell_bytes(text: str) -> bytes:
    """Return the bytes of a text, restoring bytes that are not UTF-8; what cannot be encoded becomes '?'."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
