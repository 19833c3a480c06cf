"""The bill of a campaign: limits over all its runs, circuit breakers per model, and what is refused is owed."""

from __future__ import annotations

import dataclasses
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import play, r3gym, rows, write_campaign
from loopback_chat import chat_server
from loopback_model import ModelServer, http_error, model_server, says
from paid_campaigns import TURNS, by_turn, paid_campaign, write_profile

from r3gym.campaigns.bill_file import read_bill
from r3gym.campaigns.campaign_file import load_campaign
from r3gym.campaigns.executors import LocalExecutor
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import campaign_status, run_campaign
from r3gym.campaigns.spending import SpendLimits, bill_terms
from r3gym.campaigns.store import Store
from r3gym.core.verdict import Outcome
from r3gym.errors import InputError
from r3gym.models import breaker

EACH = len(TURNS)


def play_within(file: Path, run: Path, workers: int = 2, **limits: Any) -> None:
    executor = LocalExecutor(workers)
    try:
        with Store(run) as store:
            run_campaign(prepare(load_campaign(file)), store, executor, limits=SpendLimits(**limits))
    finally:
        executor.close()


def test_a_limit_on_calls_holds_over_all_runs_and_what_is_left_is_owed(tmp_path: Path) -> None:
    with model_server(model=by_turn()) as server:
        file, run = paid_campaign(tmp_path, server.url, repeats=4), tmp_path / "run"
        stopped = r3gym("campaign", "run", file, "--out", run, "--workers", 1, "--max-calls", 12)
        assert stopped.returncode == 1
        assert len(server.requests) == 12
        said = " ".join(stopped.stdout.split())
        assert "2 of 4 episodes done, 0 failed, 2 owed" in said
        assert "limit: 12 of at most 12 requests are used" in said
        assert (
            "2 episodes of policy 'loop' are owed: model 'loop' is not called: the limit of 12 requests is reached. "
            f"Go on with a higher limit: r3gym campaign resume {run} --max-calls N" in said
        )
        assert r3gym("campaign", "resume", run, "--max-calls", 12).returncode == 1
        assert len(server.requests) == 12, "what earlier runs sent counts"
        done = r3gym("campaign", "resume", run, "--max-calls", 4 * EACH, "--json")
        assert done.returncode == 0, done.stdout + done.stderr
        assert len(server.requests) == 4 * EACH, "the episode that was left in the middle was not bought again"
    status = json.loads(done.stdout)
    assert (status["failed"], status["owed"], status["bill"]["refused"]) == (0, 0, [])
    assert all(row.failure is None for row in rows(run))


def test_a_limit_on_money_in_the_file_is_not_exceeded_by_any_number_of_workers(tmp_path: Path) -> None:
    with model_server(model=by_turn(0.02)) as server:
        limit = 0.04  # a turn may cost 8192 tokens at 2 per million; it costs a tenth of that
        file, run = paid_campaign(tmp_path, server.url, repeats=20, max_cost=limit), tmp_path / "run"
        play(load_campaign(file), run, workers=8)
        status, sent = campaign_status(run), len(server.requests)
        assert EACH < sent < 20 * EACH
        assert status.spent_at_most is not None
        assert status.spent_at_most <= limit
        assert (len(status.tally.failed), status.bill.refused[0].by, status.pending) == (
            0,
            "bill",
            20 - len(status.tally.done),
        )
        terms = bill_terms(run, load_campaign(file), SpendLimits(max_cost=limit))
        assert terms.requests == sent
        assert terms.spent == pytest.approx(status.spent_at_most)
        play_within(file, run, workers=8, max_cost=100.0)
        assert len(server.requests) == 20 * EACH


