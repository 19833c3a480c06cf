"""Client of a LightCPVerifier server, the paper's judge for code: submit a program, wait, and read the verdict.

``POST /submit {pid, lang, code}`` answers ``{sid}``; ``GET /result/SID`` answers ``done`` with ``passed``, ``result``
and ``cases``, or ``error``. The server drops a result from memory when it is first requested and reads it from disk
once judging has ended, so 404 means "not yet". A failure of the service is a ``judge_error``. No text from the server
is passed on, because its messages quote hidden tests.
"""

from __future__ import annotations

import json
import time
from typing import Any

import urllib3
from pydantic import BaseModel, Field, ValidationError

from r3gym.core.provenance import LIGHTCP_JUDGE
from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.code.judging.settings import LightCPCode

JUDGE = f"{LIGHTCP_JUDGE}/1"
#: Upper bound of a reply; a result holds the messages of every test.
MAX_REPLY_BYTES = 64 << 20
#: How long a probe waits for an answer.
PROBE_S = 10.0
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.1, 5.0
_ONE_REQUEST_S = 60.0
#: A server that accepts no program for this long counts as down; judging may take longer because it can queue.
_SUBMIT_S = 60.0
#: Temporary failures: the request is repeated until the time limit.
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_COMPILER_FAILED = "Error: compile failed:"

_OUTCOMES = {
    "accepted": Outcome.ACCEPTED,
    "wrong answer": Outcome.WRONG_ANSWER,
    "partially correct": Outcome.WRONG_ANSWER,
    "invalid interaction": Outcome.WRONG_ANSWER,
    "time limit exceeded": Outcome.TIME_LIMIT,
    "memory limit exceeded": Outcome.MEMORY_LIMIT,
    "output limit exceeded": Outcome.OUTPUT_LIMIT,
    "nonzero exit status": Outcome.RUNTIME_ERROR,
    "signalled": Outcome.RUNTIME_ERROR,
    "dangerous syscall": Outcome.RUNTIME_ERROR,
    "runtime error": Outcome.RUNTIME_ERROR,
    "compile error": Outcome.COMPILE_ERROR,
}


class _Failure(Exception):
    """Error: the service failed. The message is the verdict's detail."""


class _SubmitReply(BaseModel):
    sid: int = Field(ge=0)


class _Case(BaseModel):
    ok: bool | None = None
    status: str = ""


class _Result(BaseModel):
    status: str
    passed: bool | None = None
    result: str | None = None
    cases: list[_Case] | None = None
    error: str = ""


def judge_remotely(program: str, problem_id: str, settings: LightCPCode, *, language: str = "cpp") -> Verdict:
    """Return the server's verdict on a program.

    It never raises; a failure of the service is a ``judge_error``. It ends soon after the settings' time-out at the
    latest.
    """
    pid = settings.problems.get(problem_id, problem_id)
    code = program.encode("utf-8", errors="replace").decode("utf-8")
    try:
        with urllib3.PoolManager(maxsize=1, retries=False) as http:
            submitting = _Service(http, settings.url, min(settings.timeout_s, _SUBMIT_S))
            sid = submitting.submit({"pid": pid, "lang": language, "code": code})
            return verdict_of(_Service(http, settings.url, settings.timeout_s).result(sid))
    except _Failure as failure:
        return Verdict(Outcome.JUDGE_ERROR, JUDGE, str(failure))


def why_unreachable(settings: LightCPCode) -> str | None:
    """Return why the server does not answer a question about a submission that does not exist, or None."""
    with urllib3.PoolManager(maxsize=1, retries=False) as http:
        service = _Service(http, settings.url, min(settings.timeout_s, PROBE_S))
        try:
            status, _ = service.request("GET", "/result/0")
        except _Failure as failure:
            return str(failure)
        return service.trouble if status == 0 else None


def verdict_of(result: _Result) -> Verdict:
    """Return the verdict of a finished result; raise `_Failure` when it is unknown or contradicts itself."""
    if result.status == "error":
        if result.error.startswith(_COMPILER_FAILED) and result.error.strip() != f"{_COMPILER_FAILED} Internal Error":
            return Verdict(Outcome.COMPILE_ERROR, JUDGE, "the program does not compile")
        raise _Failure("LightCPVerifier could not judge this problem; does it have it under this id, with its checker?")
    cases = result.cases
    word = result.result or (cases[-1].status if cases else "")
    outcome = _OUTCOMES.get(word.strip().lower(), Outcome.JUDGE_ERROR)
    failed = [case for case in cases or () if case.ok is False]
    if outcome is Outcome.JUDGE_ERROR or result.passed is None:
        raise _Failure("LightCPVerifier's result has no verdict that is known here")
    if result.passed is not (outcome is Outcome.ACCEPTED) or (result.passed and (failed or cases == [])):
        raise _Failure("LightCPVerifier's result contradicts itself")
    if result.passed:
        return Verdict(outcome, JUDGE, f"all {len(cases)} tests passed" if cases else "all tests passed")
    place = f"test {len(cases)}: " if cases else ""
    return Verdict(outcome, JUDGE, f"{place}{outcome.value.replace('_', ' ')}")


