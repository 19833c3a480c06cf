"""The judges as the environment calls them: through worker processes, from threads, with hostile answers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.ar.judging.judge import judge_ar
from r3gym.domains.ar.key import ARKey
from r3gym.domains.math.judging.judge import WORKER, judge_math
from r3gym.domains.math.key import MathKey
from r3gym.workers.pool import WorkerFailure, ask, shut_down

HALF = MathKey("p", Tier.EASY, r"\frac{1}{2}")
SQUARE = ARKey("p", Tier.EASY, "2*x**2", "polynomial_multiplication", {})
NOT_CREDITED = {Outcome.WRONG_ANSWER, Outcome.JUDGE_ERROR}
#: A billion terms in a few characters.
NESTED_SUMS = "".join(rf"\sum_{{{letter}=1}}^{{300}}" for letter in "abcd") + "abcd"
HOSTILE = [
    NESTED_SUMS,
    r"\binom{10^9}{5\cdot 10^8}",
    "(10^9)!",
    "2^{" * 300 + "2" + "}" * 300,
    r"\sin(" * 400 + "1" + ")" * 400,
    r"k, k \equiv 1 \pmod{10^{30}}",
    r"n \equiv 1 \pmod{4999}, n \equiv 2 \pmod{4993}",
    "1,2,\\ldots,10^{100}",
    r"\int_0^{10^9} \sin(x^x) dx",
    r"\pm" * 1_000 + "1",
    "a,b,c,d,e,f,g,h,x,y,z \\in \\mathbb{R}",
    ",".join(f"x_{i}" for i in range(600)) + r" \in \mathbb{Z}",
    r"\{" * 1_500,
    r"\begin{cases}" * 200,
    "{" * 1_000_000,
    "{" * 3_999,
    "(" * 2_000,
    r"\frac" * 700,
    "9**9**9",
    "9^{9^{9^9}}",
    "10^{1000000000}",
    "1e999999",
    "(1+" * 900 + "1" + ")" * 900,
    "1/" * 1_500 + "1",
    r"\sqrt" * 500 + "2",
    "\ud800",
    "\x00",
    "",
]


@pytest.mark.parametrize("answer", HOSTILE, ids=lambda answer: repr(answer[:12]))
def test_a_hostile_answer_ends_within_its_timeout_and_the_next_call_works(answer: str) -> None:
    judge_math("1", HALF), judge_ar("1", SQUARE)  # starting a worker is not charged to an answer
    started = time.monotonic()
    assert judge_math(answer, HALF, timeout_s=3).outcome in NOT_CREDITED
    assert judge_ar(answer, SQUARE, timeout_s=3).outcome in NOT_CREDITED
    assert time.monotonic() - started < 2 * 3 + 20  # a busy machine is slow to end a worker
    assert judge_math("0.5", HALF).correct
    assert judge_ar("2*x*x", SQUARE).correct


def test_a_timeout_is_a_judge_error_that_says_so_and_quotes_nothing() -> None:
    judge_math("1", HALF)  # a worker is there
    verdict = judge_math(NESTED_SUMS, HALF, timeout_s=0.001)
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert verdict.detail == "the judge timed out after 0.001 s"


def test_a_comparison_that_takes_too_long_gives_up_by_itself_and_is_unsure() -> None:
    judge_math("1", HALF)
    verdict = judge_math(NESTED_SUMS, HALF, timeout_s=20)
    assert verdict.outcome is Outcome.WRONG_ANSWER
    assert verdict.undecided
    assert verdict.detail == "unsure: the comparison takes too long"


def test_a_key_with_an_unknown_generator_is_a_judge_error() -> None:
    verdict = judge_ar("1", ARKey("p", Tier.EASY, "1", "nope", {}))
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert "nope" in verdict.detail


def test_many_threads_share_the_workers() -> None:
    def judge(i: int) -> bool:
        return judge_math(f"{i}/{2 * i}" if i % 2 else f"{i}/{2 * i + 1}", HALF).correct

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(judge, range(1, 81))) == [bool(i % 2) for i in range(1, 81)]


def test_a_worker_killed_from_outside_is_replaced() -> None:
    judge_math("1", HALF)
    for pid in _workers_of(os.getpid()):
        os.kill(pid, 9)
    time.sleep(0.2)
    assert judge_math("0.5", HALF).correct


def test_an_unknown_request_is_answered_with_an_error() -> None:
    assert "error" in ask(WORKER, {"nothing": 1}, timeout_s=5)


def test_a_start_that_fails_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    shut_down()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WorkerFailure, match="could not start"):
        ask(WORKER, {}, timeout_s=5)
    assert judge_math("1", HALF).outcome is Outcome.JUDGE_ERROR


def test_the_host_stays_light_and_leaves_no_worker_behind() -> None:
    script = """
import os, subprocess, sys
from r3gym.domains.math.judging.judge import judge_math
from r3gym.domains.ar.judging.judge import judge_ar
from r3gym.domains.math.key import MathKey
from r3gym.domains.ar.key import ARKey
from r3gym.core.tier import Tier
assert judge_math("1/2", MathKey("p", Tier.EASY, "0.5")).correct
assert judge_ar("3", ARKey("p", Tier.EASY, "3", "count_primes", {})).correct
assert not {"sympy", "math_verify", "reasoning_gym"} & set(sys.modules)
print(subprocess.run(["ps", "-o", "pid=", "--ppid", str(os.getpid())], capture_output=True, text=True).stdout)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    run = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    pids = [int(word) for word in run.stdout.split()]
    assert len(pids) >= 2
    assert [pid for pid in pids if _is_worker(pid)] == []


def _workers_of(parent: int) -> list[int]:
    listing = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [int(word) for word in listing.stdout.split() if _is_worker(int(word))]


def _is_worker(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as command:  # noqa: PTH123
            return b"r3gym.workers.process" in command.read()
    except OSError:
        return False
