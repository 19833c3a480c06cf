"""Multi-pass problems: the validator may ask for another run of the submission, on an input that it wrote.

A validator that accepts a pass and leaves ``nextpass.in`` in its feedback folder asks for one more; that file is then
the input, of the submission and of the validator. The feedback folder is kept from pass to pass, so the validator can
remember. Nothing else is: what the submission left is removed, as between two tests. Every pass has the whole limit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.checkers import FEEDBACK, CheckerFault, ProgramChecker, as_seen
from r3gym.domains.code.judging.runner import ProgramRun, Runner
from r3gym.domains.code.packages.model import TestCase
from r3gym.sandbox.interface import Workspace
from r3gym.sandbox.results import FileRefused

NEXT_PASS = f"{FEEDBACK}/nextpass.in"
_INPUT_BYTES = 64 << 20


class Pass(Protocol):
    """One run of a submission, judged by a validator in a workspace whose feedback folder can be kept."""

    @property
    def workspace(self) -> Workspace:
        """The validator's workspace."""

    def __call__(self, runner: Runner, case: TestCase, data: bytes, *, keep_feedback: bool = False) -> ProgramRun:
        """Run the submission on ``data`` and judge the result."""


class CheckedPass:
    """One run whose output a validator checks."""

    def __init__(self, checker: ProgramChecker) -> None:
        self._checker = checker
        self.workspace = checker.workspace

    def __call__(self, runner: Runner, case: TestCase, data: bytes, *, keep_feedback: bool = False) -> ProgramRun:
        """Run the submission on ``data`` and check its output."""
        run = runner.run(data)
        if run.outcome is not Outcome.ACCEPTED:
            return run
        wrong = self._checker(case, data, run.output, keep_feedback=keep_feedback)
        return run if wrong is None else replace(run, outcome=Outcome.WRONG_ANSWER, note=wrong)


class MultiPass:
    """The trial of a multi-pass problem; ``most`` is how often a submission may run on one test."""

    def __init__(self, one_pass: Pass, most: int) -> None:
        self._pass, self._most = one_pass, most

    def __call__(self, runner: Runner, case: TestCase, data: bytes) -> ProgramRun:
        """Run a submission on a test, pass after pass; raise `CheckerFault` when the validator breaks the rules."""
        slowest, wall_s = 0.0, 0.0
        for number in range(1, self._most + 1):
            run = self._pass(runner, case, data, keep_feedback=number > 1)
            slowest, wall_s = max(slowest, run.cpu_s), wall_s + run.wall_s
            if run.outcome not in (Outcome.ACCEPTED, Outcome.WRONG_ANSWER):
                return _told(run, number, slowest, wall_s)
            following = self._take_next()
            if run.outcome is Outcome.WRONG_ANSWER and following is not None:
                raise CheckerFault(f"the validator rejected pass {number} and asked for another one")
            if following is None:
                return _told(run, number, slowest, wall_s)
            data = following
        raise CheckerFault(f"the validator asked for more than {self._most} passes; state validation_passes")

    def _take_next(self) -> bytes | None:
        """Return the input of the next pass and remove its file, so that the next one is new; None without one."""
        workspace = self._pass.workspace
        try:
            data = workspace.read_file(NEXT_PASS, _INPUT_BYTES)
        except FileRefused as error:
            raise CheckerFault(f"the validator's nextpass.in cannot be read ({error})") from None
        if data is not None:
            workspace.execute(("rm", "-f", "--", *as_seen(workspace, NEXT_PASS)), 60)
        return data


def _told(run: ProgramRun, number: int, slowest: float, wall_s: float) -> ProgramRun:
    """Return the last run with the CPU time of the slowest pass, and the number of the pass that it failed in."""
    note = run.note if run.outcome is Outcome.ACCEPTED else f"pass {number}: {run.note}"
    return replace(run, cpu_s=slowest, wall_s=wall_s, note=note)
