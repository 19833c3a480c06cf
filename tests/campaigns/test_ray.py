"""A real Ray cluster of two nodes on this machine, one of them killed in the middle: the same rows as at home."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play, puzzle_suite

from r3gym.campaigns.executors import open_executor
from r3gym.campaigns.exporting import export_rows
from r3gym.campaigns.running import prepare, run_campaign
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


@contextlib.contextmanager
def two_nodes() -> Iterator[Any]:
    """A cluster of a head and another node, one core each; gives a function that kills the other node."""
    ray = pytest.importorskip("ray", reason="ray is not installed: `make test-ray` installs it")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    other = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        yield lambda: cluster.remove_node(other, allow_graceful=False)
    finally:
        ray.shutdown()
        cluster.shutdown()


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
    with two_nodes() as kill_node:
        puzzle_suite(tmp_path)
        made = campaign(tmp_path, **FIELDS, repeats=2)
        play(made, tmp_path / "local")
        seen: list[EpisodeRow] = []

        def watch(row: EpisodeRow) -> None:
            seen.append(row)
            if len(seen) == 12:
                kill_node()

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


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("r3gym.campaigns.ray_executor.import_module", absent)
    with pytest.raises(InputError, match=r"pip install 'r3gym\[ray\]'"):
        open_executor(campaign(tmp_path, **FIELDS).file.executor, waits=False)
