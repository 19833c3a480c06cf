"""What one open workspace holds on the host: views, descriptors, its folder, the backend's own; and their release.

It is apart from the workspace so that it can be released after a workspace that was dropped without ``close()``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from r3gym.sandbox.results import SandboxError
from r3gym.sandbox.trees import remove_tree


class Closable(Protocol):
    """Something open."""

    def close(self) -> None:
        """Close it."""


@dataclass
class HeldResources:
    """The resources of a workspace, in the order in which they are released."""

    views: Mapping[bool, Closable]
    release_backend: Callable[[], None]
    parked: list[Closable] = field(default_factory=list)
    folder: Path | None = None
    root: int = -1  #: a descriptor of the folder, once that exists
    released: bool = False

    def release(self) -> None:
        """Kill all processes, remove the files, release the rest; safe to call twice."""
        if self.released:
            return
        self.released = True
        try:
            for view in self.views.values():
                view.close()
            for parked in reversed(self.parked):
                parked.close()
            if self.root >= 0:
                self._remove_files()
        finally:
            self.release_backend()

    def _remove_files(self) -> None:
        assert self.folder is not None
        os.close(self.root)
        try:
            parent = os.open(self.folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError:  # somebody has removed all of it
            return
        try:
            remove_tree(parent, self.folder.name)
        except OSError as error:
            raise SandboxError(f"cannot remove the workspace's files: {error.strerror}") from error
        finally:
            os.close(parent)
