"""Sandboxes for commands: one interface, several backends. docs/sandbox.md lists what each of them guarantees."""

from __future__ import annotations

from r3gym.sandbox.interface import Backend, Guarantees, Limits, Strength, Workspace
from r3gym.sandbox.inventory import Inventory, describe_toolbox, missing_programs, take_inventory
from r3gym.sandbox.opening import Requirements, backend, backend_names, open_workspace
from r3gym.sandbox.results import ExecResult, FileRefused, ProgramResult, SandboxError, SandboxUnavailable

__all__ = [
    "Backend",
    "ExecResult",
    "FileRefused",
    "Guarantees",
    "Inventory",
    "Limits",
    "ProgramResult",
    "Requirements",
    "SandboxError",
    "SandboxUnavailable",
    "Strength",
    "Workspace",
    "backend",
    "backend_names",
    "describe_toolbox",
    "missing_programs",
    "open_workspace",
    "take_inventory",
]
