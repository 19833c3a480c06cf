"""Interactive problems: a submission and a package's interactor, each in its own workspace, talking through the host.

The host relays every byte, so it knows who wrote last, how much was written, and that a stream ends only after the last
output of the one that ended it. When the interactor decides first, that counts, whatever the submission does then; when
the submission dies first, that is its own failure, whatever the interactor makes of the silence. Neither program is
affected by the other's end: what is written to one that is gone is thrown away.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.build import BuiltProgram
from r3gym.domains.code.judging.checkers import (
    ANSWER,
    FEEDBACK,
    INPUT,
    OUTPUT,
    CheckerFault,
    accepts,
    as_seen,
    build_checker,
)
from r3gym.domains.code.judging.runner import ProgramRun, Runner
from r3gym.domains.code.packages.model import PackageTests, TestCase, ValidatorKind
from r3gym.sandbox.execution import RunningProgram, serve
from r3gym.sandbox.interface import Backend, Limits, Workspace

#: How much an interactor may say to one submission.
_SPEECH_BYTES = 256 << 20
#: How many times the usual wall clock a conversation may take that never falls silent.
_PATIENCE = 10
#: How long an interactor that spoke last may take to end by itself when the submission has died.
_LAST_WORD_S = 0.2
#: How long a stream that ended is kept open for the other side, to learn whether its program has ended too.
_END_S = 0.2


@contextmanager
def open_interactor(backend: Backend, tests: PackageTests) -> Iterator[Interactor]:
    """The interactor of these tests, in a workspace that is open until the block ends."""
    if len(tests.programs) != 1:
        raise CheckerFault(f"an interactive problem has one interactor, not {len(tests.programs)}")
    built = build_checker(backend, tests.programs[0], tests.validator)
    with backend.open(Limits(memory_mb=tests.stated.validation_memory_mb, storage_mb=1024, processes=64)) as workspace:
        built.install(workspace)
        yield Interactor(workspace, built, tests.validator, tests.stated.validation_time_s)


@dataclass(frozen=True)
class Interactor:
    """A package's interactor in its workspace: the format's (exit 42 or 43) or testlib's."""

    workspace: Workspace
    built: BuiltProgram
    kind: ValidatorKind
    time_s: float

    def prepare(self, case: TestCase, data: bytes) -> tuple[str, ...]:
        """Put the test into its workspace; returns what to execute."""
        self.workspace.write_file(INPUT, data)
        self.workspace.write_file(ANSWER, case.answer.read_bytes())
        if self.kind is ValidatorKind.TESTLIB_INTERACTIVE:
            self.workspace.write_file(OUTPUT, b"")
            return (*self.built.run, *as_seen(self.workspace, INPUT, OUTPUT, ANSWER))
        self.workspace.clear(FEEDBACK)
        return (*self.built.run, *as_seen(self.workspace, INPUT, ANSWER, f"{FEEDBACK}/"), *case.flags)

    def __call__(self, runner: Runner, case: TestCase, data: bytes) -> ProgramRun:
        """Let the submission talk with it over one test; `CheckerFault` when the interactor failed."""
        runner.restore_workspace()
        return _Conversation(self, runner, self.prepare(case, data)).judge()


