"""What the table of free tools calls free really runs in the sandbox's passive view, without a shell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from commands import cases
from known_domains import CODE

from r3gym.accounting import ChargeKind, ContestContext, judge_command
from r3gym.accounting.bookkeeping import ShellStep
from r3gym.sandbox import Workspace, open_workspace
from r3gym.shell.interpreter import FreeLimits
from r3gym.shell.parsing import parse
from r3gym.shell.tools import BUILTINS, command_table

#: Tools of the table that a machine need not have; their absence is the tool's answer, not the view's.
OPTIONAL = {"tree", "file", "lscpu", "uptime", "free", "patch", "hostname"}
FREE = [c for family, c, kind in cases() if kind is ChargeKind.FREE and family != "bookkeeping"]


@pytest.fixture(scope="module")
def workspace() -> Iterator[Workspace]:
    with open_workspace() as opened:
        yield opened


@pytest.mark.parametrize("tool", sorted(set(command_table().tools) - BUILTINS))
def test_every_free_tool_can_be_executed_in_the_passive_view(workspace: Workspace, tool: str) -> None:
    installed = workspace.run(f"command -v {tool}", 10).exit_code == 0
    assert installed or tool in OPTIONAL, "the machine lacks a tool that it must have"
    operands = {"test": "-f a", "[": "-f a ]", "printf": "x", "dd": "if=/dev/null", "ln": "-s a l", "chmod": "644 a"}
    result = workspace.run_free(parse(f"{tool} {operands.get(tool, '')} < /dev/null"))
    assert (result.exit_code in (126, 127)) is not installed, result.output
    assert not result.escape, result.output


@pytest.mark.parametrize("command", FREE)
def test_every_free_command_of_the_table_is_run_as_it_was_judged(workspace: Workspace, command: str) -> None:
    """Nothing is refused at run time that was called free before, and the interpreter knows every node."""
    judged = judge_command(command, ContestContext(CODE, CODE.labels(), "A", 5))
    workspace.run("cd /app && rm -rf /app/* && mkdir -p problem_A tests && touch a b notes.txt", 10)
    for part in judged.steps:
        assert isinstance(part.step, ShellStep)
        result = workspace.run_free(part.step.program, FreeLimits(cpu_s=5, wall_s=20))
        assert not result.escape, result.output
        assert not result.timed_out, result.output
