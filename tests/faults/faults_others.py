"""Other processes on the same folder, and campaigns that were changed before they go on."""

from __future__ import annotations

from collections.abc import Callable
from signal import SIGINT
from typing import Any

from fault_player import RESUME, Command, Fault, Scene
from faults_stops import STOPPED

TAKEN = "another runner is writing here"


def meanwhile(name: str, *words: str, code: int = 0, says: str = "", **fields: Any) -> Fault:
    """A command while the campaign runs."""
    given = {"world": "replies", "at": 5, "meanwhile": (Command(words, code, says),)}
    return Fault("concurrency", name, **{**given, **fields})


CONCURRENCY = (
    meanwhile("a second runner", "campaign", "run", "FILE", "--out", "RUN", code=2, says=TAKEN),
    meanwhile("a resume while it runs", "campaign", "resume", "RUN", code=2, says=TAKEN),
    meanwhile("status", "campaign", "status", "RUN", says="episodes done"),
    meanwhile("export", "campaign", "export", "RUN", "--out", "RUN/../part.jsonl", code=1, says="have no row yet"),
    meanwhile(
        "export of what there is",
        *("campaign", "export", "RUN", "--out", "RUN/../part.jsonl", "--allow-incomplete"),
        says="have no result",
    ),
    meanwhile("analyze", "analyze", "RUN", code=1, says="incomplete contest cell"),
)


def edited(file: str, change: Callable[[str], str]) -> Callable[[Scene], None]:
    """A step that edits a file beside the campaign."""

    def step(at: Scene) -> None:
        path = at.folder / file
        path.write_text(change(path.read_text("utf-8")), "utf-8")

    return step


def changed(name: str, file: str, old: str, new: str, says: str, **fields: Any) -> Fault:
    """A change before a resume: refused by name; undone, the campaign goes on."""
    change, undo = edited(file, lambda text: text.replace(old, new)), edited(file, lambda text: text.replace(new, old))
    again = Command(("campaign", "run", "FILE", "--out", "RUN"), 2, says)
    given: dict[str, Any] = {"world": "replies", "at": 4, "signals": (SIGINT,), "code": 130, "says": STOPPED}
    return Fault("configuration", name, then=(change, again, undo, RESUME), **{**given, **fields})


def new_key(at: Scene) -> None:
    at.environment["KEY"] = "secret-2"


def only_new_key(at: Scene) -> None:
    keys = [received.headers["authorization"] for received in at.server.requests]
    assert {"Bearer secret-1", "Bearer secret-2"} == set(keys)
    assert keys == sorted(keys)


CONFIGURATION = (
    changed(
        "changed profile", "loop.toml", "retries = 2", "retries = 2\ntemperature = 0.5", "loop: temperature changed"
    ),
    changed("changed budget", "campaign.toml", "budgets = [400]", "budgets = [500]", "budgets"),
    changed("changed statement", "suite/problems.jsonl", "Say 3.", "Say  3.", "has changed"),
    Fault(
        "configuration",
        "another key",
        "replies",
        at=4,
        signals=(SIGINT,),
        code=130,
        then=(new_key, RESUME),
        holds=only_new_key,
    ),
)
