"""A program that runs in a workspace by its arguments alone, and the loop that serves its three streams.

The host makes the pipes and sends the program's ends to the supervisor; it keeps the others and always waits for all
of them at once, so that neither much output, nor none, nor closed streams can block it. Several programs of different
workspaces can be served by one loop (`serve`), which lets two of them communicate.
"""

from __future__ import annotations

import fcntl
import os
import select
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from r3gym.sandbox.protocol import Channel, ExitFlag, ProgramRequest, SupervisorReply, decode, encode_launch
from r3gym.sandbox.results import ProgramResult, SandboxError

_CHUNK = 1 << 16
_PIPE_BYTES = 1 << 20
_SHORT_S, _LONG_S = 0.004, 0.1  # between two reads of standard error
_READ = select.POLLIN
_NOT_THERE = {2: 127, 20: 127}  # ENOENT, ENOTDIR: as a shell says "command not found"; everything else is 126


class ProgramMonitor(Protocol):
    """Checks that a workspace performs while one of its programs runs."""

    def next_check_time(self) -> float:
        """Return when to call `look` next, on the monotonic clock."""

    def look(self) -> bool:
        """Return whether the program must be killed for its storage; raise `SandboxError` when waiting is pointless."""

    def oom(self) -> bool:
        """Return whether the memory limit has killed something since the last question."""

    def fail(self, error: SandboxError | None) -> SandboxError | None:
        """Close the workspace, which cannot be used any more; return the error to raise for ``error``, or None."""


def _make_pipe(*, write: bool) -> tuple[int, int]:
    """Return a pipe as (host's end, non-blocking; program's end); the host's end is to ``write`` to or to read from.

    The program may reopen its end by a path (``/dev/stdin``) as any user; no other process can name it.
    """
    ends = os.pipe2(os.O_CLOEXEC)
    ours, theirs = reversed(ends) if write else ends
    os.set_blocking(ours, False)
    os.fchmod(theirs, 0o666)
    return ours, theirs


def _widen(pipe: int) -> None:
    with suppress(OSError):  # only affects speed
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


class RunningProgram:
    """One program from its start to its reply. ``take`` gets every piece of its standard output as it arrives.

    ``answer`` is None while it runs. ``output_ended`` is true when nothing more can come from its standard output.
    """

    def __init__(
        self,
        channel: Channel,
        launch: ProgramRequest,
        monitor: ProgramMonitor,
        take: Callable[[bytes], None],
        error_bytes: int,
    ) -> None:
        self._channel, self._monitor, self._take = channel, monitor, take
        self._half, self._errors, self._late_errors = error_bytes // 2, b"", b""
        self._waiting, self._closing = bytearray(), False
        self.answer: SupervisorReply | None = None
        self.output_ended = False
        self._stdin, stdin = _make_pipe(write=True)
        self._stdout, stdout = _make_pipe(write=False)
        self._stderr, stderr = _make_pipe(write=False) if error_bytes else (-1, -1)
        if error_bytes:
            _widen(self._stderr)
        theirs = tuple(fd for fd in (stdin, stdout, stderr) if fd >= 0)
        self._errors_at, self._pause = time.monotonic(), _SHORT_S
        try:
            channel.send(encode_launch(launch), theirs)
        except BaseException as error:
            self.abandon(error)
            raise
        finally:
            for fd in theirs:
                os.close(fd)

    @property
    def stderr(self) -> bytes:
        """The beginning and the end of its standard error, so far."""
        return self._errors + self._late_errors

    @property
    def unread(self) -> int:
        """The number of bytes that the program has not read yet, beyond those in its pipe."""
        return len(self._waiting)

    def feed(self, data: bytes, *, last: bool = False) -> None:
        """Send ``data`` to standard input, at once as far as the pipe takes it; the stream ends after the ``last``."""
        self._closing = self._closing or last
        if self._stdin < 0:
            return
        if len(data) > _CHUNK and not self._waiting:
            _widen(self._stdin)
        self._waiting += data
        self._write()

    def _write(self) -> None:
        while self._waiting and self._stdin >= 0:
            try:
                done = os.write(self._stdin, memoryview(self._waiting)[:_PIPE_BYTES])
            except BlockingIOError:
                return
            except OSError:  # the program closed its input, which it may do
                self._waiting.clear()
                self._closing = True
                break
            del self._waiting[:done]
        if self._closing and self._stdin >= 0:
            os.close(self._stdin)
            self._stdin = -1

    def kill(self) -> None:
        """Kill the program and everything it started; its reply arrives as usual."""
        if self.answer is None:
            self._channel.send(b"K")

    def register(self, poll: select.poll) -> dict[int, Callable[[], object]]:
        """Register the descriptors it waits for; return the function to call for each when it is ready."""
        calls: dict[int, Callable[[], object]] = {}
        if self.answer is None:
            poll.register(fd := self._channel.fileno(), _READ)
            calls[fd] = self._read_reply
            if self._waiting and self._stdin >= 0:
                poll.register(self._stdin, select.POLLOUT)
                calls[self._stdin] = self._write
        if self._stdout >= 0:
            poll.register(self._stdout, _READ)
            calls[self._stdout] = self._read
        return calls

    def _read_reply(self) -> None:
        frame = self._channel.receive(0.0) if self.answer is None else None
        if frame is None:
            return
        self.answer = decode(frame)
        if self.answer.flags & ExitFlag.STUCK:
            raise SandboxError("a process of the sandbox could not be killed: it hangs in the kernel")
        while self._read():  # every writer is gone: the remaining data are in the pipes
            pass
        self._read_errors()
        self._close()

    def _read(self) -> bool:
        if self._stdout < 0:
            return False
        try:
            data = os.read(self._stdout, _CHUNK)
        except BlockingIOError:  # the program read its own output
            return False
        if data:
            self._take(data)
        else:
            os.close(self._stdout)
            self._stdout, self.output_ended = -1, True
        return bool(data)

    def _read_errors(self) -> None:
        """Read standard error at intervals: reading on every write would slow the program down by half."""
        self._pause = min(2 * self._pause, _LONG_S)
        self._errors_at = time.monotonic() + self._pause
        while self._stderr >= 0:
            try:
                data = os.read(self._stderr, _PIPE_BYTES)
            except BlockingIOError:
                return
            if not data:
                os.close(self._stderr)
                self._stderr = -1
                return
            room = self._half - len(self._errors)
            self._errors += data[:room]
            self._late_errors = (self._late_errors + data[room:])[-self._half :]
            self._pause, self._errors_at = _SHORT_S, time.monotonic() + _SHORT_S

    def _close(self) -> None:
        for fd in (self._stdin, self._stdout, self._stderr):
            if fd >= 0:
                os.close(fd)
        self._stdin = self._stdout = self._stderr = -1
        self.output_ended = True

    def result(self, stdout: bytes = b"", *, overflow: bool = False) -> ProgramResult:
        """Return the result, once the reply has arrived, with the output that the caller kept. Call it once."""
        answer = self.answer
        if answer is None:
            raise ValueError("this program still runs; serve it until its answer is there")
        code, stderr = answer.exit_code, self.stderr
        if answer.flags & ExitFlag.NOT_STARTED:
            stderr, code = os.strerror(code).encode(), _NOT_THERE.get(code, 126)
        return ProgramResult(
            exit_code=code,
            stdout=stdout,
            stderr=stderr,
            overflow=overflow,
            timed_out=bool(answer.flags & (ExitFlag.TIMED_OUT | ExitFlag.CPU_OUT)),
            oom=self._monitor.oom() or bool(answer.flags & ExitFlag.MEMORY_OUT),
            wall_s=answer.wall_s,
            cpu_s=answer.cpu_s,
            spawned=answer.output_total,
        )

    def next_check_time(self) -> float:
        """Return when `look` is due, on the monotonic clock."""
        if self.answer is not None:
            return float("inf")
        return min(self._monitor.next_check_time(), self._errors_at if self._stderr >= 0 else float("inf"))

    def look(self) -> None:
        """Do what is due: read standard error, and call `ProgramMonitor.look`."""
        now = time.monotonic()
        if self._stderr >= 0 and now >= self._errors_at:
            self._read_errors()
        if now >= self._monitor.next_check_time() and self._monitor.look():
            self.kill()

    def abandon(self, error: BaseException) -> SandboxError | None:
        """Abandon the program and its workspace; return the error to raise instead of ``error``, or None."""
        self._close()
        return self._monitor.fail(error if isinstance(error, SandboxError) else None)


