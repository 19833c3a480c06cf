"""The LightCPVerifier client against a real server on loopback that really judges, and that fails in every way."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import DROP, Reply, serve
from loopback_lightcp import LightCPServer, lightcp_server

from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.code.judging import lightcp_client
from r3gym.domains.code.judging.lightcp_client import JUDGE, judge_remotely
from r3gym.domains.code.judging.settings import LightCPCode

DOUBLE = "#include <iostream>\nint main() { long long n; std::cin >> n; std::cout << 2 * n << '\\n'; }\n"
PROGRAMS = {
    Outcome.ACCEPTED: DOUBLE,
    Outcome.WRONG_ANSWER: DOUBLE.replace("2 * n", "n + 2"),
    Outcome.TIME_LIMIT: "int main() { for (volatile int i = 0;; i = i + 1) {} }",
    Outcome.RUNTIME_ERROR: "int main() { return 3; }",
    Outcome.COMPILE_ERROR: "int main() { return missing; }",
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One problem: print twice the number. The first test cannot tell n + 2 from 2 n, the second can."""
    folder = tmp_path_factory.mktemp("problems") / "double"
    (folder / "testdata").mkdir(parents=True)
    (folder / "config.yaml").write_text("type: default\ntime_limit: 1s\nmemory_limit: 256m\n")
    for number, value in enumerate([2, 21], 1):
        (folder / "testdata" / f"{number}.in").write_text(f"{value}\n")
        (folder / "testdata" / f"{number}.ans").write_text(f"{2 * value}\n")
    return {"p-17": folder}


def submit(server: LightCPServer | str, program: str = DOUBLE, **settings: Any) -> Verdict:
    url = server if isinstance(server, str) else server.url
    chosen = {"judge": "lightcpverifier", "url": url, "problems": {"double": "p-17"}, "timeout_s": 60, **settings}
    return judge_remotely(program, "double", LightCPCode.model_validate(chosen))


@pytest.mark.parametrize("outcome", PROGRAMS)
def test_programs_get_the_verdict_that_the_server_reached(packages: dict[str, Path], outcome: Outcome) -> None:
    with lightcp_server(packages) as server:
        verdict = submit(server, PROGRAMS[outcome])
    assert (verdict.outcome, verdict.judge) == (outcome, "lightcpverifier/1")
    assert server.submitted == [{"pid": "p-17", "lang": "cpp", "code": PROGRAMS[outcome]}]
    assert "4815" not in verdict.detail, "the server's messages quote hidden tests"


def test_the_detail_counts_tests_and_quotes_nothing(packages: dict[str, Path]) -> None:
    with lightcp_server(packages) as server:
        assert submit(server).detail == "all 2 tests passed"
        assert submit(server, PROGRAMS[Outcome.WRONG_ANSWER]).detail == "test 2: wrong answer"


def test_not_found_means_not_yet(packages: dict[str, Path]) -> None:
    """The first poll takes "queued" out of the server's memory; until the result is on disk it knows nothing."""
    missing = Reply(404, {"error": "not found"})
    with lightcp_server(packages, None, missing, missing, missing) as server:
        assert submit(server).correct
        assert len(server.submitted) == 1


def test_a_problem_that_the_server_does_not_have_is_a_judge_error(packages: dict[str, Path]) -> None:
    with lightcp_server(packages) as server:
        verdict = submit(server, problems={})
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert "does it have it under this id" in verdict.detail


