"""Mathematics in the judging worker, the only process that gives answers to the backend."""

from __future__ import annotations

from r3gym.domains.math.judging.equal import compare
from r3gym.workers.process import Judge, Reply, in_time

#: The share of the time limit after which a comparison stops by itself.
_SOFT_SHARE = 0.6


def load_judge() -> Judge:
    """Return the judge, warmed up before the time limit starts."""
    compare(r"\int_0^1 x dx", r"\frac12")
    return _judge


def _judge(request: Reply) -> Reply:
    def judge() -> Reply:
        finding = compare(request["answer"], request["reference"])
        return {"correct": finding.equal, "detail": finding.how, "undecided": finding.undecided}

    # Most overruns happen in Python code: stopped early, they are undecided and the worker survives.
    overrun = {"correct": False, "detail": "unsure: the comparison takes too long", "undecided": True}
    return in_time(judge, float(request["timeout_s"]) * _SOFT_SHARE, overrun)
