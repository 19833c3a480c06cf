"""The price before the start: a pilot of a few episodes of each group, which count as the campaign's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from campaign_runs import r3gym, rows
from loopback_model import model_server
from paid_campaigns import TURNS, by_turn, paid_campaign


def test_a_pilot_prices_every_kind_and_setting_and_is_not_played_again(tmp_path: Path) -> None:
    with model_server(model=by_turn()) as server:
        file = paid_campaign(tmp_path, server.url, repeats=3, settings=["agentic", "tool_free"], budgets=[4])
        found = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--pilot", 1, "--json")
        assert found.returncode == 0, found.stderr
        priced = json.loads(found.stdout)
        assert len(rows(tmp_path / "run")) == len(priced["matrix"]) == 2, "one of each kind and setting"
        assert r3gym("campaign", "resume", tmp_path / "run").returncode == 0
        played = rows(tmp_path / "run")
        assert len(played) == len({row.id for row in played}) == priced["episodes"]
        assert len(server.requests) == priced["calls"] == sum(row.spend.calls for row in played if row.spend)
    spent = sum(row.spend.cost or 0 for row in played if row.spend)
    assert priced["costs"] == {"USD": pytest.approx(spent, rel=0.02)}


def test_caps_that_are_measured_wait_for_the_whole_baseline(tmp_path: Path) -> None:
    with model_server(model=by_turn()) as server:
        file = paid_campaign(
            tmp_path, server.url, repeats=3, kinds=["baseline", "contest"], budgets=None, calibration="measured"
        )
        found = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--pilot", 1)
        assert found.returncode == 0, found.stderr
        assert len(server.requests) == len(TURNS)
        assert not (tmp_path / "run" / "budgets.json").exists()
        assert "unknown" in found.stdout
        assert r3gym("campaign", "resume", tmp_path / "run").returncode == 0
