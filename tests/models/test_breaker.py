"""Circuit breakers: which faults open one, what is sent while it is open, and how it closes."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from loopback_model import http_error, model_server, says
from model_client import ask, chat_with

from r3gym.errors import ModelFailure, ModelUnavailable
from r3gym.models import retrying
from r3gym.models.breaker import Breaker, Breakers, Cause, cause_of
from r3gym.models.calling import exchange
from r3gym.models.guards import Guards, guarding

QUOTA = http_error(429, body={"error": {"message": "pay", "code": "insufficient_quota"}})


@pytest.fixture(autouse=True)
def _no_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.001)


@pytest.mark.parametrize(("fault", "fix"), [(http_error(401), "valid key"), (http_error(403), "valid key"),
                                            (http_error(402), "quota"), (QUOTA, "quota")])  # fmt: skip
def test_a_revoked_key_or_an_empty_account_stops_all_calls_with_the_first(fault: Any, fix: str) -> None:
    """A revoked key burnt 263 episodes with three calls each."""
    with model_server(fault, model=lambda _: says("hi")) as server, guarding(Guards()) as guards:
        model, other = chat_with(server), chat_with(server, model="another")
        for _ in range(263):
            said = rf"model 'loop' is not called: .*HTTP 4.*[^?.][?.] To fix it: .*{fix}"
            with pytest.raises(ModelUnavailable, match=said):
                model.complete(ask())
        assert len(server.requests) == 1
        assert guards.breakers is not None
        assert [opened.name for opened in guards.breakers.opened()] == ["model 'loop'"]
        assert other.complete(ask()).content == "hi"  # another model of the same service has its own
        guards.breakers.reset()
        assert model.complete(ask()).content == "hi"
        assert guards.breakers.opened() == ()


def test_other_faults_open_it_when_calls_in_a_row_end_with_the_same_one() -> None:
    bad, fine = http_error(404), says("hi")
    with model_server(bad, bad, bad, bad, fine, model=lambda _: bad) as server, guarding(Guards()):
        model = chat_with(server)
        for _ in range(4):
            with pytest.raises(ModelFailure) as failed:
                model.complete(ask())
            assert type(failed.value) is ModelFailure
        model.complete(ask())  # begins to count again
        kinds = []
        for _ in range(8):
            with pytest.raises(ModelFailure) as failed:
                model.complete(ask())
            kinds.append(type(failed.value))
    assert kinds == [ModelFailure] * 4 + [ModelUnavailable] * 4
    assert len(server.requests) == 10


def test_after_the_pause_one_call_tries_and_closes_it() -> None:
    with (
        model_server(http_error(401), model=lambda _: says("hi")) as server,
        guarding(Guards(Breakers(pause_s=0.3))) as guards,
    ):
        model = chat_with(server)
        with pytest.raises(ModelUnavailable):
            model.complete(ask())
        with pytest.raises(ModelUnavailable, match="is not called"):
            model.complete(ask())
        threading.Event().wait(0.35)
        assert model.complete(ask()).content == "hi"
        assert guards.breakers is not None
        assert guards.breakers.opened() == ()
    assert len(server.requests) == 2


def test_the_trial_may_retry_and_the_next_pause_is_twice_as_long() -> None:
    now = [0.0]
    breaker = Breaker("model 'x'", pause_s=60.0, clock=lambda: now[0])
    opened = breaker.failed(Cause.KEY, "HTTP 401", 401)
    assert opened is not None
    assert (breaker.admit(), opened.retry_in_s) == (opened, 60.0)
    now[0] = 60.0
    assert breaker.admit() is None  # the trial
    assert breaker.admit() is not None  # and nobody else
    breaker.abandoned()
    assert breaker.admit() is None  # a trial that was cancelled leaves its place
    again = breaker.failed(Cause.KEY, "HTTP 401", 401)
    assert again is not None
    assert again.retry_in_s == 120.0
    breaker.reset()
    assert (breaker.opened(), breaker.admit()) == (None, None)


def test_many_threads_send_little_after_the_key_is_gone() -> None:
    with model_server(model=lambda _: http_error(401)) as server, guarding(Guards()):
        model = chat_with(server, concurrency=8)

        def one(_: int) -> type[BaseException]:
            with pytest.raises(ModelFailure) as failed:
                model.complete(ask())
            return failed.type

        with ThreadPoolExecutor(32) as pool:
            kinds = set(pool.map(one, range(200)))
    assert kinds == {ModelUnavailable}
    assert len(server.requests) <= 8  # those that were under way together


def test_a_judges_calls_pass_the_same_guards() -> None:
    with model_server(http_error(401)) as server, guarding(Guards()):
        model = chat_with(server)
        body = {"model": "m", "messages": [], "stream": False}
        for _ in range(3):
            with pytest.raises(ModelUnavailable):
                exchange(model.profile, body, "key")
    assert len(server.requests) == 1


def test_without_guards_a_fault_is_what_it_was() -> None:
    with model_server(model=lambda _: http_error(401)) as server:
        for _ in range(2):
            with pytest.raises(ModelFailure) as failed:
                chat_with(server).complete(ask())
            assert type(failed.value) is ModelFailure
    assert len(server.requests) == 2


def test_causes_go_by_what_can_be_done() -> None:
    assert [cause_of(status) for status in (402, 403, 400, 404, 429, 500, None)] == [
        Cause.QUOTA, Cause.KEY, Cause.REQUEST, Cause.REQUEST, Cause.SERVICE, Cause.SERVICE, Cause.SERVICE,
    ]  # fmt: skip
