"""The judging worker: ``python -m r3gym.workers.process MODULE:FUNCTION``.

It reads one JSON request per line and writes one reply per line. The function returns the judge, which is a function
from a request to a reply.

Answers are hostile input for sympy and for reasoning-gym's scorers, some of which evaluate them as Python. These
libraries therefore run only here: in a process without the host's environment variables, with a memory limit, unable to
write data into files, and with an alarm that makes the *kernel* end the process when a request exceeds its time, even
while a C loop holds the interpreter and even if the host is gone. This limits accidents; the guards and strict readers
of the domains' judges prevent an answer from being run as a program.

The first output line is ``{"ready": true}``. A request is ``{"timeout_s": 10, "answer": ..., ...key fields}``. A reply
is either ``{"correct": bool, "detail": str}``, with ``"score"`` if the scorer gives a number, or ``{"error": str}``.
Replies never quote the reference.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, TextIO

from r3gym.utils.plugins import load_object

Reply = dict[str, Any]
Judge = Callable[[dict[str, Any]], Reply]

_MEMORY_BYTES = 3 << 30  # address space; numpy and sympy alone map about 1 GB
#: The host kills a worker at its time limit; the alarm is for the case that the host is gone.
_ALARM_GRACE_S = 5.0
_CHECK_EVERY_S = 0.05


class _TimeLimitReached(BaseException):
    """A comparison has reached its time limit. It is a BaseException so that libraries do not catch it."""


def in_time(work: Callable[[], Reply], limit_s: float, overrun: Reply) -> Reply:
    """Run ``work`` with a wall-clock limit and return its reply, or ``overrun`` at the limit.

    The clock is checked every `_CHECK_EVERY_S` seconds of CPU time.
    """
    deadline = time.monotonic() + limit_s

    def check(_signal: int, _frame: object) -> None:
        if time.monotonic() > deadline:
            raise _TimeLimitReached

    signal.signal(signal.SIGVTALRM, check)
    signal.setitimer(signal.ITIMER_VIRTUAL, _CHECK_EVERY_S, _CHECK_EVERY_S)
    try:
        return work()
    except _TimeLimitReached:
        return overrun
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)


def _limit_process() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the host handles Ctrl-C


def _answer(judge: Judge, line: str) -> tuple[Reply, bool]:
    """Return the reply to one request, and whether this process can serve further requests."""
    try:
        request = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, float(request["timeout_s"]) + _ALARM_GRACE_S)
        try:
            return judge(request), True
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except MemoryError:
        return {"error": "the judge ran out of memory on this answer"}, False
    except RecursionError:
        return {"correct": False, "detail": "the answer is nested too deeply"}, True
    except Exception as error:
        return {"error": f"the judge failed on this answer ({type(error).__name__})"}, True


def serve(kind: str, requests: TextIO, replies: TextIO) -> None:
    """Answer requests until the input ends, with the judge that the function at ``kind`` (``module:name``) returns."""
    judge: Judge = load_object(kind)()
    fit = True
    print(json.dumps({"ready": True}), file=replies, flush=True)
    while fit and (line := requests.readline()):
        reply, fit = _answer(judge, line)
        print(json.dumps(reply), file=replies, flush=True)


def main() -> None:
    """Set the limits, protect the reply pipe from other output, and serve."""
    warnings.simplefilter("ignore")
    import logging

    logging.disable(logging.CRITICAL)
    _limit_process()
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # an evaluated answer may print
    serve(sys.argv[1], sys.stdin, replies)


if __name__ == "__main__":
    main()
