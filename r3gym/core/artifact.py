"""A final artifact: a file of the workspace as it is at the end of an episode."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Artifact:
    """A file at the end of the episode: its bytes, or None when it is absent or was ``refused`` (with the reason)."""

    content: bytes | None
    refused: str = ""
