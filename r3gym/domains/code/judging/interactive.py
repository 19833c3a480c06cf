"""Interactive problems: a submission and a package's interactor, each in its own workspace, relayed by the host.

The host relays every byte. It therefore knows which program wrote last and how much was written, and it ends a
stream only after the last output of the program that wrote it. If the interactor decides first, its decision counts,
whatever the submission does afterwards. If the submission fails first, that failure counts, whatever the interactor
does afterwards. A submission that closes its output while it runs ended the conversation itself: if the interactor then
rejects, and the submission crashes or does not end, that is its verdict. The end of one program does not affect the
other: data sent to an ended program is discarded.
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
    validator_limits,
)
from r3gym.domains.code.judging.runner import ProgramRun, Runner
from r3gym.domains.code.judging.second_run import FIRST_RUN, SECOND_RUN, Patience
from r3gym.domains.code.packages.model import PackageTests, TestCase, ValidatorKind
from r3gym.sandbox.execution import RunningProgram, serve
from r3gym.sandbox.interface import Backend, Workspace

#: How many bytes an interactor may send to one submission.
_SPEECH_BYTES = 256 << 20
#: Wall-clock limit of a conversation that never falls silent, as a multiple of the usual limit.
_PATIENCE = 10
#: How long an interactor that wrote last may take to end by itself after the submission has failed.
_LAST_WORD_S = 0.2
#: How long the other side's input stays open after a stream has ended, to see whether its program has ended too.
_END_S = 0.2


@contextmanager
def open_interactor(backend: Backend, tests: PackageTests) -> Iterator[Interactor]:
    """Open the interactor of these tests, in a workspace that is open until the block ends.

    Raise `CheckerFault` when there is not exactly one interactor or when it does not compile.
    """
    if len(tests.programs) != 1:
        raise CheckerFault(f"an interactive problem has one interactor, not {len(tests.programs)}")
    memory_mb = tests.stated.validation_memory_mb
    built = build_checker(backend, tests.programs[0], tests.validator).within(memory_mb)
    with backend.open(validator_limits(built, memory_mb)) as workspace:
        built.install(workspace)
        yield Interactor(workspace, built, tests.validator, tests.stated.validation_time_s)


@dataclass(frozen=True)
class Interactor:
    """A package's interactor in its workspace: the format's (exit 42 or 43) or testlib's."""

    workspace: Workspace
    built: BuiltProgram
    kind: ValidatorKind
    time_s: float

    def prepare(self, case: TestCase, data: bytes, *, keep_feedback: bool = False) -> tuple[str, ...]:
        """Write the test into the workspace and return the command to execute."""
        self.workspace.write_file(INPUT, data)
        self.workspace.write_file(ANSWER, case.answer.read_bytes())
        if self.kind is ValidatorKind.TESTLIB_INTERACTIVE:
            self.workspace.write_file(OUTPUT, b"")
            return (*self.built.run, *as_seen(self.workspace, INPUT, OUTPUT, ANSWER))
        if not keep_feedback:
            self.workspace.clear(FEEDBACK)
        return (*self.built.run, *as_seen(self.workspace, INPUT, ANSWER, f"{FEEDBACK}/"), *case.flags)

    def __call__(self, runner: Runner, case: TestCase, data: bytes, *, keep_feedback: bool = False) -> ProgramRun:
        """Run the submission against the interactor on one test; raise `CheckerFault` when the interactor failed.

        ``keep_feedback`` leaves what an earlier pass on the same test wrote into the feedback folder.
        """
        run = self._converse(runner, self.prepare(case, data, keep_feedback=keep_feedback), FIRST_RUN)
        failed = run.outcome is Outcome.TIME_LIMIT
        again = failed and runner.may_repeat(run.cpu_s, run.wall_s, timed_out=True)
        if not again or keep_feedback:  # an interactor that remembers has seen this pass already
            return run
        return runner.mark_second(self._converse(runner, self.prepare(case, data), SECOND_RUN))

    def _converse(self, runner: Runner, command: tuple[str, ...], patience: Patience) -> ProgramRun:
        runner.restore_workspace()
        return _Conversation(self, runner, command, patience).judge()