FAULTS = {
    "500": Reply(500, {"error": "Submit failed"}),
    "503": Reply(503, b"busy"),
    "429": Reply(429, b""),
    "dropped": DROP,
    "cut": Reply(body={"sid": 1, "status": "done", "passed": True, "result": "Accepted"}, cut=True),
    "not JSON": Reply(body=b"<html>"),
    "monstrous JSON": Reply(body=b"[" * 100_000),
    "a list": Reply(body=[]),
    "no fields": Reply(body={}),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_passing_faults_are_waited_out(packages: dict[str, Path], fault: Reply) -> None:
    with lightcp_server(packages, fault, fault, None, fault, fault, None, fault) as server:
        assert submit(server).correct


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("when", ["submit", "result"])
def test_faults_that_stay_are_a_judge_error_in_time(fault: Reply, when: str) -> None:
    def answer(method: str, *_: Any) -> Reply:
        return fault if when == "submit" or method == "GET" else Reply(body={"sid": 4})

    started = time.monotonic()
    with serve(answer) as url:
        verdict = submit(url, timeout_s=0.5)
    assert (verdict.outcome, verdict.judge) == (Outcome.JUDGE_ERROR, JUDGE)
    assert ("took no program" if when == "submit" else "gave no verdict") in verdict.detail
    assert ": it " in verdict.detail, "and it says what was wrong"
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("status", [400, 401, 404, 301])
def test_a_refusal_is_final_and_named(status: int) -> None:
    seen: list[str] = []

    def answer(method: str, *_: Any) -> Reply:
        seen.append(method)
        return Reply(status, {"error": "no"})

    with serve(answer) as url:
        verdict = submit(url)
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert f"HTTP {status} to POST /submit" in verdict.detail
    assert seen == ["POST"]


def test_a_server_that_is_not_there_is_a_judge_error() -> None:
    with serve(lambda *_: DROP) as url:
        pass
    verdict = submit(url, timeout_s=0.4)
    assert verdict == Verdict(
        Outcome.JUDGE_ERROR, JUDGE, "LightCPVerifier took no program within 0.4 s: it cannot be reached"
    )


def test_a_server_that_never_finishes_is_given_up(packages: dict[str, Path]) -> None:
    with lightcp_server(packages, None, *[Reply(body={"status": "queued"})] * 1000) as server:
        verdict = submit(server, timeout_s=0.5)
        assert verdict.detail == "LightCPVerifier gave no verdict within 0.5 s"
        polls = [request for request in server.requests if request[0] == "GET"]
        assert 2 <= len(polls) <= 8, "with growing pauses"


@pytest.mark.parametrize("kind", ["silent", "dripping"])
def test_a_server_that_hangs_is_given_up(kind: str) -> None:
    def drip() -> Iterator[bytes]:
        for _ in itertools.repeat(None, 3000):
            yield b" "
            time.sleep(0.02)

    def answer(*_: Any) -> Reply:
        if kind == "silent":
            time.sleep(3)
        return Reply(pieces=drip())

    started = time.monotonic()
    with serve(answer) as url:
        verdict = submit(url, timeout_s=0.5)
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert "did not answer in time" in verdict.detail
    assert time.monotonic() - started < 30


def test_a_flood_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lightcp_client, "MAX_REPLY_BYTES", 1 << 20)
    with serve(lambda *_: Reply(pieces=(b" " * 65536 for _ in range(10_000)))) as url:
        assert "more than 1 MiB" in submit(url).detail


def done(**fields: Any) -> dict[str, Any]:
    return {"status": "done", **fields}


BAD, GOOD = {"ok": False, "status": "Wrong Answer"}, {"ok": True, "status": "Accepted"}
RESULTS = [
    (done(passed=True, result="Accepted", cases=[GOOD]), Outcome.ACCEPTED),
    (done(passed=True, result="Accepted"), Outcome.ACCEPTED),
    (done(passed=True, cases=[GOOD]), Outcome.ACCEPTED),  # older servers have no "result"
    (done(passed=False, cases=[GOOD, BAD]), Outcome.WRONG_ANSWER),
    (done(passed=False, result="Time Limit Exceeded", cases=[]), Outcome.TIME_LIMIT),
    (done(passed=False, result="Memory Limit Exceeded"), Outcome.MEMORY_LIMIT),
    (done(passed=False, result="Output Limit Exceeded"), Outcome.OUTPUT_LIMIT),
    (done(passed=False, result="Nonzero Exit Status"), Outcome.RUNTIME_ERROR),
    (done(passed=False, result="Signalled"), Outcome.RUNTIME_ERROR),
    ({"status": "error", "error": "Error: compile failed: main.cpp:1: no"}, Outcome.COMPILE_ERROR),
    ({"status": "error", "error": "Error: compile failed: Time Limit Exceeded"}, Outcome.COMPILE_ERROR),
    ({"status": "error", "error": "Error: compile failed: Internal Error"}, Outcome.JUDGE_ERROR),
    ({"status": "error", "error": "Error: checker compile failed: chk.cc:1"}, Outcome.JUDGE_ERROR),
    ({"status": "error", "error": "Error: unsupported lang"}, Outcome.JUDGE_ERROR),
    ({"status": "error"}, Outcome.JUDGE_ERROR),
    (done(passed=False, result="Internal Error"), Outcome.JUDGE_ERROR),
    (done(passed=False, result="File Error"), Outcome.JUDGE_ERROR),
    (done(passed=True, result="Accepted", cases=[]), Outcome.JUDGE_ERROR),  # no test was run
    (done(passed=True, result="Wrong Answer"), Outcome.JUDGE_ERROR),
    (done(passed=False, result="Accepted"), Outcome.JUDGE_ERROR),
    (done(passed=True, result="Accepted", cases=[BAD, GOOD]), Outcome.JUDGE_ERROR),
    (done(result="Accepted"), Outcome.JUDGE_ERROR),
    (done(passed=True), Outcome.JUDGE_ERROR),
]


@pytest.mark.parametrize(("result", "outcome"), RESULTS, ids=[json.dumps(r)[:60] for r, _ in RESULTS])
def test_what_a_result_means(result: dict[str, Any], outcome: Outcome) -> None:
    with serve(lambda method, *_: Reply(body={"sid": 9} if method == "POST" else result)) as url:
        assert submit(url).outcome is outcome
