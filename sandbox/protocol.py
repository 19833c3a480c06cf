"""The supervisor's protocol (specified at the top of supervisor.c) and a channel over two file descriptors."""

from __future__ import annotations

import os
import select
import socket
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import IntFlag
from typing import Protocol

from r3gym.sandbox.results import SandboxError

VERSION = 2
STATE_FD = 250
#: Stands among a program's limits and seals it (seal.h).
SEAL = (65536, 0)
_FRAME_MAX = 1 << 30


class ExitFlag(IntFlag):
    """The supervisor's flags of how a command ended."""

    TIMED_OUT = 1
    CPU_OUT = 2
    KILLED = 4
    MEMORY_OUT = 8
    NOT_STARTED = 16
    STUCK = 32


@dataclass(frozen=True)
class CommandRequest:
    """One command for the supervisor: arguments, directory, environment, input and limits."""

    argv: tuple[bytes, ...]
    cwd: bytes
    environment: tuple[bytes, ...]
    stdin: bytes
    wall_s: float
    cpu_s: float | None
    output_bytes: int


@dataclass(frozen=True)
class ProgramRequest:
    """A program for the supervisor to execute directly, with three descriptors that are sent with the frame.

    ``limits`` are pairs of a resource's number and its value, each at most the workspace's own limit.
    """

    argv: tuple[bytes, ...]
    cwd: bytes
    environment: tuple[bytes, ...]
    wall_s: float
    cpu_s: float | None
    limits: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class SupervisorReply:
    """The supervisor's reply to one command request.

    After a program ``output_total`` is the number of processes and threads that it made.
    """

    exit_code: int
    flags: ExitFlag
    wall_s: float
    cpu_s: float
    output_total: int
    head: bytes
    tail: bytes
    state: bytes


class Channel(Protocol):
    """A stream of frames to one supervisor."""

    def send(self, frame: bytes, fds: tuple[int, ...] = ()) -> None:
        """Send one frame, and copies of descriptors with it; raise `SandboxError` when the other side is gone."""

    def receive(self, deadline: float) -> bytes | None:
        """Return the next frame, or None after ``deadline`` (monotonic clock).

        Raises `SandboxError` when the stream has ended.
        """

    def fileno(self) -> int:
        """Return the descriptor that becomes readable when a frame arrives."""