def test_what_is_not_known_starts_the_next_bill_at_its_bound(tmp_path: Path) -> None:
    first = dataclasses.replace(by_turn()({"messages": [], "tools": ["some"]}), usage=None)
    with model_server(first, http_error(500), model=by_turn()) as server:
        file, run = paid_campaign(tmp_path, server.url, attempts=1), tmp_path / "run"
        play(load_campaign(file), run, workers=1)
        (row,) = rows(run)
        assert row.spend is not None
        assert (row.spend.unreported, row.spend.cost) == (1, None), "unknown, not 0.0"
        assert row.spend.unreported_cost is not None
        terms = bill_terms(run, load_campaign(file), SpendLimits(max_cost=1.0))
        assert terms.spent == pytest.approx(row.spend.unreported_cost)
        assert terms.spent > 8192 * 2 / 1e6
        said = " ".join(r3gym("campaign", "status", run).stdout.split())
        assert "1 replies came without usage: their tokens and cost are unknown (at most 0.0" in said


def test_a_revoked_key_stops_its_policy_after_a_handful_of_calls_and_nobody_else(tmp_path: Path) -> None:
    workers = 4
    with model_server(model=by_turn()) as good, model_server(model=lambda _: http_error(401)) as revoked:
        file = paid_campaign(tmp_path, revoked.url, 2, others={"fine": good.url}, repeats=10)
        run = tmp_path / "run"
        stopped = r3gym("campaign", "run", file, "--out", run, "--workers", workers)
        assert stopped.returncode == 1
        assert 1 <= len(revoked.requests) <= workers, "not 3 for each of 20 episodes"
        assert len(good.requests) == 20 * EACH
    said = " ".join(stopped.stdout.split())
    assert "20 of 40 episodes done, 0 failed, 20 owed" in said
    assert "20 episodes of policy 'loop' are owed: model 'loop' is not called: " in said
    assert "HTTP 401" in said
    assert "To fix it: set the variable that api_key_env names to a valid key" in said
    assert f"Then: r3gym campaign resume {run}" in said
    assert {row.policy for row in rows(run)} == {"fine"}
    with model_server(model=by_turn()) as restored:
        write_profile(tmp_path, "loop", restored.url)
        assert r3gym("campaign", "resume", run).returncode == 0
        assert len(restored.requests) == 20 * EACH


