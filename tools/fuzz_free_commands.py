"""Fuzz the accounting: whatever is called free starts nothing but listed tools in listed forms, and never a shell.

Run: ``.venv/bin/python tools/fuzz_free_commands.py --count 1000000``. Every string that is called free is interpreted
with a runner that starts nothing and looks at what would be started. Exit status 1 when anything else was asked for.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from shell.strings import command

from r3gym.accounting import ChargeKind, ContestContext, judge_command
from r3gym.accounting.bookkeeping import ShellStep
from r3gym.core.actions import parse_helper
from r3gym.core.known_domains import get_domain
from r3gym.sandbox.passive import TOOLS
from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.interpreter import run_free
from r3gym.shell.parsing import parse
from r3gym.shell.running import FreeLimits
from r3gym.shell.stages import Stage, StageKind, StagePlan, StageResult
from r3gym.shell.tools import asks_version, command_table, not_free

_SHELLS = ("bash", "sh", "dash", "zsh")


class Watcher:
    """A runner that starts nothing, answers at random, and keeps what it was asked to start in ``outside``."""

    def __init__(self, rng: random.Random) -> None:
        self._rng, self.outside, self.started = rng, list[tuple[str, ...]](), 0

    def __call__(self, plan: StagePlan, wall_s: float, cpu_s: float) -> StageResult:
        """Look at a plan."""
        assert wall_s > 0
        assert cpu_s > 0
        for stage in plan.stages:
            self.started += 1
            if not permitted(stage, plan):
                self.outside.append(stage.words)
        captured = self._rng.choice((b"", b"/app", b"a\0-n\0b c\0$(x)\0"))
        return StageResult(self._rng.choice((0, 0, 1)), b"", 0, captured)


def permitted(stage: Stage, plan: StagePlan) -> bool:
    """Return whether a stage is a listed tool in a listed form."""
    if stage.kind in (StageKind.MATCH, StageKind.FOLDER):
        return True
    name = stage.words[0]
    if stage.kind is StageKind.VERSION:
        return asks_version(stage.words) and name in command_table().versions and name not in _SHELLS
    inside = name in TOOLS and name not in _SHELLS and "/" not in name
    return inside and not_free(stage.words, plan.cwd) is None


def examine(text: str, rng: random.Random) -> tuple[str, Watcher]:
    """Judge a string and, when it is free, interpret it; bash is not asked about what only bash can read."""
    domain = get_domain("code")
    try:
        parse(text.replace("\r\n", "\n"))
    except (SyntaxDoubt, RecursionError):
        if parse_helper(text) is None:
            return "for bash to read", Watcher(rng)
    judged = judge_command(text, ContestContext(domain, domain.labels(), "A", 5))
    watcher = Watcher(rng)
    if judged.charge.kind is ChargeKind.FREE:
        for part in judged.steps:
            if isinstance(part.step, ShellStep):
                run_free(part.step.program, "/app", {"X": "-v", "HOME": "/app"}, watcher, FreeLimits())
    return judged.charge.kind.value, watcher


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000, help="how many strings")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng, kinds, started, began = random.Random(given.seed), Counter[str](), 0, time.monotonic()
    for number in range(given.count):
        text = command(rng)
        kind, watcher = examine(text, rng)
        kinds[kind] += 1
        started += watcher.started
        if watcher.outside:
            print(f"string {number}: {text!r} would start {watcher.outside}")
            return 1
        if number % 100_000 == 99_999:
            print(f"{number + 1:,} strings, {time.monotonic() - began:.0f} s", file=sys.stderr)
    print(f"{given.count:,} strings: {dict(kinds)}; {started:,} processes would start, all of them listed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