def _text(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def _list(items: tuple[bytes, ...]) -> bytes:
    return _text(b"".join(item + b"\0" for item in items))


def _milliseconds(seconds: float | None) -> int:
    return 0 if seconds is None else int(min(max(1.0, seconds * 1000), 2.0**32 - 1))


def encode(order: CommandRequest) -> bytes:
    """Return the frame of a command request."""
    times = _milliseconds(order.wall_s), _milliseconds(order.cpu_s)
    return b"".join(
        (
            b"R",
            struct.pack("<IIII", *times, order.output_bytes, len(order.argv)),
            _text(order.cwd),
            _list(order.environment),
            _list(order.argv),
            _text(order.stdin),
        )
    )


def encode_launch(launch: ProgramRequest) -> bytes:
    """Return the frame of a program request."""
    times = _milliseconds(launch.wall_s), _milliseconds(launch.cpu_s)
    return b"".join(
        (
            b"X",
            struct.pack("<IIII", *times, len(launch.argv), len(launch.limits)),
            *(struct.pack("<IQ", number, value) for number, value in launch.limits),
            _text(launch.cwd),
            _list(launch.environment),
            _list(launch.argv),
        )
    )


def decode(frame: bytes) -> SupervisorReply:
    """Return the reply in a frame; raise `SandboxError` when it is invalid."""
    try:
        kind, code, flags, wall, cpu, total = struct.unpack_from("<ciIQQQ", frame)
        at, texts = struct.calcsize("<ciIQQQ"), []
        for _ in range(3):
            (size,) = struct.unpack_from("<I", frame, at)
            texts.append(frame[at + 4 : at + 4 + size])
            at += 4 + size
    except struct.error as error:
        raise SandboxError(f"the supervisor sent a frame of {len(frame)} bytes that is no answer") from error
    if kind != b"R" or at != len(frame):
        raise SandboxError(f"the supervisor sent a frame of kind {kind!r} where an answer was due")
    return SupervisorReply(code, ExitFlag(flags), wall / 1e6, cpu / 1e6, total, *texts)


def greet(channel: Channel, deadline: float) -> int:
    """Wait for the supervisor's greeting; return its process id in its own namespace."""
    frame = channel.receive(deadline)
    if frame is None:
        raise SandboxError("the sandbox did not start in time")
    if len(frame) != 9 or frame[:1] != b"H" or struct.unpack_from("<I", frame, 1)[0] != VERSION:
        raise SandboxError("the process in the sandbox does not speak this version's protocol")
    return int(struct.unpack_from("<I", frame, 5)[0])


class FdChannel:
    """A channel over two descriptors (in every backend the same unix socket); closing it ends the supervisor."""

    def __init__(self, read_fd: int, write_fd: int, send_timeout: float = 60.0) -> None:
        self._read, self._write, self._send_timeout = read_fd, write_fd, send_timeout
        self._buffer = bytearray()
        self._busy = threading.Lock()
        os.set_blocking(read_fd, False)
        os.set_blocking(write_fd, False)

    def fileno(self) -> int:
        """See `Channel.fileno`."""
        return self._read

    def send(self, frame: bytes, fds: tuple[int, ...] = ()) -> None:
        """See `Channel.send`."""
        if len(frame) > _FRAME_MAX:
            raise ValueError(f"a request of {len(frame)} bytes is more than the {_FRAME_MAX} allowed: give less input")
        with self._busy:
            self._send(frame, fds)

    def _send(self, frame: bytes, fds: tuple[int, ...]) -> None:
        data = memoryview(struct.pack("<I", len(frame)) + frame)
        deadline = time.monotonic() + self._send_timeout
        while data:
            try:
                data = data[_write_with(self._write, data, fds) if fds else os.write(self._write, data) :]
                fds = ()  # they were sent with the first bytes
            except BlockingIOError:
                if not _ready(self._write, select.POLLOUT, deadline):
                    raise SandboxError("the supervisor takes no more requests") from None
            except OSError as error:
                raise SandboxError(f"the sandbox is gone: {error.strerror}") from error

    def receive(self, deadline: float) -> bytes | None:
        """See `Channel.receive`."""
        with self._busy:
            return self._receive(deadline)

    def _receive(self, deadline: float) -> bytes | None:
        while True:
            if len(self._buffer) >= 4:
                (size,) = struct.unpack_from("<I", self._buffer)
                if size > _FRAME_MAX:
                    raise SandboxError("the supervisor sent an invalid frame")
                if len(self._buffer) >= 4 + size:
                    frame = bytes(self._buffer[4 : 4 + size])
                    del self._buffer[: 4 + size]
                    return frame
            if not _ready(self._read, select.POLLIN, deadline):
                return None
            try:
                data = os.read(self._read, 1 << 20)
            except BlockingIOError:
                continue
            except OSError as error:
                raise SandboxError(f"the sandbox is gone: {error.strerror}") from error
            if not data:
                raise SandboxError("the sandbox ended in the middle of its work")
            self._buffer += data

    def close(self) -> None:
        """Close the descriptors; the supervisor sees the end of its input, kills what runs and ends.

        May be called while another thread waits in `receive`: that thread gets its error before the number of the
        descriptor can be reused.
        """
        with suppress(OSError), socket.socket(fileno=os.dup(self._write)) as end:
            end.shutdown(socket.SHUT_RDWR)
        if self._busy.acquire(timeout=5):
            self._busy.release()
        for fd in {self._read, self._write}:
            os.close(fd)


def _write_with(fd: int, data: memoryview, fds: tuple[int, ...]) -> int:
    end = socket.socket(fileno=fd)
    try:
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack(f"{len(fds)}i", *fds))
        return end.sendmsg([data], [rights])
    finally:
        end.detach()


def _ready(fd: int, event: int, deadline: float) -> bool:
    poll = select.poll()
    poll.register(fd, event)
    seconds = min(max(0.0, deadline - time.monotonic()), 1e6)  # poll is limited to 24 days; the caller repeats it
    return bool(poll.poll(seconds * 1000))
