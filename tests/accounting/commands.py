"""Commands by family, and what they are under focus A with five units left: the table in ``commands.txt``.

There ``=== FAMILY: KIND`` heads a family, every other line is a command, and ⏎ in it is a newline.
"""

from __future__ import annotations

from pathlib import Path

from r3gym.accounting import ChargeKind


def cases() -> list[tuple[str, str, ChargeKind]]:
    """(family, command, kind) of every line."""
    found = []
    for line in (Path(__file__).parent / "commands.txt").read_text("utf-8").split("\n"):
        if line.startswith("=== "):
            family, _, kind = line.removeprefix("=== ").rpartition(": ")
        elif line.strip():
            found.append((family, line.replace("⏎", "\n"), ChargeKind(kind)))
    return found
