"""System calls of the command line that go wrong at a stated place: `failing_calls.c`, compiled once and preloaded."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("failing_calls.c")


@dataclass(frozen=True)
class FailingCall:
    """The ``nth`` call (or, ``always``, every call from that one on) on a file whose path contains ``path``.

    A star in ``path`` stands for anything.
    ``how``: "kill", "torn" (half is written, then a kill), "clock" (the calendar jumps by ``clock_s`` seconds), or the
    number of an error. With "clock" and with an error the process goes on.
    """

    call: str
    path: str
    how: str | int
    nth: int = 1
    always: bool = False
    clock_s: int = 0

    def environment(self, mark: Path) -> dict[str, str]:
        """The variables of a process in which this happens; ``mark`` exists once it has happened."""
        orders = {"CALL": self.call, "PATH": self.path, "HOW": str(self.how), "NTH": str(self.nth), "MARK": str(mark)}
        orders |= {"CLOCK": str(self.clock_s)} | ({"ALWAYS": "1"} if self.always else {})
        return {"LD_PRELOAD": str(library()), **{f"FAIL_{name}": value for name, value in orders.items()}}


@cache
def library() -> Path:
    """The compiled library, shared by all test processes of this user."""
    name = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    made = Path(tempfile.gettempdir()) / f"r3gym-failing-calls-{os.getuid()}-{name}.so"
    if not made.exists():
        unfinished = made.with_suffix(f".{os.getpid()}")
        compiler = ["gcc", "-O1", "-shared", "-fPIC", "-o", str(unfinished), str(SOURCE), "-ldl"]
        subprocess.run(compiler, check=True, capture_output=True)
        unfinished.replace(made)
    return made
