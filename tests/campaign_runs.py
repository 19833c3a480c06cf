"""Small campaigns for tests: a suite of puzzles that need no judge's library, a campaign file, and ways to run it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from command_line import r3gym_command

from r3gym.campaigns.campaign_file import Campaign, load_campaign
from r3gym.campaigns.executors import LocalExecutor
from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.running import run_campaign
from r3gym.campaigns.store import Store
from r3gym.campaigns.totals import CampaignTotals
from r3gym.records.campaign_folder import read_rows
from r3gym.records.rows import EpisodeRow
from r3gym.suites import build_suite

TIERS = ("easy", "easy", "easy", "medium", "medium", "hard")


def puzzle_suite(folder: Path, contests: int = 1) -> Path:
    """An AR suite of our own: answers must equal the reference, so judging costs nothing."""
    rows = [
        {"id": f"p{n}", "statement": f"Say {n}." + " Please." * n, "answer": str(n), "tier": TIERS[n % 6]}
        for n in range(6 * contests)
    ]
    pool = folder / "pool.jsonl"
    pool.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_suite(pool, "ar", folder / "suite")
    return folder / "suite"


def write_campaign(folder: Path, policies: list[dict[str, Any]] | None = None, **fields: Any) -> Path:
    """A campaign file in the folder; by default a scripted scanner on one own contest with a budget of four."""
    if not (folder / "suite").exists() and "suites" not in fields:
        puzzle_suite(folder)
    given = {"name": "small", "repeats": 1, "domains": ["ar"], "suites": ["suite"], "budgets": [4], **fields}
    tables = [f"{name} = {_toml(value)}\n" for name, value in given.items() if value is not None]
    for policy in policies or [{"name": "scanner", "kind": "scripted", "personality": "scanner"}]:
        tables += ["\n[[policies]]\n", *(f"{name} = {_toml(value)}\n" for name, value in policy.items())]
    file = folder / "campaign.toml"
    file.write_text("".join(tables), "utf-8")
    return file


def campaign(folder: Path, policies: list[dict[str, Any]] | None = None, **fields: Any) -> Campaign:
    return load_campaign(write_campaign(folder, policies, **fields))


def play(given: Campaign, run: Path, *, workers: int = 2, retry_failed: bool = False) -> CampaignTotals:
    """Run a campaign in this process."""
    executor = LocalExecutor(workers)
    try:
        with Store(run) as store:
            return run_campaign(prepare(given), store, executor, retry_failed=retry_failed)
    finally:
        executor.close()


def rows(run: Path) -> list[EpisodeRow]:
    return list(read_rows(run))


def r3gym(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command line, as a user calls it."""
    return subprocess.run(
        [r3gym_command(), *map(str, arguments)], capture_output=True, text=True, timeout=300, **options
    )


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_toml(part)}" for name, part in value.items()) + "}"
    return json.dumps(value)
