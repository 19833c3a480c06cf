"""Data is frozen: what a rule is given, another rule cannot change."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil

import pytest

#: The state of one pass: made, filled and read within one function.
CHANGES = {"r3gym.parsing.assignment._Reader", "r3gym.shell.state.ShellState", "r3gym.accounting.findings.Findings"}


@pytest.mark.parametrize("room", ["core", "parsing", "shell", "accounting", "oracle", "analysis", "cells"])
def test_every_dataclass_of_a_room_of_rules_is_frozen(room: str) -> None:
    package = importlib.import_module(f"r3gym.{room}")
    found = []
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for name, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ == module.name and dataclasses.is_dataclass(kind):
                frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
                found += [] if frozen else [f"{module.name}.{name}"]
    assert set(found) <= CHANGES
