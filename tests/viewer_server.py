"""A viewer as a user starts it: the command in a process of its own, and the address that it prints."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from command_line import INSTALLED


@contextmanager
def viewer(run: Path, *options: str, notices: str = "") -> Iterator[str]:
    """Serve a run; yields the address with its token. Ctrl-C ends it, with exit code 0 and ``notices`` alone said."""
    with subprocess.Popen(
        [INSTALLED, "view", run, "--no-open", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = next(filter(None, (re.search(r"http://\S+", line) for line in process.stdout)), None)
            assert found is not None, process.communicate()
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said
        assert re.fullmatch(notices, said, re.DOTALL), said
