"""A canary for a key and one for an address: neither may sing, whatever goes wrong and however loud the logs are."""

from __future__ import annotations

import dataclasses
import io
import logging
import os
import pickle
import socket
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback_model import DROP, HALF_CLOSE, ModelServer, Reply, calls, cut, http_error, model_server, raw, says, slow
from model_client import ask, chat_with

from r3gym.errors import ModelFailure
from r3gym.models import Cassette, OpenAIChat
from r3gym.models.chat_model import REFUSED

KEY = "sk-canary-0123456789abcdef"
HOST = "canary-bird.example"
TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key in the environment, and a name service that knows the unusual host."""
    monkeypatch.setenv("CANARY_KEY", KEY)
    real = socket.getaddrinfo

    def resolve(host: Any, *rest: Any, **more: Any) -> Any:
        return real("127.0.0.1" if host in (HOST, HOST.encode()) else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that any logger says, at the lowest level, with tracebacks."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s %(args)s"))
    loggers = [logging.getLogger(), *(logging.getLogger(name) for name in list(logging.Logger.manager.loggerDict))]
    levels = [one.level for one in loggers]
    logging.getLogger().addHandler(handler)
    for one in loggers:
        one.setLevel(logging.DEBUG)
    yield text
    logging.getLogger().removeHandler(handler)
    for one, level in zip(loggers, levels, strict=True):
        one.setLevel(level)


def canary_chat(server: ModelServer, tape: Cassette | None = None, **fields: Any) -> OpenAIChat:
    url = server.url.replace("127.0.0.1", HOST)
    return chat_with(url, tape, **{"api_key_env": "CANARY_KEY", "retries": 1, "timeout_s": 20.0, **fields})


def check(*texts: object, port: str) -> None:
    for text in map(str, texts):
        for secret in (KEY, KEY[3:15], "canary-bird", "Bearer", f":{port}", "CANARY_KEY"):
            assert secret not in text, f"{secret!r} in {text[:2000]!r}"


def told(server: ModelServer) -> str:
    """What a careless server repeats: the header with the key, and its own address."""
    headers = server.requests[-1].headers
    return f"{headers['authorization']} is not welcome at http://{headers['host']}/v1 ({headers['host']})"


FAULTS: dict[str, Any] = {
    **{
        str(status): lambda text, status=status: http_error(status, body=error_body(text)) for status in (400, 401, 403)
    },
    **{
        str(status): lambda text, status=status: http_error(status, body=error_body(text)) for status in (404, 422, 500)
    },
    "429": lambda text: http_error(429, retry_after=0, body=error_body(text)),
    "plain text": lambda text: raw(text.encode(), 401, WWW_Authenticate=text, X_Request_Id=text),
    "redirect": lambda text: Reply(302, text, {"Location": f"/{KEY}"}),
    "bad redirect": lambda text: Reply(302, text, {"Location": f"ftp://{HOST}:99999/{KEY}"}),
    "html": lambda text: raw(f"<html>{text}</html>".encode()),
    "error in 200": lambda text: raw(b'{"error": {"message": "%s", "code": 401}}' % text.encode()),
    "bad gzip": lambda text: raw(text.encode(), Content_Encoding="gzip"),
    "bad length": lambda text: raw(text.encode(), X_Note=text, Content_Length="xyz"),
    "drop": lambda _: DROP,
    "half-close": lambda _: HALF_CLOSE,
    "cut": lambda text: cut(says(text)),
    "too late": lambda text: slow(says(text), 60),
}


def error_body(text: str) -> Any:
    return {"error": {"message": text, "type": text, "param": text, "code": text}}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("fault", FAULTS)
def test_no_failure_tells_the_key_or_the_address(fault: str, stream: bool, log: io.StringIO, tmp_path: Path) -> None:
    with model_server(model=lambda _: FAULTS[fault](told(server))) as server:
        port = server.url.rsplit(":", 1)[1].split("/")[0]
        late = {"timeout_s": 0.3} if fault == "too late" else {}
        model = canary_chat(server, Cassette(tmp_path / "c", "record"), stream=stream, **late)
        with pytest.raises(ModelFailure) as caught:
            model.complete(ask())
        assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"  # the canaries were there
        assert server.requests[-1].headers["host"] == f"{HOST}:{port}"
    failure = caught.value
    assert (failure.__cause__, failure.__context__) == (None, None)
    check(failure, repr(failure), pickle.dumps(failure), port=port)
    frames = traceback.TracebackException.from_exception(failure, capture_locals=True)
    ours = [frame for frame in frames.stack if "r3gym/models" in frame.filename and "tests" not in frame.filename]
    assert ours
    check(*(frame.locals for frame in ours), "".join(traceback.format_exception(failure)), port=port)
    check(log.getvalue(), repr(model), repr(model.profile), model.profile.to_record(), port=port)
    kept = tmp_path / "c"  # a refusal is kept, for replays
    assert kept.exists() == (failure.status in REFUSED)
    check(kept.read_text() if kept.exists() else "", port=port)


@pytest.mark.parametrize("url", [f"http://{HOST}:1/v1", f"https://{HOST}:1/v1", f"http://{'a' * 70}.{HOST}/v1"])
def test_an_address_that_does_not_answer_is_not_told(url: str, log: io.StringIO) -> None:
    model = chat_with(url, api_key_env="CANARY_KEY", retries=0)
    with pytest.raises(ModelFailure) as caught:
        model.complete(ask())
    check(caught.value, log.getvalue(), "".join(traceback.format_exception(caught.value)), port="1/")


@pytest.mark.parametrize("stream", [False, True])
def test_a_server_that_repeats_key_and_address_in_its_reply_is_not_quoted(
    stream: bool, log: io.StringIO, tmp_path: Path
) -> None:
    def parrot(_: Any) -> Any:
        text = told(server)
        made = calls((text, {"command": text})).tool_calls
        return dataclasses.replace(says(text, reasoning=text), tool_calls=made, model=text)

    with model_server(model=parrot) as server:
        port = server.url.rsplit(":", 1)[1].split("/")[0]
        reply = canary_chat(server, Cassette(tmp_path / "c", "record"), stream=stream).complete(ask())
    assert reply.content == "Bearer [key] is not welcome at [address] ([address])"
    for text in (reply, (tmp_path / "c").read_text(), log.getvalue()):
        check(str(text).replace("Bearer [key]", ""), port=port)


def test_what_the_libraries_log_about_others_calls_is_left_alone(log: io.StringIO) -> None:
    import openai

    with model_server(model=lambda _: says("hi")) as server:
        canary_chat(server).complete(ask())
        assert log.getvalue() == ""
        other = openai.OpenAI(base_url=server.url, api_key="theirs", max_retries=0)
        other.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
        other.close()
    assert "HTTP Request: POST" in log.getvalue()


LOUD = """
import logging, socket, sys
logging.basicConfig(level=logging.DEBUG, stream=sys.stdout)
real = socket.getaddrinfo
socket.getaddrinfo = lambda host, *a, **k: real("127.0.0.1" if "canary" in str(host) else host, *a, **k)
sys.path.insert(0, sys.argv[2])
from model_client import ask, chat_with
from r3gym.errors import ModelFailure
for path in ("/v1", "/v1/nowhere"):
    try:
        print(chat_with(sys.argv[1] + path, api_key_env="CANARY_KEY", retries=0).complete(ask()).content)
    except ModelFailure as failure:
        print(failure)
"""


def test_a_fresh_process_with_every_log_turned_up_tells_nothing() -> None:
    loud = {"OPENAI_LOG": "debug", "PYTHONASYNCIODEBUG": "1", "PYTHONDEVMODE": "1", "CANARY_KEY": KEY}
    with model_server(says("all is well")) as server:
        port = server.url.rsplit(":", 1)[1].split("/")[0]
        command = [sys.executable, "-c", LOUD, f"http://{HOST}:{port}", str(TESTS)]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **loud}, timeout=120)
    assert "all is well" in done.stdout
    assert "answered HTTP 404; are base_url and model right?" in done.stdout
    assert done.returncode == 0
    check(done.stdout, done.stderr, port=port)