class _Conversation:
    """One test: two running programs and what has happened between them."""

    def __init__(self, interactor: Interactor, runner: Runner, command: tuple[str, ...]) -> None:
        self._interactor, self._runner = interactor, runner
        # A chatty submission spends most of its time waiting for its turn: only silence is bounded at the usual length.
        wall = _PATIENCE * runner.wall_s + interactor.time_s
        self._heard = self._told = 0
        self._overflow = self._idle = self._spoke_last = False
        self._moved = time.monotonic()
        self._judge = interactor.workspace.start(
            command,
            wall + 2 * interactor.time_s + runner.wall_s,
            self._to_submission,
            cpu_seconds=interactor.time_s,
            deep_stack=True,
        )
        try:
            self._player = runner.workspace.start(
                runner.built.run, wall, self._to_judge, cpu_seconds=runner.cpu_s, deep_stack=True
            )
        except BaseException as error:
            self._judge.abandon(error)
            raise
        self._both = (self._judge, self._player)

    def _to_submission(self, data: bytes) -> None:
        self._told += len(data)
        self._spoke_last, self._moved = True, time.monotonic()
        if self._told > _SPEECH_BYTES:
            self._judge.kill()
        elif self._player.answer is None:
            self._player.feed(data)

    def _to_judge(self, data: bytes) -> None:
        self._heard += len(data)
        self._spoke_last, self._moved = False, time.monotonic()
        if self._heard > self._runner.output_bytes:
            if not self._overflow:
                self._overflow = True
                self._player.kill()
        elif self._judge.answer is None:
            self._judge.feed(data)

    def judge(self) -> ProgramRun:
        """Serve both until the verdict is certain."""
        self._talk()
        if self._judge.answer is not None:  # the interactor came first, or both in one moment
            accepted = self._accepted()
            self._finish_player(wanted=accepted)
            run = self._player_run()
            return run if accepted else _rejected(run)
        run = self._player_run()
        if run.outcome is not Outcome.ACCEPTED:
            return self._after_failure(run)
        self._judge.feed(b"", last=True)
        self._wait_for_judge(self._interactor.time_s)
        return run if self._accepted() else _rejected(run)

    def _player_run(self) -> ProgramRun:
        run = self._runner.judge(self._player.result(overflow=self._overflow))
        if self._idle:
            return replace(run, outcome=Outcome.TIME_LIMIT, note="silent for too long", repeatable=False)
        return run

    def _talk(self) -> None:
        """Relay until one of them has ended and its answer is there."""
        shut: dict[RunningProgram, float] = {}
        while self._judge.answer is None and self._player.answer is None:
            now = time.monotonic()
            idle_at = self._moved + self._runner.wall_s
            if now >= idle_at and not self._idle:
                self._idle = True
                self._player.kill()
            for speaker, listener in ((self._judge, self._player), (self._player, self._judge)):
                if speaker.output_ended and now >= shut.setdefault(speaker, now + _END_S):
                    listener.feed(b"", last=True)
            wakes = [at for at in shut.values() if at > now] + ([] if self._idle else [idle_at])
            serve(self._both, min(wakes, default=float("inf")))

    def _finish_player(self, *, wanted: bool) -> None:
        """The interactor has decided. A submission that is wrong need not go on, any other one must still end well."""
        until = time.monotonic() + self._runner.wall_s if wanted else 0.0
        self._player.feed(b"", last=True)
        while self._player.answer is None:
            if time.monotonic() >= until and not self._idle:
                self._idle = True
                self._player.kill()
            serve((self._player,), float("inf") if self._idle else until)

    def _after_failure(self, run: ProgramRun) -> ProgramRun:
        """The submission failed first. Had the interactor decided by itself, its word came before."""
        if self._spoke_last and run.outcome is Outcome.RUNTIME_ERROR:
            self._wait_for_judge(_LAST_WORD_S)
            if self._judge.answer is not None and not self._accepted():
                return _rejected(run)
        if run.outcome is Outcome.TIME_LIMIT and not run.repeatable:
            # Nobody spoke: was it the interactor that kept the submission waiting? One that waits itself ends now.
            self._judge.feed(b"", last=True)
            self._wait_for_judge(self._interactor.time_s)
            if self._judge.answer is None:
                self._kill_judge()
                raise CheckerFault("the interactor did not end, and kept the submission waiting")
            result = self._judge.result()
            if result.timed_out or result.oom or result.cpu_s > run.wall_s / 2:
                raise CheckerFault("the interactor was too slow, and kept the submission waiting")
        self._kill_judge()
        return run

    def _wait_for_judge(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._judge.answer is None and time.monotonic() < until:
            serve((self._judge,), until)

    def _kill_judge(self) -> None:
        self._judge.kill()
        while self._judge.answer is None:
            serve((self._judge,))

    def _accepted(self) -> bool:
        """Whether the interactor accepts; when it failed, the submission is ended and the fault told."""
        try:
            if self._judge.answer is None:
                self._kill_judge()
                raise CheckerFault("the interactor did not end")
            if self._told > _SPEECH_BYTES:
                raise CheckerFault("the interactor said too much")
            return accepts(self._judge.result(), self._interactor.kind)
        except CheckerFault:
            self._finish_player(wanted=False)
            raise


def _rejected(run: ProgramRun) -> ProgramRun:
    return replace(run, outcome=Outcome.WRONG_ANSWER, note="the interactor rejects", repeatable=True)
