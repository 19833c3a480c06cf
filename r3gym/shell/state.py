"""The state of a shell while a free command runs."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ShellState:
    """What a shell knows between two commands, and the settings that end with a command."""

    cwd: str
    variables: dict[str, str]
    exported: set[str]
    settings: set[str] = field(default_factory=set)
    mask: int = 0o022
    status: int = 0

    def copy(self) -> ShellState:
        """Return a copy for a subshell."""
        return ShellState(
            self.cwd, dict(self.variables), set(self.exported), set(self.settings), self.mask, self.status
        )
