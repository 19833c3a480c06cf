"""A LightCPVerifier on loopback: its HTTP API in front of our own code judge, so that programs are really judged."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from loopback import Reply, serve

from r3gym.core.problem import ProblemLimits
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.judge import judge_key
from r3gym.domains.code.judging.report import JudgeReport
from r3gym.domains.code.key import CodeKey

#: The words of its sandbox for what happened on a test.
WORDS = {
    Outcome.ACCEPTED: "Accepted",
    Outcome.WRONG_ANSWER: "Wrong Answer",
    Outcome.TIME_LIMIT: "Time Limit Exceeded",
    Outcome.MEMORY_LIMIT: "Memory Limit Exceeded",
    Outcome.OUTPUT_LIMIT: "Output Limit Exceeded",
    Outcome.RUNTIME_ERROR: "Nonzero Exit Status",
}


class LightCPServer:
    """The service. ``script`` holds replies for the next requests; None among them lets one through."""

    def __init__(self, packages: dict[str, Path], script: tuple[Reply | None, ...] = ()) -> None:
        self.url = ""
        self.requests: list[tuple[str, str]] = []
        self.submitted: list[dict[str, str]] = []
        self._packages, self._script = packages, list(script)
        self._memory: dict[int, dict[str, Any]] = {}
        self._disk: dict[int, dict[str, Any]] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, body: Any, _: dict[str, str]) -> Reply:
        with self._lock:
            self.requests.append((method, path))
            scripted = self._script.pop(0) if self._script else None
        if scripted is not None:
            return scripted
        if (method, path) == ("POST", "/submit"):
            return self._submit(body)
        number = int(path.removeprefix("/result/"))
        with self._lock:
            found = self._memory.pop(number, None) or self._disk.get(number)
        return Reply(404, {"error": "not found"}) if found is None else Reply(body=found)

    def _submit(self, body: dict[str, str]) -> Reply:
        if not all(body.get(name) for name in ("pid", "lang", "code")):
            return Reply(400, {"error": "pid/lang/code required"})
        number = next(self._numbers)
        with self._lock:
            self.submitted.append(body)
            self._memory[number] = {"status": "queued"}
        threading.Thread(target=self._judge, args=(number, body), daemon=True).start()
        return Reply(body={"sid": number})

    def _judge(self, number: int, body: dict[str, str]) -> None:
        package = self._packages.get(body["pid"])
        result: dict[str, Any] = {"status": "error", "error": f"Error: ENOENT: /problems/{body['pid']}/config.yaml"}
        if body["lang"] != "cpp":
            result = {"status": "error", "error": "Error: unsupported lang"}
        elif package is not None:
            key = CodeKey(body["pid"], Tier.UNRATED, package, ProblemLimits(4, 1024))
            result = as_result(judge_key(body["code"], key))
        with self._lock:
            self._memory[number] = self._disk[number] = result


def as_result(report: JudgeReport) -> dict[str, Any]:
    """Our report in the service's words, with a message that quotes a hidden test as its checkers do."""
    if report.outcome is Outcome.COMPILE_ERROR:
        return {"status": "error", "error": f"Error: compile failed: {report.detail}"}
    cases = [
        {
            "ok": t.outcome is Outcome.ACCEPTED,
            "status": WORDS[t.outcome],
            "time": 1,
            "memory": 1,
            "msg": "expected 4815",
        }
        for t in report.tests
    ]
    return {
        "status": "done",
        "passed": report.outcome is Outcome.ACCEPTED,
        "result": WORDS[report.outcome],
        "cases": cases,
    }


@contextmanager
def lightcp_server(packages: dict[str, Path], *script: Reply | None) -> Iterator[LightCPServer]:
    """A running service that judges these packages."""
    service = LightCPServer(packages, script)
    with serve(service.answer) as address:
        service.url = address
        yield service
