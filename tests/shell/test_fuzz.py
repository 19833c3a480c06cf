"""No string makes a free command start anything outside the list (`tools/fuzz_free_commands.py` runs a million)."""

from __future__ import annotations

import random

import pytest
from fuzz_free_commands import Watcher, examine, permitted
from hypothesis import given
from hypothesis import strategies as st
from shell.strings import command

from r3gym.shell.stages import Stage, StageKind, StagePlan


@pytest.mark.parametrize("seed", range(4))
def test_free_strings_start_listed_tools_only(seed: int) -> None:
    rng, free = random.Random(1000 + seed), 0
    for _ in range(6000):
        text = command(rng)
        kind, watcher = examine(text, rng)
        free += kind == "free"
        assert not watcher.outside, text
    assert free > 500


@given(st.one_of(st.text(), st.binary().map(lambda data: data.decode("utf-8", "surrogateescape"))))
def test_any_text_starts_listed_tools_only(text: str) -> None:
    assert not examine(text, random.Random(0))[1].outside


def test_the_watcher_sees_what_is_not_listed() -> None:
    """The control: each of these would be reported."""
    for words in (("bash", "-c", "x"), ("python3", "x"), ("ls", "-v"), ("/bin/ls",), ("./a",), ("cat", "--x")):
        plan = StagePlan((Stage(StageKind.EXECUTE, words),), "/app", {})
        assert not permitted(plan.stages[0], plan)
        watcher = Watcher(random.Random(0))
        watcher(plan, 1.0, 1.0)
        assert watcher.outside == [words]
