"""The probe: native tool calls where they work, JSON where they do not, asked once, replayable, recorded."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from loopback_model import ScriptedCompletion, calls, http_error, model_server, says
from model_client import chat_with

from r3gym.errors import ModelFailure
from r3gym.models import Cassette, probe
from r3gym.models.probe import ToolProbe, probe_tools


def with_tools(body: dict[str, Any]) -> ScriptedCompletion:
    return calls(("note_number", {"number": 7})) if "tools" in body else says('{"number": 7}')


def without_tools(body: dict[str, Any]) -> Any:
    return http_error(400) if "tools" in body else says('{"number": 7}')


@pytest.mark.parametrize(
    ("model", "mode", "seen"),
    [
        (with_tools, "native", "a well-formed tool call came back"),
        (without_tools, "json", "tools: HTTP 400; JSON: an object of the asked shape"),
        (lambda body: http_error(500) if "tools" in body else says("{}"), "json", "tools: HTTP 500; JSON: no object"),
        (lambda _: says('{"number": 7}'), "json", "tools: no tool call came back; JSON: an object"),
        (lambda _: calls(("note_number", "{number: 7")), "json", "tools: a malformed tool call came back; JSON: no"),
        (lambda _: calls(("other", {"number": 7}), content="7"), "json", "a malformed tool call came back; JSON: no"),
    ],
)
def test_the_mode_is_what_the_server_really_does(model: Any, mode: str, seen: str) -> None:
    with model_server(model=model) as server:
        found = probe_tools(chat_with(server))
    assert (found.mode, seen in found.seen) == (mode, True), found.seen


@pytest.mark.parametrize("tools", ["native", "json"])
def test_a_profile_that_says_so_is_believed(tools: str) -> None:
    with model_server() as server:
        found = probe_tools(chat_with(server, tools=tools)).to_json()
    assert found == {"mode": tools, "seen": "set by the profile", "usage": None}
    assert server.requests == []


def test_a_server_is_asked_once_however_many_episodes_start_together() -> None:
    with model_server(model=with_tools) as server:
        models = [chat_with(server) for _ in range(12)]
        with ThreadPoolExecutor(12) as pool:
            found = list(pool.map(probe_tools, models))
        probe_tools(chat_with(server, model="another"))
    assert (len(set(found)), len(server.requests)) == (1, 2)
    assert sum(one.usage is not None for one in found) == 1, "its calls are counted where they were made"


@pytest.mark.parametrize("model", [with_tools, without_tools])
def test_a_probe_is_on_the_cassette_so_that_a_replay_needs_no_server(tmp_path: Path, model: Any) -> None:
    with model_server(model=model) as server:
        first = [Cassette(tmp_path / name) for name in "ab"]
        recorded = [probe_tools(chat_with(server, tape)) for tape in first for _ in range(3)]
    assert len(server.requests) == (2 if model is with_tools else 4)
    for name in "ab":
        tape = Cassette(tmp_path / name, "replay")
        assert {probe_tools(chat_with("http://127.0.0.1:9/v1", tape)) for _ in range(3)} == set(recorded)


@pytest.mark.parametrize("fault", [http_error(401), http_error(429, retry_after=0), http_error(404)])
def test_a_service_that_cannot_be_used_says_nothing_about_tools(fault: Any, tmp_path: Path) -> None:
    with model_server(model=lambda _: fault) as server:
        for tape in (None, Cassette(tmp_path / "c")):
            with pytest.raises(ModelFailure):
                probe_tools(chat_with(server, tape))
    assert probe._known == {}
    with model_server(model=with_tools) as server:
        assert probe_tools(chat_with(server, tape)) == ToolProbe("native", "a well-formed tool call came back")