class _Conversation:
    """The run of two programs on one test, with the state of their exchange."""

    def __init__(self, interactor: Interactor, runner: Runner, command: tuple[str, ...], patience: Patience) -> None:
        self._interactor, self._runner = interactor, runner
        self._silence_s = patience.wall * runner.wall_s
        # An interactive submission mostly waits for its turn, so only silence is bounded by the usual wall-clock limit.
        wall = runner.cut_to_deadline(_PATIENCE * self._silence_s + interactor.time_s)
        self._heard = self._told = 0
        self._overflow = self._idle = self._spoke_last = self._closed = False
        self._moved = time.monotonic()
        self._judge = interactor.workspace.start(
            command,
            wall + 2 * interactor.time_s + self._silence_s,
            self._to_submission,
            cpu_seconds=interactor.time_s,
            deep_stack=True,
        )
        try:
            self._player = runner.workspace.start(
                runner.built.run, wall, self._to_judge, cpu_seconds=runner.cpu_s(patience), deep_stack=True, sealed=True
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
        """Serve both programs until the verdict is certain, and return the submission's run with its outcome."""
        self._talk()
        if self._judge.answer is not None:  # the interactor ended first, or both at once
            accepted = self._accepted()
            self._finish_player(wanted=accepted or self._closed)
            run = self._player_run()
            return run if accepted or (self._closed and run.outcome is not Outcome.ACCEPTED) else _rejected(run)
        run = self._player_run()
        if run.outcome is not Outcome.ACCEPTED:
            return self._after_failure(run)
        self._judge.feed(b"", last=True)
        self._wait_for_judge(self._interactor.time_s)
        return run if self._accepted() else _rejected(run)

    def _player_run(self) -> ProgramRun:
        result = self._player.result(overflow=self._overflow)
        self._runner.note_traces(result)
        run = self._runner.judge(result)
        if self._idle:
            return replace(run, outcome=Outcome.TIME_LIMIT, note="silent for too long", repeatable=False)
        return run

    def _talk(self) -> None:
        """Relay data until one of the programs has ended and its result has arrived."""
        shut: dict[RunningProgram, float] = {}
        while self._judge.answer is None and self._player.answer is None:
            now = time.monotonic()
            idle_at = self._moved + self._silence_s
            if now >= idle_at and not self._idle:
                self._idle = True
                self._player.kill()
            for speaker, listener in ((self._judge, self._player), (self._player, self._judge)):
                if speaker.output_ended and now >= shut.setdefault(speaker, now + _END_S):
                    self._closed = self._closed or speaker is self._player
                    listener.feed(b"", last=True)
            wakes = [at for at in shut.values() if at > now] + ([] if self._idle else [idle_at])
            serve(self._both, min(wakes, default=float("inf")))

    def _finish_player(self, *, wanted: bool) -> None:
        """Wait for the submission after the interactor has decided.

        With ``wanted`` (the interactor accepted, or the end of the submission's output made it decide) the submission
        may still end normally; otherwise it is killed.
        """
        until = time.monotonic() + self._silence_s if wanted else 0.0
        self._player.feed(b"", last=True)
        while self._player.answer is None:
            if time.monotonic() >= until and not self._idle:
                self._idle = True
                self._player.kill()
            serve((self._player,), float("inf") if self._idle else until)

    def _after_failure(self, run: ProgramRun) -> ProgramRun:
        """Return the final run of a submission that failed first.

        An interactor that wrote last may have decided before the failure; if it rejects, the run is a wrong answer.
        """
        if self._spoke_last and run.outcome is Outcome.RUNTIME_ERROR:
            self._wait_for_judge(_LAST_WORD_S)
            if self._judge.answer is not None and not self._accepted():
                return _rejected(run)
        if run.outcome is Outcome.TIME_LIMIT and not run.repeatable:
            # Neither side wrote. If the interactor was waiting for input, the end of its input makes it end now.
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
        """Check whether the interactor accepts. When it failed, kill the submission and raise `CheckerFault`."""
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
