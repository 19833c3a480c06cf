"""A free command has a small budget of effect: what goes beyond it is stopped, and the output says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from r3gym.sandbox import Workspace, open_workspace
from r3gym.shell.interpreter import FreeResult, run_free
from r3gym.shell.output_buffer import OutputBuffer
from r3gym.shell.parsing import parse
from r3gym.shell.running import FreeLimits
from r3gym.shell.stages import StagePlan, StageResult


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


def test_head_and_tail_of_the_output_are_kept_and_the_middle_is_counted() -> None:
    output = OutputBuffer(10)
    output.add(b"abc")
    output.add(b"defghij")
    assert (output.text, output.cut) == ("abcdefghij", False)
    output.add(b"kl")
    assert (output.text, output.cut) == ("abcde\n[... 2 bytes of output cut here ...]\nhijkl", True)
    output.add(b"mn", lost=7)
    assert output.text == "abcde\n[... 11 bytes of output cut here ...]\njklmn"


def test_what_is_lost_before_the_limit_is_marked_where_it_was() -> None:
    output = OutputBuffer(10)
    output.add(b"ab", lost=4)
    output.add(b"cd")
    assert (output.text, output.cut) == ("ab\n[... 4 bytes of output cut here ...]\ncd", True)


@dataclass
class Spends:
    """A sandbox in which every pipeline takes the same time of the processor."""

    cpu_s: float
    granted: list[float] = field(default_factory=list)

    def __call__(self, plan: StagePlan, wall_s: float, cpu_s: float) -> StageResult:  # noqa: ARG002
        self.granted.append(cpu_s)
        late = self.cpu_s > cpu_s
        words = " ".join(plan.stages[-1].words)
        return StageResult(
            137 if late else 0, f"{words}\n".encode(), timed_out=late, cpu_s=self.cpu_s, oom=words == "cat"
        )


def spend(command: str, runner: Spends, limits: FreeLimits) -> FreeResult:
    return run_free(parse(command), "/app", {}, runner, limits)


def test_the_time_of_the_processor_is_shared_by_all_pipelines() -> None:
    runner = Spends(0.25)
    done = spend("true; true; true; echo never", runner, FreeLimits(cpu_s=0.6))
    assert runner.granted == [pytest.approx(0.6), pytest.approx(0.35), pytest.approx(0.1)]
    assert (done.exit_code, done.stopped) == (124, "a free command may take 0.6 s of processor time")
    assert done.cpu_s == pytest.approx(0.75)
    exact = spend("true; true; true", Spends(0.25), FreeLimits(cpu_s=0.5))
    assert (exact.stopped, exact.cpu_s) == ("a free command may take 0.5 s of processor time", 0.5)
    assert spend("true; true", Spends(0.25), FreeLimits(cpu_s=0.5)).stopped == ""


def test_a_command_without_time_left_starts_nothing() -> None:
    runner = Spends(0.0)
    done = spend("true", runner, FreeLimits(wall_s=0.0))
    assert (runner.granted, done.exit_code, done.stopped) == ([], 124, "a free command may take 0 s")


def test_memory_that_ran_out_in_one_pipeline_is_told_of_the_command() -> None:
    assert spend("cat; true", Spends(0.0), FreeLimits()).oom
    assert not spend("true; true", Spends(0.0), FreeLimits()).oom
