"""A campaign grows in its folder: what only adds episodes goes on, what changes old ones is refused by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, play, puzzle_suite, r3gym, rows, write_campaign

from r3gym.campaigns.exporting import export_rows
from r3gym.campaigns.plan import plan
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import campaign_status
from r3gym.campaigns.store import read_plan
from r3gym.errors import InputError

SCANNER = {"name": "scanner", "kind": "scripted", "personality": "scanner"}
TUNNEL = {"name": "tunnel", "kind": "scripted", "patience": 2}
MEASURED: dict[str, Any] = {"kinds": ["baseline", "contest"], "budgets": None, "calibration": "measured"}


def exported(run: Path) -> bytes:
    assert export_rows(run, run.with_suffix(".jsonl"), normalise_times=True).missing == ()
    return run.with_suffix(".jsonl").read_bytes()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"repeats": 1}, {"repeats": 3}),
        ({"budgets": [4]}, {"budgets": [2, 4]}),
        ({"schedulers": ["none"]}, {"schedulers": ["coverage", "none"]}),
        ({"contests": [1]}, {"contests": [0, 1]}),
        ({"contests": [1]}, {}),
        ({"kinds": ["contest"]}, {"kinds": ["contest", "baseline"]}),
    ],
    ids=["repeats", "budgets", "schedulers", "contests", "all contests", "kinds"],
)
def test_more_of_anything_goes_on_and_equals_the_whole_campaign(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any]
) -> None:
    puzzle_suite(tmp_path, 2)
    play(campaign(tmp_path, **before), tmp_path / "grown")
    first = (tmp_path / "grown" / "rows.jsonl").read_bytes()
    play(campaign(tmp_path, **after), tmp_path / "grown")
    play(campaign(tmp_path, **after), tmp_path / "whole")
    assert (tmp_path / "grown" / "rows.jsonl").read_bytes().startswith(first), "what was there is not touched"
    assert len(rows(tmp_path / "grown")) == len(rows(tmp_path / "whole")), "nothing is played twice"
    assert exported(tmp_path / "grown") == exported(tmp_path / "whole")
    for name in ("definition.json", "manifest.json"):
        assert (tmp_path / "grown" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_measured_caps_stay_and_new_pressures_follow_from_the_same_natural_use(tmp_path: Path) -> None:
    puzzle_suite(tmp_path, 2)
    run = tmp_path / "run"
    play(campaign(tmp_path, [SCANNER], pressures=[0.2], repeats=1, **MEASURED), run)
    (before,) = json.loads((run / "budgets.json").read_text())["cells"]
    play(campaign(tmp_path, [SCANNER, TUNNEL], pressures=[0.2, 0.5], repeats=3, **MEASURED), run)
    kept, other = json.loads((run / "budgets.json").read_text())["cells"]
    assert (kept["natural"], kept["completed"]) == (before["natural"], 2), "more baselines do not move frozen caps"
    assert kept["contest"] == {**before["contest"], "0.5": kept["contest"]["0.5"]}
    assert (other["policy"], other["completed"]) == ("tunnel", 6), "a new policy measures its own"
    found = rows(run)
    assert len(found) == len({row.id for row in found}) == campaign_status(run).total == 2 * 2 * 3 * 3
    assert [episode.id for episode in read_plan(run) if episode.id not in {row.id for row in found}] == []


def test_an_empty_list_of_pressures_means_the_papers(tmp_path: Path) -> None:
    play(campaign(tmp_path, [SCANNER], **MEASURED), tmp_path / "run")
    play(campaign(tmp_path, [SCANNER], pressures=[0.2, 0.5, 0.8], **MEASURED), tmp_path / "run")
    with pytest.raises(InputError, match=r"pressures changed from \[0.2, 0.5, 0.8\] to \[\]"):
        play(campaign(tmp_path, [SCANNER], **MEASURED), tmp_path / "run")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"repeats": 1}, r"repeats changed from 2 to 1"),
        ({"repeats": 3, "seed": 1}, r"seed changed from 0 to 1"),
        ({"schedulers": ["coverage"]}, r"schedulers changed from"),
        ({"budgets": [5]}, r"budgets changed from \[4\] to \[5\]"),
        ({"show_difficulty": True}, r"show_difficulty changed"),
    ],
)
def test_what_changes_or_removes_episodes_is_refused_by_name(tmp_path: Path, fields: dict[str, Any], said: str) -> None:
    puzzle_suite(tmp_path)
    run = tmp_path / "run"
    play(campaign(tmp_path, repeats=2), run)
    kept = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    with pytest.raises(InputError, match=said):
        play(campaign(tmp_path, **{"repeats": 2, **fields}), run)
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == kept


def test_growth_that_would_draw_other_targets_is_refused_with_the_episode(tmp_path: Path) -> None:
    """Targets are drawn from all contests: with more of them others may be drawn, and old episodes would be gone."""
    puzzle_suite(tmp_path, 8)
    fields: dict[str, Any] = {"kinds": ["target"], "calibration": "published:GLM-5.2", "target": {"contests": 1}}
    few = campaign(tmp_path, contests=[0, 1, 2, 3], budgets=None, **fields)
    play(few, tmp_path / "run")
    every = campaign(tmp_path, budgets=None, **fields)
    drawn = [{e.contest for e in plan(made, prepare(made).suites, None)} for made in (few, every)]
    assert not drawn[0] <= drawn[1], "the seed of this test draws another one"
    with pytest.raises(InputError, match=r"no longer has the target episode of policy 'scanner'.*may grow"):
        play(every, tmp_path / "run")


def test_resume_and_dry_run_know_the_grown_campaign(tmp_path: Path) -> None:
    file = write_campaign(tmp_path)
    assert r3gym("campaign", "run", file, "--out", tmp_path / "run").returncode == 0
    write_campaign(tmp_path, repeats=2)
    found = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--dry-run", "--json")
    assert json.loads(found.stdout)["episodes"] == 2
    assert campaign_status(tmp_path / "run").total == 1, "a dry run writes nothing"
    done = r3gym("campaign", "run", file, "--out", tmp_path / "run", "--json")
    assert (json.loads(done.stdout)["total"], json.loads(done.stdout)["owed"]) == (2, 0)
    file.unlink()
    assert r3gym("campaign", "resume", tmp_path / "run").returncode == 0
