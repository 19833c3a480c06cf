"""What all episodes of a process share: the cap on calls at once, the rate, and a service's wish to be left alone."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from loopback_model import ModelServer, http_error, model_server, says, slow
from model_client import ask, chat_with

from r3gym.models import OpenAIChat, limits, retrying
from r3gym.models.limits import ResizableSemaphore

HTTP_DATE = "Thu, 01 Jan 1970 00:01:00 GMT"


def test_no_more_calls_than_the_cap_are_under_way_whoever_makes_them() -> None:
    with model_server(model=lambda _: slow(says("hi"), 0.05)) as server:
        models = [chat_with(server, concurrency=3) for _ in range(4)]
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda n: models[n % 4].complete(ask()), range(32)))
    assert (len(server.requests), server.most_at_once) == (32, 3)


def test_the_cap_of_the_client_that_was_made_last_holds() -> None:
    with model_server(model=lambda _: slow(says("hi"), 0.05)) as server:
        first = chat_with(server, concurrency=8)
        chat_with(server, concurrency=2)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: first.complete(ask()), range(12)))
    assert server.most_at_once <= 2


def test_a_call_that_waits_for_its_retry_leaves_its_slot_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("r3gym.models.calling.backoff", lambda _: 600.0)

    async def play(chat: OpenAIChat, server: ModelServer) -> str:
        refused = asyncio.create_task(chat.acomplete(ask("refused")))
        while not server.requests:
            await asyncio.sleep(0.01)
        try:
            return (await chat.acomplete(ask("next"))).content
        finally:
            refused.cancel()

    with model_server(http_error(500), says("hi")) as server:
        assert asyncio.run(play(chat_with(server, concurrency=1), server)) == "hi"


def test_requests_are_spread_evenly_over_the_minute() -> None:
    with model_server(model=lambda _: says("hi")) as server:
        chat = chat_with(server, requests_per_minute=240)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: chat.complete(ask()), range(4)))
    sent = [received.at for received in server.requests]
    assert len(sent) == 4
    assert sent[-1] - sent[0] >= 0.5  # three gaps of a quarter of a second, give or take the way to the server


def test_when_a_service_asks_for_patience_all_calls_to_it_wait_not_only_the_refused_one() -> None:
    with model_server(http_error(429, retry_after=1), model=lambda _: says("hi")) as server:
        first, other = chat_with(server), chat_with(server, model="another", name="another")
        with ThreadPoolExecutor(5) as pool:
            refused = pool.submit(first.complete, ask("refused"))
            while not any(pause.until for address, pause in limits._pauses.items() if address == server.url):
                time.sleep(0.01)
            others = [pool.submit(other.complete, ask("other")) for _ in range(4)]
            assert [call.result().content for call in (refused, *others)] == ["hi"] * 5
    start, *later = (received.at for received in server.requests)
    assert len(later) == 5
    assert min(later) - start >= 0.99


def test_patience_is_asked_for_in_seconds_milliseconds_or_as_a_date() -> None:
    asked = retrying.asked_wait
    assert asked({"retry-after": "7"}, 0) == 7
    assert asked({"retry-after-ms": "1500", "retry-after": "7"}, 0) == 1.5
    assert asked({"retry-after": HTTP_DATE}, 20) == 40
    assert asked({"retry-after": HTTP_DATE, "date": "Thu, 01 Jan 1970 00:00:50 GMT"}, 999) == 10  # its own clock
    assert asked({"retry-after": HTTP_DATE}, 100) == 0
    assert asked({"retry-after": "86400"}, 0) == retrying.LONGEST_ASKED_S
    assert [asked({"retry-after": text}, 0) for text in ("", "soon", "nan", "-3")] == [None, None, None, 0]
    assert asked({}, 0) is None


def test_backoff_doubles_up_to_a_ceiling_and_is_spread_from_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_S", 0.5)
    rng = random.Random(1)
    longest = [max(retrying.backoff(retry, rng) for _ in range(2000)) for retry in range(1, 10)]
    assert all(before < after for before, after in pairwise(longest[:7]))
    assert [round(seconds) for seconds in longest] == [0, 1, 2, 4, 8, 16, 32, 60, 60]
    assert min(retrying.backoff(9, rng) for _ in range(2000)) < 1
    assert retrying.backoff(10_000, rng) <= retrying.LONGEST_S


def test_slots_are_given_in_order_and_never_lost_to_a_caller_that_gave_up() -> None:
    async def play() -> list[int]:
        slots, order = ResizableSemaphore(1), []

        async def hold(number: int) -> None:
            await slots.take()
            order.append(number)
            await asyncio.sleep(0)
            slots.give()

        await slots.take()
        waiting = [asyncio.create_task(hold(number)) for number in range(6)]
        await asyncio.sleep(0)
        waiting[0].cancel()  # while it waits
        slots.give()
        waiting[1].cancel()  # when the slot is already its own
        await asyncio.gather(*waiting, return_exceptions=True)
        assert slots.taken == 0
        slots.resize(2)
        await asyncio.wait_for(asyncio.gather(slots.take(), slots.take()), 5)
        return order

    assert asyncio.run(play()) == [2, 3, 4, 5]
