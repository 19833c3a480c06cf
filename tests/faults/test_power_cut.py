"""A power cut leaves at most the last unsynced episodes owed, and nothing that has to be bought again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from campaign_runs import puzzle_suite, r3gym, write_campaign
from fault_runs import LoopDisk, RunningCampaign, finished, outcome
from loopback_model import model_server
from paid_campaigns import TURNS, after_requests, by_turn, paid_campaign

from r3gym.campaigns.running import campaign_status
from r3gym.utils.atomic_files import write_atomically, write_durably

WORKERS = 2
SCRIPTED = {"kinds": ["baseline", "contest", "target"], "budgets": None, "calibration": "measured"}


def test_what_is_durable_survives_and_what_is_not_does_not(disk: LoopDisk) -> None:
    for number in range(20):
        write_durably(disk.folder / "a" / f"{number % 4}" / f"durable-{number}.json", "x" * 3000)
    for number in range(20):
        write_atomically(disk.folder / f"atomic-{number}.json", "x" * 3000)
    with disk.after_power_cut("cut") as found:
        assert {path.read_text() for path in (found / "a").rglob("*.json")} == {"x" * 3000}
        assert len(list((found / "a").rglob("*.json"))) == 20
        assert not list(found.glob("atomic-*")), "the control: what nobody synced is gone with the memory"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_scripted_campaign_goes_on_after_every_cut(tmp_path: Path, disk: LoopDisk, seed: int) -> None:
    puzzle_suite(tmp_path, 2)
    file = write_campaign(tmp_path, repeats=2, pressures=[0.3, 0.6], **SCRIPTED)
    quiet, rng = finished(file, tmp_path / "whole"), random.Random(seed)
    with RunningCampaign(file, disk.folder / "run") as running:
        for number, rows in enumerate(rng.randrange(6 * part, 6 * part + 6) for part in range(3)):
            running.after_rows(rows)
            with running.halted():
                seen = running.rows()
                with disk.after_power_cut(f"cut{number}") as left:
                    check_cut(file, left / "run", seen)
                    assert finished(file, left / "run") == quiet
        running.process.communicate(timeout=300)
    assert outcome(disk.folder / "run") == quiet


def check_cut(file: Path, run: Path, seen: int) -> None:
    """Whatever moment it was: every file is whole, and every row of more than a second ago is there."""
    if not (run / "manifest.json").exists():
        assert seen == 0, "episodes are played only when the folder is there"
        return
    checked = r3gym("campaign", "check", run)
    assert checked.returncode == 0, checked.stdout
    empty = [path for path in run.rglob("*.json*") if path.is_file() and not path.stat().st_size]
    assert [path for path in empty if not path.name.endswith((".partial.jsonl", "rows.jsonl"))] == [], file


@pytest.mark.parametrize("setting", ["agentic", "tool_free"])
def test_a_model_s_replies_are_not_bought_again(tmp_path: Path, disk: LoopDisk, setting: str) -> None:
    budgets = [4] if setting == "agentic" else [400]
    with model_server(model=by_turn(0.05)) as server:
        file = paid_campaign(tmp_path, server.url, 2, repeats=4, settings=[setting], budgets=budgets)
        quiet = finished(file, tmp_path / "whole", workers=WORKERS)
        needed = len(server.requests)
        assert needed == 8 * (len(TURNS) if setting == "agentic" else 1)
        for number in range(3):
            run, before = disk.folder / f"run{number}", len(server.requests)
            with RunningCampaign(file, run, workers=WORKERS) as running:
                after_requests(server, 2 + needed * number // 3, running.process)
                with running.halted(), disk.after_power_cut(f"cut{number}") as left:
                    asked = len(server.requests) - before
                    if (left / run.name / "manifest.json").exists():
                        status = campaign_status(left / run.name)
                        assert status.tally.calls >= asked - WORKERS, "a reply that was used is on the disk"
                    assert finished(file, left / run.name, workers=WORKERS) == quiet
                    running.kill()
            billed = len(server.requests) - before
            assert needed <= billed <= needed + WORKERS, "at most one call per worker is bought again"
