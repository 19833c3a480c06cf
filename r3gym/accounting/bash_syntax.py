"""Bash's own word on syntax: asked only for commands that this package does not read with certainty."""

from __future__ import annotations

import re
import subprocess

from r3gym.shell.stages import shell_bytes

_PREFIX = re.compile(r"^(?:/bin/)?bash: (?:-c: )?")
_MOST = 300


def syntax_error(command: str) -> str | None:
    """Return bash's message when it cannot read a command (``bash -n``; nothing is run), else None.

    None too when bash cannot be asked: the caller then counts the command.
    """
    data = shell_bytes(command) + b"\n"
    call = ["/bin/bash", "-n"]
    try:
        done = subprocess.run(call, input=data, capture_output=True, env={"LC_ALL": "C"}, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode == 0:
        return None
    lines = [_PREFIX.sub("", line) for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    return "; ".join(lines[:2])[:_MOST] or "syntax error"
