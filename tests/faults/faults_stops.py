"""Stops: signals and kills at every place where something is half done."""

from __future__ import annotations

from signal import SIGCONT, SIGHUP, SIGINT, SIGKILL, SIGSTOP, SIGTERM

from failing_calls import FailingCall
from fault_player import RESUME, Command, Fault

STOPPED = "r3gym campaign resume"
#: One call per worker and stop may be lost.
LOST = {"extra": 2, "unsent": 2}


def killed_at(name: str, call: str, path: str, nth: int = 1, how: str = "kill", **fields: object) -> Fault:
    """A kill in the middle of a system call."""
    given = {"code": -SIGKILL, "call": FailingCall(call, path, how, nth), **LOST, **fields}
    return Fault("stops", name, **given)  # type: ignore[arg-type]


def run_again(code: int = 0) -> tuple[Command, ...]:
    """The folder was never made: the campaign is run, not resumed."""
    return (Command(("campaign", "run", "FILE", "--out", "RUN"), code),)


STOPS = (
    *(Fault("stops", f"SIGKILL at request {n}", at=n, signals=(SIGKILL,), code=-SIGKILL, **LOST) for n in (1, 6, 15)),
    Fault("stops", "SIGKILL of completions", world="replies", at=5, signals=(SIGKILL,), code=-SIGKILL, **LOST),
    Fault(
        "stops", "SIGKILL while a judge is asked", world="judged", at_judgement=2, signals=(SIGKILL,), code=-9, **LOST
    ),
    killed_at("SIGKILL while a reply is made durable", "fsync", "turns/", 3),
    killed_at("SIGKILL in the middle of writing a reply", "write", "turns/", 4, "torn"),
    killed_at("SIGKILL in the middle of a step's line", "write", ".partial.jsonl", 2, "torn"),
    killed_at("SIGKILL in the middle of writing a record", "write", "/records/*.json-", 1, "torn"),
    killed_at("SIGKILL before a record has its name", "rename", "/records/"),
    killed_at("SIGKILL in the middle of writing a row", "write", "/rows.jsonl", 2, "torn"),
    killed_at("SIGKILL before a row", "write", "/rows.jsonl", 1),
    killed_at("SIGKILL while the plan is written", "rename", "/plan-"),
    killed_at("SIGKILL while the definition is written", "rename", "/definition.json", then=run_again()),
    killed_at("SIGKILL while the manifest is written", "rename", "/manifest.json", then=run_again()),
    Fault("stops", "Ctrl-C", at=4, signals=(SIGINT,), code=130, says=STOPPED),
    Fault("stops", "Ctrl-C twice", at=4, signals=(SIGINT, SIGINT), code=130, says=STOPPED, **LOST),
    Fault("stops", "SIGTERM", at=4, signals=(SIGTERM,), code=130, says=STOPPED),
    Fault("stops", "SIGTERM of completions", world="replies", at=4, signals=(SIGTERM,), code=130, says=STOPPED),
    Fault("stops", "SIGHUP", at=4, signals=(SIGHUP,), code=-SIGHUP, **LOST),
    Fault("stops", "SIGSTOP and SIGCONT", at=4, signals=(SIGSTOP, SIGCONT), then=(RESUME,)),
)