def serve(programs: Iterable[RunningProgram], until: float = float("inf")) -> None:
    """Wait for an event of one of the programs, or until ``until``, and handle it.

    All their workspaces are closed when one of them fails, or when the wait is interrupted: a late reply would be taken
    for the reply to the next request.
    """
    running = tuple(programs)
    speaking: RunningProgram | None = None
    try:
        poll = select.poll()
        calls: dict[int, tuple[RunningProgram, Callable[[], object]]] = {}
        for program in running:
            calls.update((fd, (program, call)) for fd, call in program.register(poll).items())
        wake = min(until, *(program.next_check_time() for program in running))
        seconds = min(max(0.0, wake - time.monotonic()), 1e6)
        ready = {fd for fd, _ in poll.poll(seconds * 1000)}
        for fd, (program, call) in reversed(calls.items()):  # output before the reply that ends it
            if fd in ready:
                speaking = program
                call()
        now = time.monotonic()
        for speaking in running:
            if now >= speaking.next_check_time():
                speaking.look()
    except BaseException as error:
        said = None
        for program in running:
            words = program.abandon(error)
            said = words if program is speaking else said
        if said is not None:
            raise said from error
        raise


class OutputCollector:
    """A collector of a program's output up to a limit; it kills a program that exceeds it. None keeps no output."""

    def __init__(self, limit: int | None) -> None:
        self._limit, self._size, self._parts = limit, 0, list[bytes]()
        self.program: RunningProgram | None = None
        self.overflow = False

    def __call__(self, data: bytes) -> None:
        """Add one piece of output."""
        if self.overflow or self._limit is None:
            return
        self._size += len(data)
        if self._size > self._limit:
            data, self.overflow = data[: self._limit - self._size], True
            if self.program is not None:
                self.program.kill()
        self._parts.append(data)

    def result(self) -> ProgramResult:
        """Serve the program to its end and return its result."""
        if self.program is None:
            raise ValueError("no program was given whose output is collected")
        while self.program.answer is None:
            serve((self.program,))
        return self.program.result(b"".join(self._parts), overflow=self.overflow)