def test_after_the_pause_it_is_tried_again_while_other_work_remains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account is empty at first; another policy keeps the campaign busy until it has been filled up."""
    monkeypatch.setattr(breaker.Breakers.__init__, "__kwdefaults__", {"in_a_row": 5, "pause_s": 0.2})
    monkeypatch.setattr("r3gym.campaigns.episode_loop._LOOK_S", 0.05)
    paid = threading.Event()

    def account(body: dict[str, Any]) -> Any:
        return by_turn()(body) if paid.is_set() else http_error(402)

    def busy(body: dict[str, Any]) -> Any:
        if len(slow.requests) > 8:
            paid.set()
        return by_turn(0.1)(body)

    with model_server(model=account) as empty, model_server(model=busy) as slow:
        file = paid_campaign(tmp_path, empty.url, others={"busy": slow.url}, repeats=8)
        tally = play(load_campaign(file), tmp_path / "run", workers=2)
        refused = len(empty.requests) - 8 * EACH
    assert (len(tally.done), len(tally.failed)) == (16, 0)
    assert 1 <= refused <= 8, "one call for each pause"
    assert read_bill(tmp_path / "run").refused == ()


def test_a_policy_that_is_held_back_does_not_keep_others_from_their_measured_caps(tmp_path: Path) -> None:
    fields: dict[str, Any] = {"kinds": ["baseline", "contest"], "budgets": None, "calibration": "measured"}
    with model_server(model=by_turn()) as good, model_server(model=lambda _: http_error(403)) as revoked:
        file = paid_campaign(tmp_path, revoked.url, others={"fine": good.url}, pressures=[0.8], **fields)
        run = tmp_path / "run"
        play(load_campaign(file), run)
        assert sorted((row.policy, row.kind.value) for row in rows(run)) == [("fine", "baseline"), ("fine", "contest")]
        (refused,) = read_bill(run).refused
        assert (refused.policy, refused.owed) == ("loop", 2), "also the contest whose cap is not measured yet"
        caps = (run / "budgets.json").read_bytes()
        write_profile(tmp_path, "loop", good.url)
        play(load_campaign(file), run)
    assert len(rows(run)) == 4
    frozen = [json.loads(text)["cells"][0] for text in (caps, (run / "budgets.json").read_bytes())]
    assert frozen[0] == frozen[1], "frozen caps stay"


def boxed(body: dict[str, Any]) -> Any:  # noqa: ARG001
    return says("".join(f"Problem {n}\n\nFinal Answer: $\\boxed{{{n}}}$\n\n" for n in range(1, 7)))


def judged(folder: Path, server: ModelServer, judge: str, **fields: Any) -> Path:
    """One tool-free contest of mathematics whose answers a model judges."""
    choice = {"math": {"judge": "llm", "model": "j", "base_url": judge, "retries": 0, **fields}}
    write_profile(folder, "loop", server.url)
    played: dict[str, Any] = {"domains": ["math"], "suites": ["embedded"], "contests": [0], "settings": ["tool_free"]}
    policies = [{"name": "loop", "kind": "llm", "model": "loop.toml"}]
    return write_campaign(folder, policies, kinds=["contest"], budgets=[400], judges=choice, **played)


def test_a_judge_that_is_refused_is_a_judge_error_with_that_diagnostic(tmp_path: Path) -> None:
    with model_server(model=boxed) as server, model_server(model=lambda _: http_error(401)) as judge:
        file = judged(tmp_path, server, judge.url)
        play(load_campaign(file), tmp_path / "run", workers=1)
        assert len(server.requests) == 1, "a judge stops nobody from playing"
        assert 1 <= len(judge.requests) <= 6, "the breaker opens with the first answer"
    (row,) = rows(tmp_path / "run")
    assert row.failure is None, "zero for that answer, and it can be judged again"
    refused = [slot for slot in row.slots if slot.verdict is Outcome.JUDGE_ERROR]
    assert refused
    assert any("model 'j' is not called" in str(slot.diagnostic) for slot in refused)
    assert read_bill(tmp_path / "run").refused == ()


def test_the_calls_of_a_judge_are_on_the_bill_of_all_runs(tmp_path: Path) -> None:
    prices = {"input": 1000.0, "output": 1000.0}
    with model_server(model=boxed) as server, chat_server() as judge:
        file = judged(tmp_path, server, judge.url, prices=prices)
        play(load_campaign(file), tmp_path / "run", workers=1)
        asked = len(judge.questions)
        bill = read_bill(tmp_path / "run").judges
        assert (bill.requests, bill.unpriced) == (asked, 0)
        assert bill.bounded > 0, "this judge reports no usage"
        terms = bill_terms(tmp_path / "run", load_campaign(file), SpendLimits(max_cost=1e6))
        assert terms.requests == asked + 1
        found = json.loads(r3gym("campaign", "run", file, "--out", tmp_path / "run", "--dry-run", "--json").stdout)
        assert found["judge_calls"] == asked
        judged(tmp_path, server, judge.url)  # without prices
        with pytest.raises(InputError, match=r"max_cost=1: the judge of math: no prices"):
            play_within(tmp_path / "campaign.toml", tmp_path / "other", max_cost=1.0)


def test_a_limit_on_money_needs_prices_in_one_currency_before_anything_is_sent(tmp_path: Path) -> None:
    with model_server(model=lambda _: says("hi")) as server:
        file = paid_campaign(tmp_path, server.url, others={"b": server.url})
        write_profile(tmp_path, "b", server.url, prices="")
        refused = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--max-cost", 5)
        assert refused.returncode == 2
        assert "policy 'b': no prices" in refused.stderr
        write_profile(tmp_path, "b", server.url, prices='\n[prices]\ninput = 1.0\noutput = 1.0\ncurrency = "EUR"\n')
        refused = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--max-cost", 5)
        assert "prices are in EUR and USD" in refused.stderr
        assert not (tmp_path / "run").exists()
        for words in (("--max-cost", "nan"), ("--max-cost", 0), ("--max-calls", 0), ("--max-calls", 1.5)):
            assert r3gym("campaign", "run", file, "--out", tmp_path / "run", *words).returncode == 2
    assert server.requests == []
