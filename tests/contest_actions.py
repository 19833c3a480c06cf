"""Short ways to say an action in tests."""

from __future__ import annotations

from typing import Any

from r3gym.core.actions import Verb


def do(verb: Verb, problem: int = 0, text: str = "") -> dict[str, Any]:
    return {"verb": int(verb), "problem": problem, "text": text}


def run(command: str) -> dict[str, Any]:
    return do(Verb.COMMAND, text=command)
