"""Plugins from installed packages: found by entry point, loaded on demand, named in errors."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Container
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from r3gym.errors import InputError


@dataclass(frozen=True)
class ListEntry:
    """One line of a list: a name, what it is, and whether it works."""

    name: str
    what: str
    works: bool = True


@dataclass(frozen=True)
class Plugin:
    """One entry point of an installed package."""

    entry: EntryPoint

    @property
    def origin(self) -> str:
        """The entry point's value and package, for messages."""
        package = self.entry.dist.name if self.entry.dist is not None else "an unknown package"
        return f"{self.entry.value} of {package}"

    def load(self) -> Any:
        """Return the object that the entry point names. Raise `InputError` when it cannot be imported."""
        try:
            return self.entry.load()
        except Exception as error:  # third-party modules may raise anything while they are imported
            raise InputError(
                f"{self.entry.name!r} could not be loaded from {self.origin}: {type(error).__name__}: {error}; "
                "repair or uninstall that package"
            ) from error

    def call(self, *arguments: Any, **named: Any) -> Any:
        """Call the object and return its result. Raise `InputError` when the object cannot be loaded or fails."""
        made = self.load()
        try:
            return made(*arguments, **named)
        except InputError:
            raise
        except Exception as error:
            raise InputError(
                f"{self.entry.name!r}: {self.origin} failed when it was called: {type(error).__name__}: {error}"
            ) from error

    def list_entry(self) -> ListEntry:
        """Return the plugin's entry for a listing."""
        try:
            return ListEntry(self.entry.name, one_line(self.load()) or self.origin)
        except InputError as error:
            return ListEntry(self.entry.name, f"broken: {error}", works=False)


def find_plugins(group: str, taken: Container[str]) -> dict[str, Plugin]:
    """Return the entry points of a group by name, without names in ``taken``; of two packages the first is used."""
    found: dict[str, Plugin] = {}
    for entry in _entries(group, tuple(sys.path)):
        if entry.name not in taken:
            found.setdefault(entry.name, Plugin(entry))
    return found


@cache
def _entries(group: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:  # noqa: ARG001
    """Return the entry points of a group. Searching reads the metadata of all packages: done once per path."""
    return tuple(entry_points(group=group))


def load_object(where: str) -> Any:
    """Import and return the object at ``module:name``."""
    module, _, name = where.partition(":")
    return getattr(importlib.import_module(module), name)


def one_line(thing: Any) -> str:
    """Return the first line of an object's docstring."""
    return next(iter((thing.__doc__ or "").strip().splitlines()), "")
