"""A free command has a small budget of effect: what goes beyond it is stopped, and the output says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from r3gym.sandbox import Workspace, open_workspace
from r3gym.shell.parsing import parse
from r3gym.shell.running import FreeLimits


@pytest.fixture(scope="module")
def workspace() -> Iterator[Workspace]:
    with open_workspace() as opened:
        yield opened


def words(count: int) -> str:
    return " ".join(f"w{n}" for n in range(count))


def test_a_loop_goes_round_a_number_of_times_in_all(workspace: Workspace) -> None:
    most = FreeLimits().rounds
    fits = workspace.run_free(parse(f"for w in {words(most)}; do X=$w; done; echo $X"))
    assert (fits.exit_code, fits.output) == (0, f"w{most - 1}\n")
    over = workspace.run_free(parse(f"for w in {words(most + 1)}; do X=$w; done; echo $X"))
    assert over.exit_code != 0
    assert f"a free command may go round a loop {most} times" in over.output
    assert f"w{most}" not in over.output


def test_a_number_of_processes_is_started_in_all(workspace: Workspace) -> None:
    most = FreeLimits().processes
    over = workspace.run_free(parse("; ".join(["true"] * (most + 1)) + "; echo end"))
    assert f"a free command may start {most} processes" in over.output
    assert "end" not in over.output


@pytest.mark.parametrize(
    ("command", "kind", "status"),
    [
        ("while true; do echo no; done", "loop", 126),
        ("f() { echo no; }", "function", 126),
        ("echo no | while true; do echo no; done", "loop", 126),
        ("while true; do echo no; done | cat", "loop", 0),
    ],
)
def test_what_is_never_judged_free_is_not_run_and_the_rest_goes_on(
    workspace: Workspace, command: str, kind: str, status: int
) -> None:
    done = workspace.run_free(parse(f"{command}\necho status $?"))
    assert done.output == f"r3gym: '{kind}' is not free in this form: not run\nstatus {status}\n"
