"""The state of a shell while a free command runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: The letters of the settings that ``set`` changes.
SETTINGS = {"e": "errexit", "u": "nounset", "x": "xtrace", "v": "verbose", "a": "allexport", "E": "errtrace"}


@dataclass
class ShellState:
    """What a shell knows between two commands, and the settings that end with a command."""

    cwd: str
    variables: dict[str, str]
    exported: set[str]
    settings: set[str] = field(default_factory=set)
    mask: int = 0o022
    status: int = 0
    folders: list[str] = field(default_factory=list)

    def with_variables(self, values: Mapping[str, str]) -> ShellState:
        """Return this state, or a copy in which further variables are exported."""
        if not values:
            return self
        copy = self.copy()
        copy.variables.update(values)
        copy.exported.update(values)
        return copy

    def parameters(self) -> dict[str, str]:
        """Return all that ``$`` can stand before: variables, ``$?`` and ``$-``."""
        letters = "".join(letter for letter, name in SETTINGS.items() if name in self.settings)
        return {**self.variables, "?": str(self.status), "-": f"hB{letters}c"}

    def copy(self) -> ShellState:
        """Return a copy for a subshell."""
        return ShellState(
            self.cwd,
            dict(self.variables),
            set(self.exported),
            set(self.settings),
            self.mask,
            self.status,
            list(self.folders),
        )
