"""Cassettes: recorded with a server, replayed without one, bit for bit."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from loopback_model import ScriptedCompletion, calls, http_error, model_server, says
from model_client import ask, chat_with, profile_of

from r3gym.errors import InputError, ModelFailure
from r3gym.models import Cassette, ChatReply, OpenAIChat

AWAY = "http://127.0.0.1:9/v1"  # nothing is there


def numbered() -> Any:
    """A model that never says the same twice."""
    numbers = count()
    return lambda _: says(f"reply {next(numbers)}", reasoning="half a pair \ud83d, a line\u2028, a tab\t")


def test_a_recording_replays_bit_for_bit_without_a_network(tmp_path: Path) -> None:
    asked = [ask("a"), ask("a"), ask("a", run="2"), ask("b", max_tokens=9)]
    with model_server(http_error(500), calls(("f", {"x": 1}), usage=(3, 4)), model=numbered()) as server:
        recorded = [chat_with(server, Cassette(tmp_path / "c.jsonl", "record")).complete(asked[0])]
        tape = Cassette(tmp_path / "d.jsonl", "record")
        recorded += [chat_with(server, tape).complete(request) for request in asked]
    again = Cassette(tmp_path / "c.jsonl", "replay")
    more = Cassette(tmp_path / "d.jsonl", "replay")
    replayed = [chat_with(AWAY, again).complete(asked[0])]
    replayed += [chat_with(AWAY, more).complete(request) for request in asked]
    assert replayed == recorded
    assert json.dumps([r.to_json() | {"replayed": False} for r in replayed]) == json.dumps(
        [r.to_json() for r in recorded]
    )
    assert [reply.replayed for reply in replayed] == [True] * 5
    assert (recorded[0].attempts, recorded[1].content, recorded[2].content) == (2, "reply 0", "reply 1")


def test_replaying_needs_neither_address_nor_key(tmp_path: Path) -> None:
    with model_server(says("kept")) as server:
        chat_with(server, Cassette(tmp_path / "c", "record")).complete(ask())
    bare = profile_of(AWAY, api_key_env="NO_SUCH_VARIABLE").model_copy(update={"base_url": None})
    assert OpenAIChat(bare, cassette=Cassette(tmp_path / "c", "replay")).complete(ask()).content == "kept"


def test_the_address_and_the_patience_are_not_part_of_the_name_but_the_parameters_are(tmp_path: Path) -> None:
    with model_server(says("kept")) as server:
        chat_with(server, Cassette(tmp_path / "c", "record")).complete(ask())

    def replay(**fields: Any) -> ChatReply:
        return chat_with(AWAY, Cassette(tmp_path / "c", "replay"), **fields).complete(ask())

    assert replay(retries=0, timeout_s=1.0, concurrency=2).content == "kept"
    for other in ({"temperature": 0.5}, {"model": "other"}, {"thinking": {"enabled": True}}):
        with pytest.raises(InputError, match="no reply is kept for this request"):
            replay(**other)


def test_a_refused_request_is_refused_in_the_replay_too_and_asked_again_otherwise(tmp_path: Path) -> None:
    with model_server(http_error(413), http_error(401), says("shorter")) as server:
        model = chat_with(server, Cassette(tmp_path / "c", "record"))
        for text in ("long", "locked"):
            with pytest.raises(ModelFailure):
                model.complete(ask(text))
        model.complete(ask("short"))
    replay = chat_with(AWAY, Cassette(tmp_path / "c", "replay"))
    with pytest.raises(ModelFailure, match="HTTP 413") as refused:
        replay.complete(ask("long"))
    assert refused.value.status == 413
    with pytest.raises(InputError, match="no reply is kept"):  # a fault of the service says nothing about the request
        replay.complete(ask("locked"))
    assert replay.complete(ask("short")).content == "shorter"
    with model_server(says("it fits now")) as server:
        auto = chat_with(server, Cassette(tmp_path / "c", "auto"))
        assert auto.complete(ask("long")).content == "it fits now"
    assert chat_with(AWAY, Cassette(tmp_path / "c", "replay")).complete(ask("long")).content == "it fits now"


def test_a_missing_reply_is_a_clear_error_and_never_a_call(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text("")
    expected = pytest.raises(InputError, match=r"c\.jsonl: no reply is kept .*run 'e1'.*mode='auto'")
    with model_server(says("never")) as server, expected:
        chat_with(server, Cassette(tmp_path / "c.jsonl", "replay")).complete(ask(run="e1"))
    assert server.requests == []
    with pytest.raises(InputError, match=r"d\.jsonl: no such cassette"):
        Cassette(tmp_path / "d.jsonl", "replay")
    with pytest.raises(InputError, match="choose record, replay or auto"):
        Cassette(tmp_path / "c.jsonl", "play")  # type: ignore[arg-type]


def test_auto_replays_what_is_there_and_records_the_rest(tmp_path: Path) -> None:
    with model_server(model=numbered()) as server:
        first = chat_with(server, Cassette(tmp_path / "c")).complete(ask("a"))
        model = chat_with(server, Cassette(tmp_path / "c"))
        again, more = model.complete(ask("a")), model.complete(ask("a"))
    assert (again, again.replayed, more.content, more.replayed) == (first, True, "reply 1", False)
    assert len(server.requests) == 2
    tape = Cassette(tmp_path / "c", "replay")
    assert [chat_with(AWAY, tape).complete(ask("a")).content for _ in range(2)] == ["reply 0", "reply 1"]


def test_a_line_that_was_not_written_to_its_end_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "c"
    with model_server(model=numbered()) as server:
        model = chat_with(server, Cassette(path))
        for text in "ab":
            model.complete(ask(text))
        path.write_bytes(path.read_bytes()[:-20])  # the process died while it wrote
        tape = Cassette(path)
        again = [chat_with(server, tape).complete(ask(text)) for text in "ab"]
    assert [(reply.content, reply.replayed) for reply in again] == [("reply 0", True), ("reply 2", False)]
    tape = Cassette(path, "replay")
    assert [chat_with(AWAY, tape).complete(ask(text)).content for text in "ab"] == ["reply 0", "reply 2"]


def test_recording_again_only_adds_and_the_later_reply_holds(tmp_path: Path) -> None:
    with model_server(model=numbered()) as server:
        chat_with(server, Cassette(tmp_path / "c", "record")).complete(ask())
        before = (tmp_path / "c").read_bytes()
        chat_with(server, Cassette(tmp_path / "c", "record")).complete(ask())
    assert (tmp_path / "c").read_bytes().startswith(before)
    assert chat_with(AWAY, Cassette(tmp_path / "c", "replay")).complete(ask()).content == "reply 1"


def test_a_failure_is_not_kept_and_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OWN_KEY", raising=False)
    with model_server(http_error(404), says("better")) as server:
        model = chat_with(server, Cassette(tmp_path / "c"), api_key_env="OWN_KEY")
        with pytest.raises(InputError, match="OWN_KEY"):
            model.complete(ask())
        monkeypatch.setenv("OWN_KEY", "sk-own")
        with pytest.raises(ModelFailure):
            model.complete(ask())
        model.complete(ask())
    assert chat_with(AWAY, Cassette(tmp_path / "c", "replay")).complete(ask()).content == "better"


def test_many_episodes_record_on_one_cassette_and_each_finds_its_own_again(tmp_path: Path) -> None:
    def echo(body: dict[str, Any]) -> ScriptedCompletion:
        return says(body["messages"][0]["content"])

    def play(model: OpenAIChat) -> list[str]:
        with ThreadPoolExecutor(8) as pool:
            texts = pool.map(lambda n: model.complete(ask(f"text {n}", run=str(n))).content, range(60))
            return list(texts)

    with model_server(model=echo) as server:
        recorded = play(chat_with(server, Cassette(tmp_path / "c")))
    assert recorded == [f"text {n}" for n in range(60)]
    assert play(chat_with(AWAY, Cassette(tmp_path / "c", "replay"))) == recorded
