"""The price before the start: a pilot of a few episodes of each group, which count as the campaign's own."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import r3gym, rows
from loopback_model import ScriptedCompletion, model_server, says
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


def thinking(body: dict[str, Any]) -> ScriptedCompletion:
    """A model with a reasoning channel, dearer the larger its cap is; tool-free it plays in two stages."""
    if body.get("tools"):
        return by_turn()(body)
    used = min(body["max_tokens"], 4000)
    answers = "".join(f"Problem {n}: <answer>{n - 1}</answer>\n" for n in range(1, 7))
    return says(answers, reasoning="I think.", usage=(len(str(body["messages"])) // 4, used))


@pytest.mark.slow
def test_the_price_of_a_pilot_is_that_of_the_campaign_for_every_kind_setting_level_and_stage(tmp_path: Path) -> None:
    kinds = ["baseline", "single", "contest", "curve", "target"]
    with model_server(model=thinking) as server:
        file = paid_campaign(
            tmp_path, server.url, 2, repeats=2, kinds=kinds, settings=["agentic", "tool_free"], budgets=None,
            calibration="published:GLM-5.2",
        )  # fmt: skip
        run = tmp_path / "run"
        found = r3gym("campaign", "run", file, "--out", run, "--pilot", 1, "--json")
        assert found.returncode == 0, found.stderr
        priced = json.loads(found.stdout)
        before, spent_before = len(rows(run)), cost_of(run)
        groups = {(row.kind, row.setting, row.pressure, row.scheduler) for row in rows(run)}
        assert before == len(groups) == 2 * (1 + 1 + 2 + 5 + 1), "one of each kind, setting and level"
        assert all(line["cost"] is not None and line["seconds"] is not None for line in priced["matrix"])
        done = r3gym("campaign", "resume", run)
        assert done.returncode == 0, done.stderr
    played = rows(run)
    assert {row.stage_protocol for row in played if row.setting == "tool_free"} == {"two_stage"}
    assert len(played) == priced["episodes"]
    assert priced["calls"] == pytest.approx(sum(row.spend.calls for row in played if row.spend), rel=0.02)
    assert priced["costs"] == {"USD": pytest.approx(cost_of(run), rel=0.05)}
    for line in priced["matrix"]:
        group = [row for row in played if (row.kind, row.setting) == (line["kind"], line["setting"])]
        assert line["cost"] == pytest.approx(sum(row.spend.cost or 0 for row in group if row.spend), rel=0.1)
    assert f"{len(played) - before} episodes are owed: about" in done.stderr, "the price is said before the start"
    assert spent_before < cost_of(run)


def cost_of(run: Path) -> float:
    return sum(row.spend.cost or 0 for row in rows(run) if row.spend)


def test_a_model_that_reports_no_usage_has_an_unknown_price(tmp_path: Path) -> None:
    with model_server(model=lambda body: dataclasses.replace(by_turn()(body), usage=None)) as server:
        file = paid_campaign(tmp_path, server.url, repeats=2, settings=["tool_free"], budgets=[400])
        found = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--pilot", 1, "--json")
        (line,) = json.loads(found.stdout)["matrix"]
        assert (line["cost"], line["output_tokens"], line["calls"]) == (None, None, 2)
        done = r3gym("campaign", "resume", tmp_path / "run")
        assert "at an unknown price" in done.stderr
        status = json.loads(r3gym("campaign", "status", tmp_path / "run", "--json").stdout)
    assert (status["costs"], status["replies_without_usage"]) == ({}, 2)
