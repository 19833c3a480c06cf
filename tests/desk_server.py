"""A desk as a user starts it: the command in a process of its own, the address that it prints, and how it ends."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from command_line import INSTALLED


@dataclass
class Served:
    """A running desk; ``kill`` is what a crash or the machine's memory killer does."""

    address: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=60)


@contextmanager
def desk(run: Path, annotator: str, *options: str) -> Iterator[Served]:
    """Serve a run for an annotator. Ctrl-C ends it, with exit code 0 and nothing said on standard error."""
    with subprocess.Popen(
        [INSTALLED, "annotate", run, "--annotator", annotator, "--no-open", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = next(filter(None, (re.search(r"http://\S+", line) for line in process.stdout)), None)
            assert found is not None, process.communicate()
            yield Served(found[0], process)
        finally:
            killed = process.poll() is not None
            if not killed:
                process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
        assert killed or (process.returncode, said) == (0, "")
