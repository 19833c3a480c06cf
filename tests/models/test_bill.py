"""The bill of a campaign: nothing is sent that could exceed a limit, however many calls run at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from loopback_model import http_error, model_server, says, slow
from model_client import ask, chat_with

from r3gym.errors import BudgetReached, InputError
from r3gym.models import retrying
from r3gym.models.bill import Bill
from r3gym.models.calling import exchange
from r3gym.models.guards import Guards, guarding

#: A thousand tokens of either kind cost 1.
PRICES = {"input": 1000.0, "output": 1000.0, "currency": "EUR"}


@pytest.fixture(autouse=True)
def _no_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.001)


def test_requests_are_counted_failed_ones_too_and_stop_at_the_limit() -> None:
    with (
        model_server(http_error(500), model=lambda _: says("hi")) as server,
        guarding(Guards(None, Bill(max_calls=3))) as guards,
    ):
        model = chat_with(server)
        assert model.complete(ask()).attempts == 2
        model.complete(ask())
        with pytest.raises(BudgetReached, match="model 'loop' is not called: the limit of 3 requests is reached"):
            model.complete(ask())
        assert guards.bill is not None
        assert guards.bill.state.requests == len(server.requests) == 3


def test_a_limit_on_cost_holds_with_many_calls_at_once() -> None:
    """Each call costs 0.02 and may cost 0.1 and its prompt; 10 of 0.02 fit, and never more than 2 are spent."""
    with (
        model_server(model=lambda _: slow(says("hi", usage=(10, 10)), 0.02)) as server,
        guarding(Guards(None, Bill(max_cost=2.0))) as guards,
    ):
        model = chat_with(server, prices=PRICES, concurrency=32)

        def one(_: int) -> str:
            try:
                return model.complete(ask(max_tokens=100)).content
            except BudgetReached as reached:
                return str(reached)

        with ThreadPoolExecutor(32) as pool:
            said = list(pool.map(one, range(150)))
        assert guards.bill is not None
        state = guards.bill.state
    bought = said.count("hi")
    assert bought == len(server.requests) == state.requests
    assert 85 <= bought <= 100  # stops when the next request could exceed it, not earlier
    assert state.cost == pytest.approx(0.02 * bought)
    assert (state.set_aside, state.under_way, state.bounded) == (0.0, 0, 0.0)
    assert "the limit of 2 EUR could be exceeded by the next request" in next(text for text in said if text != "hi")


def test_what_is_not_known_is_booked_at_its_bound() -> None:
    with (
        model_server(says("hi", usage=None), slow(says("late"), 30), says("hi", usage=(1, 1))) as server,
        guarding(Guards(None, Bill(max_cost=5.0))) as guards,
    ):
        model = chat_with(server, prices=PRICES, timeout_s=0.5)
        model.complete(ask(max_tokens=100))
        model.complete(ask(max_tokens=100))
        assert guards.bill is not None
        state = guards.bill.state
    assert state.cost == pytest.approx(0.002)
    assert 0.2 < state.bounded < 0.4  # two requests of at most 100 tokens and their prompts
    assert (state.requests, state.set_aside) == (3, 0.0)


def test_what_earlier_runs_spent_counts() -> None:
    with model_server(model=lambda _: says("hi", usage=(1, 1))) as server:
        for bill in (Bill(max_calls=10, requests=10), Bill(max_cost=1.0, spent=0.99)):
            with guarding(Guards(None, bill)), pytest.raises(BudgetReached):
                chat_with(server, prices=PRICES).complete(ask(max_tokens=100))
    assert server.requests == []


def test_a_limit_on_cost_needs_prices_in_one_currency() -> None:
    with model_server(model=lambda _: says("hi")) as server, guarding(Guards(None, Bill(max_cost=1.0))):
        with pytest.raises(InputError, match=r"model 'loop' has no prices.*\[prices\] table.*or limit max_calls"):
            chat_with(server).complete(ask())
        chat_with(server, prices=PRICES).complete(ask(max_tokens=10))
        with pytest.raises(InputError, match="paid in USD, others in EUR"):
            chat_with(server, prices={**PRICES, "currency": "USD"}).complete(ask())
    assert len(server.requests) == 1


@pytest.mark.parametrize("limits", [{"max_calls": 0}, {"max_calls": True}, {"max_cost": 0.0}, {"max_cost": -1.0},
                                    {"max_cost": float("nan")}, {"max_cost": float("inf")}])  # fmt: skip
def test_limits_that_make_no_sense_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(limits))):
        Bill(**limits)


def test_a_judges_call_is_counted_and_never_refused() -> None:
    with (
        model_server(model=lambda _: says("yes", usage=(10, 10))) as server,
        guarding(Guards(None, Bill(max_calls=1))) as guards,
    ):
        profile = chat_with(server, prices=PRICES).profile
        for _ in range(2):
            exchange(profile, {"model": "m", "messages": [], "stream": False}, "key")
        assert guards.bill is not None
        assert (guards.bill.state.requests, guards.bill.state.cost) == (2, pytest.approx(0.04))