class _Service:
    """Requests to one server until a deadline. ``trouble`` describes the last failure."""

    def __init__(self, http: urllib3.PoolManager, url: str, timeout_s: float) -> None:
        self._http, self._url, self._timeout_s = http, url, timeout_s
        self._deadline = time.monotonic() + timeout_s
        self.trouble = ""
        self._wait_s = _FIRST_WAIT_S

    def submit(self, body: dict[str, str]) -> int:
        """Submit a program and return its submission id. Resubmitting after an error is harmless."""
        data = json.dumps(body).encode()
        while True:
            status, reply = self.request("POST", "/submit", data)
            if status in range(200, 300):
                try:
                    return _SubmitReply.model_validate(reply).sid
                except ValidationError:
                    self.trouble = "it accepted a program without giving it a number"
            self._next_try("took no program")

    def result(self, sid: int) -> _Result:
        """Poll until judging has ended and return the result; raise `_Failure` at the deadline."""
        while True:
            status, reply = self.request("GET", f"/result/{sid}")
            if status in range(200, 300):
                try:
                    found = _Result.model_validate(reply)
                except ValidationError:
                    self.trouble = "it sent a result that cannot be read"
                else:
                    self.trouble = ""
                    if found.status in ("done", "error"):
                        return found
            self._next_try("gave no verdict")

    def request(self, method: str, path: str, data: bytes | None = None) -> tuple[int, Any]:
        """Return status and JSON value; status 0 for a temporary failure. Raise `_Failure` for a permanent one."""
        limit = max(0.1, min(_ONE_REQUEST_S, self._deadline - time.monotonic()))
        try:
            response = self._http.request(
                method,
                self._url + path,
                body=data,
                headers={"Content-Type": "application/json", "Accept": "application/json"},
                timeout=urllib3.Timeout(connect=limit, read=limit),
                redirect=False,
                preload_content=False,
            )
            try:
                body = self._read(response, time.monotonic() + limit)
            finally:
                response.close()
        except (urllib3.exceptions.HTTPError, OSError) as error:
            self.trouble = "it did not answer in time" if _is_timeout(error) else "it cannot be reached"
            return 0, None
        status = response.status
        if method == "GET" and status == 404:
            self.trouble = ""
            return 404, None
        if status in _PASSING:
            self.trouble = f"it answered HTTP {status}"
            return 0, None
        if status not in range(200, 300):
            hint = "; is the url right?" if status == 404 else ""
            raise _Failure(
                f"LightCPVerifier answered HTTP {status} to {method} {path.rpartition('/')[0] or path}{hint}"
            )
        try:
            return status, json.loads(body)
        except (ValueError, RecursionError):
            self.trouble = "it sent something that is not JSON"
            return 0, None

    @staticmethod
    def _read(response: urllib3.BaseHTTPResponse, deadline: float) -> bytes:
        body = bytearray()
        while chunk := response.read1(1 << 16):  # returns what has arrived; `stream` waits for a full chunk
            body += chunk
            if len(body) > MAX_REPLY_BYTES:
                raise _Failure(f"LightCPVerifier sent more than {MAX_REPLY_BYTES >> 20} MiB")
            if time.monotonic() > deadline:
                raise TimeoutError
        return bytes(body)

    def _next_try(self, lacking: str) -> None:
        """Wait, longer each time; raise `_Failure` at the deadline."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            words = f": {self.trouble}" if self.trouble else ""
            raise _Failure(f"LightCPVerifier {lacking} within {self._timeout_s:g} s{words}")
        time.sleep(min(self._wait_s, left))
        self._wait_s = min(self._wait_s * 1.5, _LONGEST_WAIT_S)


def _is_timeout(error: Exception) -> bool:
    refused = isinstance(error, urllib3.exceptions.NewConnectionError)  # a subclass of urllib3's time-out
    return isinstance(error, TimeoutError | urllib3.exceptions.TimeoutError) and not refused
