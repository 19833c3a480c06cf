"""What bounds a call: requests per turn, the caller's deadline; and how failed requests are counted."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import pytest
from loopback_model import DROP, ScriptedCompletion, cut, http_error, model_server, raw, says, slow
from model_client import ask, chat_with

from r3gym.errors import ModelFailure, TimeLimitReached
from r3gym.models import Usage, retrying
from r3gym.models.profile import ModelProfile, Prices
from r3gym.models.usage import FailedRequests, failed_usage
from r3gym.models.worst_case import believable, doubt, worst_request

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}}


@pytest.fixture(autouse=True)
def _no_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.001)


def test_all_layers_of_a_call_share_one_bound_on_requests() -> None:
    """Six retries in each of three response formats were 21 requests for one turn."""

    def never(body: dict[str, Any]) -> Any:
        plain = "response_format" not in body
        return http_error(500) if plain or len(server.requests) % 7 else http_error(400)

    with model_server(model=never) as server, pytest.raises(ModelFailure) as failed:
        chat_with(server, retries=6).complete(ask(schema=SCHEMA))
    assert len(server.requests) == failed.value.attempts == 9  # retries + 3


@pytest.mark.parametrize("most", [1, 2, 4])
def test_a_profile_or_a_request_may_bound_it_lower(most: int) -> None:
    with model_server(model=lambda _: http_error(503)) as server:
        with pytest.raises(ModelFailure):
            chat_with(server, retries=20, requests_per_turn=most).complete(ask())
        assert len(server.requests) == most
        with pytest.raises(ModelFailure):
            chat_with(server, retries=20).complete(ask(most_requests=most))
    assert len(server.requests) == 2 * most


@pytest.mark.parametrize(
    ("fault", "unsettled"),
    [
        (http_error(500), 0),
        (http_error(429, retry_after=0), 0),
        (DROP, 1),
        (cut(says("hello there")), 1),
        (raw(b"<html>"), 1),
        (slow(says("late"), 30), 1),
    ],
    ids=["500", "429", "drop", "cut", "html", "time-out"],
)
def test_a_request_without_a_whole_answer_may_have_been_billed(fault: Any, unsettled: int) -> None:
    with model_server(fault, says("hi"), fault, fault, fault) as server:
        late = isinstance(fault, ScriptedCompletion) and fault.delay > 0
        model = chat_with(server, retries=2, timeout_s=1.5 if late else 60.0)
        reply = model.complete(ask())
        with pytest.raises(ModelFailure) as failed:
            model.complete(ask())
    assert (reply.attempts, reply.unsettled) == (2, unsettled)
    assert (failed.value.attempts, failed.value.unsettled) == (3, 3 * unsettled)


def test_a_server_that_is_not_there_bills_nothing() -> None:
    with model_server() as server:
        url = server.url
    with pytest.raises(ModelFailure) as failed:
        chat_with(url, retries=1).complete(ask())
    assert (failed.value.attempts, failed.value.unsettled) == (2, 0)


def test_a_failed_request_is_bounded_by_its_whole_prompt_and_its_cap() -> None:
    profile = ModelProfile(name="m", model="m", prices=Prices(input=1.0, output=10.0))
    request = ask("x" * 3000, max_tokens=500)
    worst = worst_request(profile, request)
    assert 1000 <= worst.prompt_tokens <= 1030
    assert worst.completion_tokens == 500
    lost = failed_usage([FailedRequests(2, 2, worst)], profile.prices)
    assert lost.unsettled_cost == pytest.approx(2 * (worst.prompt_tokens + 5000) / 1e6)
    assert failed_usage([FailedRequests(2, 2, worst)]).unsettled_cost is None
    uncapped = worst_request(profile, dataclasses.replace(request, max_tokens=None))
    assert uncapped.completion_tokens == profile.context_window - uncapped.prompt_tokens


def test_a_call_is_cut_at_the_deadline_and_not_sent_after_it() -> None:
    with model_server(says("hi"), model=lambda _: slow(says("late"), 300)) as server:
        model = chat_with(server, timeout_s=600.0)
        model.complete(ask())  # what a first call loads does not count
        began = time.monotonic()
        with pytest.raises(TimeLimitReached, match="time limit") as cut_call:
            model.complete(ask(deadline=began + 2))
        assert time.monotonic() - began < 50
        assert (cut_call.value.attempts, cut_call.value.unsettled) == (1, 1)
        with pytest.raises(TimeLimitReached) as never_sent:
            model.complete(ask(deadline=began))
    assert (never_sent.value.attempts, len(server.requests)) == (0, 2)


def test_the_deadline_also_ends_a_wait_between_retries() -> None:
    with model_server(model=lambda _: http_error(429, retry_after=60)) as server:
        began = time.monotonic()
        with pytest.raises(TimeLimitReached) as cut_call:
            chat_with(server).complete(ask(deadline=began + 2))
        assert time.monotonic() - began < 50
    assert (cut_call.value.attempts, cut_call.value.unsettled) == (1, 0)


def test_an_idempotency_key_is_sent_where_the_profile_names_a_header() -> None:
    with model_server(DROP, DROP, says("hi"), http_error(500), says("hi"), says("hi"), says("hi")) as server:
        model = chat_with(server, idempotency_header="Idempotency-Key")
        model.complete(ask(run="episode/1"))
        model.complete(ask(run="episode/2"))
        model.complete(ask(run="episode/2"))  # the same turn again, as after a crash
        chat_with(server).complete(ask(run="episode/2"))
    keys = [received.headers.get("idempotency-key") for received in server.requests]
    assert keys[0] is not None
    assert keys[0] == keys[1] == keys[2]  # lost answers: the service may still have the first
    assert len({keys[0], keys[3], keys[4]}) == 3  # another turn; and an error that was answered is not asked for again
    assert keys[5] == keys[3]
    assert keys[6] is None


def test_counts_that_cannot_be_true_are_named() -> None:
    with model_server(
        says("word " * 400, usage=(10, 7)), says("word " * 400, usage=(20, 400)), says("hi", usage=None)
    ) as server:
        model = chat_with(server)
        short, fine, silent = (model.complete(ask()) for _ in range(3))
    assert doubt(ask(), short) == "7 completion tokens were reported for 2000 characters"
    assert doubt(ask(), fine) == doubt(ask(), silent) == ""
    assert "10 prompt tokens were reported for 98000 characters" in doubt(ask("x" * 98_000), short)
    assert believable(Usage(9_800, 0).prompt_tokens, 98_000)
    assert not believable(9_799, 98_000)


@pytest.mark.parametrize("word", ["content_filter", "SAFETY", "sensitive"])
def test_a_content_filter_is_named_the_same_for_all_services(word: str) -> None:
    with model_server(says("I can", finish=word)) as server:
        assert chat_with(server).complete(ask()).finish == "content_filter"


def test_a_prompt_that_the_filter_refuses_is_a_filtered_reply_with_unknown_usage() -> None:
    refused = http_error(400, body={"error": {"message": "no", "code": "content_filter"}})
    with model_server(refused) as server:
        reply = chat_with(server).complete(ask())
    assert (reply.finish, reply.content, reply.usage) == ("content_filter", "", None)
