"""A real Ray cluster of two nodes on this machine, one of them killed in the middle: the same rows as at home."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play, puzzle_suite, r3gym, rows
from loopback_model import http_error, model_server
from paid_campaigns import TURNS, after_requests, by_turn, paid_campaign, start, write_profile
from ray_clusters import two_nodes

from r3gym.campaigns.bill_file import read_bill
from r3gym.campaigns.campaign_file import load_campaign
from r3gym.campaigns.executors import open_executor
from r3gym.campaigns.exporting import export_rows
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import campaign_status, run_campaign
from r3gym.campaigns.spending import SpendLimits
from r3gym.campaigns.store import Store
from r3gym.errors import InputError
from r3gym.records import read_record
from r3gym.records.rows import EpisodeRow

FIELDS: dict[str, Any] = {
    "kinds": ["baseline", "contest", "curve"],
    "budgets": None,
    "calibration": "measured",
    "schedulers": ["none", "coverage"],
    "executor": {"name": "ray"},
}


def alive_after_a_while() -> list[bool]:
    """Who of the nodes is alive, once Ray has noticed that somebody is not (its health checks take seconds)."""
    import ray

    for _ in range(60):
        alive = sorted(node["Alive"] for node in ray.nodes())
        if not all(alive):
            break
        time.sleep(1)
    return alive


def exported(run: Path) -> bytes:
    out = run.with_suffix(".jsonl")
    assert export_rows(run, out, normalise_times=True).missing == ()
    return out.read_bytes()


@pytest.mark.slow
def test_a_killed_node_changes_nothing(tmp_path: Path) -> None:
    with two_nodes() as nodes:
        puzzle_suite(tmp_path)
        made = campaign(tmp_path, **FIELDS, repeats=2)
        play(made, tmp_path / "local")
        seen: list[EpisodeRow] = []

        def watch(row: EpisodeRow) -> None:
            seen.append(row)
            if len(seen) == 12:
                nodes.kill_other()

        executor = open_executor(made.file.executor, waits=False)
        try:
            with Store(tmp_path / "ray") as store:
                tally = run_campaign(prepare(made), store, executor, watch=watch)
        finally:
            executor.close()
        assert alive_after_a_while() == [False, True], "one of the two nodes is dead"
    assert tally.failed == {}
    assert len(seen) == prepare(made).size() > 24
    assert exported(tmp_path / "ray") == exported(tmp_path / "local")
    records = [
        {p.name: read_record(p).without_clock() for p in (tmp_path / name / "records").rglob("*.json")}
        for name in ("ray", "local")
    ]
    assert records[0] == records[1]


#: Workers of the cluster, and the calls that an uninterrupted episode takes.
WORKERS, EACH = 4, len(TURNS)


def on_ray(file: Path, run: Path, watch: Any = lambda _: None, **limits: Any) -> None:
    made = load_campaign(file)
    executor = open_executor(made.file.executor, waits=True)
    try:
        with Store(run) as store:
            run_campaign(prepare(made), store, executor, watch=watch, limits=SpendLimits(**limits))
    finally:
        executor.close()


def paid_on_ray(folder: Path, url: str, address: str | None = None, **fields: Any) -> Path:
    where = {"name": "ray", "workers": WORKERS, **({} if address is None else {"address": address})}
    return paid_campaign(folder, url, 2, executor=where, **fields)


@pytest.mark.slow
def test_workers_of_a_cluster_share_the_bill_the_limits_and_the_breakers_and_survive_a_node(tmp_path: Path) -> None:
    """One cluster for three campaigns: starting one takes longer than playing them."""
    with two_nodes() as nodes:
        with model_server(model=by_turn(0.05)) as server:
            file = paid_on_ray(tmp_path, server.url, repeats=6)
            write_profile(tmp_path, "loop", server.url, concurrency=2)
            on_ray(file, tmp_path / "bill", max_calls=30)
            status = campaign_status(tmp_path / "bill")
            assert len(server.requests) == 30, "four workers on two nodes, one limit"
            assert server.most_at_once <= 2, "four workers on two nodes, one concurrency cap"
            assert (len(status.tally.failed), status.bill.refused[0].by) == (0, "bill")
            assert status.tally.calls + status.tally.failed_requests == 30
            on_ray(file, tmp_path / "bill", max_calls=12 * EACH)
            assert len(server.requests) == 12 * EACH, "it went on from the stored replies"
        with model_server(model=lambda _: http_error(401)) as revoked, model_server(model=by_turn()) as good:
            file = paid_on_ray(tmp_path, revoked.url, others={"fine": good.url}, repeats=5)
            on_ray(file, tmp_path / "breaker")
            assert 1 <= len(revoked.requests) <= WORKERS + 1
            assert len(good.requests) == 10 * EACH
            (refused,) = read_bill(tmp_path / "breaker").refused
            assert (refused.policy, refused.owed, refused.by) == ("loop", 10, "breaker")
        with model_server(model=by_turn(0.2)) as server:
            file = paid_on_ray(tmp_path, server.url, repeats=6)
            seen: list[EpisodeRow] = []

            def watch(row: EpisodeRow) -> None:
                seen.append(row)
                if len(seen) == 3:
                    nodes.kill_other()

            on_ray(file, tmp_path / "killed", watch)
            assert alive_after_a_while() == [False, True]
            sent = len(server.requests)
    found = rows(tmp_path / "killed")
    assert [row.failure for row in found] == [None] * 12
    assert 12 * EACH <= sent <= 12 * EACH + WORKERS, "at most one call for each worker of the node"
    assert sum(row.spend.calls for row in found if row.spend) == 12 * EACH


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "drained"])
def test_a_driver_that_is_gone_is_resumed_from_the_folder(tmp_path: Path, stop: signal.Signals) -> None:
    with two_nodes(joined=False) as nodes, model_server(model=by_turn(0.3)) as server:
        file, run = paid_on_ray(tmp_path, server.url, nodes.address, repeats=6), tmp_path / "run"
        driver = start("campaign", "run", file, "--out", run)
        after_requests(server, 8, driver, seconds=180)
        driver.send_signal(stop)
        _, said = driver.communicate(timeout=120)
        done = r3gym("campaign", "resume", run, "--json")
        assert done.returncode == 0, done.stderr
        sent = len(server.requests)
    assert json.loads(done.stdout)["owed"] == 0
    lost = sum(row.spend.lost for row in rows(run) if row.spend)
    assert sum(row.spend.calls for row in rows(run) if row.spend) == 12 * EACH
    if stop is signal.SIGTERM:
        assert (driver.returncode, sent, lost) == (130, 12 * EACH, 0)
        assert f"r3gym campaign resume {run}" in said
    else:
        assert 12 * EACH <= sent <= 12 * EACH + WORKERS
        assert sent <= 12 * EACH + lost <= 12 * EACH + WORKERS


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("r3gym.campaigns.ray_executor.import_module", absent)
    with pytest.raises(InputError, match=r"pip install 'r3gym\[ray\]'"):
        open_executor(campaign(tmp_path, **FIELDS).file.executor, waits=False)
