"""Limits shared by all calls of a process to one model: concurrency, requests per minute, pauses of the service.

Everything here lives in the background loop (`r3gym.models.background`), so nothing needs a lock.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiolimiter import AsyncLimiter

from r3gym.models.profile import ModelProfile

#: After a shared pause callers start within this time, not all in the same moment.
SPREAD_S = 0.25


class ResizableSemaphore:
    """A semaphore whose size can change: first come, first served."""

    def __init__(self, size: int) -> None:
        self.size, self.taken = size, 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    def resize(self, size: int) -> None:
        """Apply the new size at once; running calls are not affected."""
        self.size = size
        self._wake()

    async def take(self) -> None:
        """Wait for a free slot and take it."""
        if self.taken < self.size and not self._waiting:
            self.taken += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()  # the slot had been granted already
            elif turn in self._waiting:
                self._waiting.remove(turn)
            raise

    def give(self) -> None:
        """Give a slot back."""
        self.taken -= 1
        self._wake()

    def _wake(self) -> None:
        while self._waiting and self.taken < self.size:
            turn = self._waiting.popleft()
            if not turn.done():
                self.taken += 1
                turn.set_result(None)


@dataclass
class Pause:
    """The time (loop clock) until which no request may be sent to a service."""

    until: float = 0.0

    def ask(self, seconds: float) -> None:
        """Extend the pause; it is never shortened."""
        self.until = max(self.until, asyncio.get_running_loop().time() + seconds)

    async def over(self) -> None:
        """Return when there is no pause."""
        clock = asyncio.get_running_loop().time
        while (left := self.until - clock()) > 0:
            await asyncio.sleep(left + random.uniform(0.0, min(left, SPREAD_S)))


@dataclass
class CallLimiter:
    """The limits that every call to one model at one address must pass."""

    pause: Pause
    slots: ResizableSemaphore
    per_minute: float | None = None
    _limiter: AsyncLimiter | None = field(default=None, repr=False)

    def set(self, concurrency: int, per_minute: float | None) -> None:
        """Set the limits; those of the client that was made last apply to all."""
        if concurrency != self.slots.size:
            self.slots.resize(concurrency)
        if per_minute != self.per_minute or (self._limiter is None and per_minute is not None):
            self.per_minute = per_minute
            # One at a time, evenly: a bucket of a whole minute would let two minutes' worth through in the first.
            self._limiter = None if per_minute is None else AsyncLimiter(1, 60 / per_minute)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold one of the slots, after the rate limit and any pause of the service."""
        await self.take()
        try:
            yield
        finally:
            self.slots.give()

    async def take(self) -> None:
        """Take one of the slots, after the rate limit and any pause of the service; it is to be given back."""
        await self.slots.take()
        try:
            await self.pause.over()
            if self._limiter is not None:
                await self._limiter.acquire()
                await self.pause.over()
        except BaseException:
            self.slots.give()
            raise

    def pause_for(self, seconds: float) -> None:
        """Let no call to the service begin for so long."""
        self.pause.ask(seconds)


_pauses: dict[str, Pause] = {}
_limiters: dict[tuple[str, str], CallLimiter] = {}


def call_limiter(profile: ModelProfile) -> CallLimiter:
    """Return the limiter that all calls to this address and model share; a pause is shared by an address."""
    address = profile.base_url or ""
    key = (address, profile.model)
    if key not in _limiters:
        _limiters[key] = CallLimiter(_pauses.setdefault(address, Pause()), ResizableSemaphore(profile.concurrency))
        _limiters[key].set(profile.concurrency, profile.requests_per_minute)
    return _limiters[key]


def _forget() -> None:
    _pauses.clear()
    _limiters.clear()


os.register_at_fork(after_in_child=_forget)
