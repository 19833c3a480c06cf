"""A pool of a user's problems: a JSONL file (any domain) or a folder of ICPC packages (code).

A folder of packages may hold ``tiers.json`` (``{"id": "easy", ...}``).

Each row of the JSONL is one problem. ``tier`` (easy, medium, hard) is optional, but must be given for all or none:

====  ==========================================================================================================
math  ``{"id", "statement", "answer"}``, optional ``title``, ``solution``
AR    ``{"id", "statement", "answer"}``, optional ``title``, and ``generator`` + ``metadata`` for a reasoning-gym
            scorer; without one, an answer must equal the reference exactly
code  ``{"id", "title", "statement", "samples": [{"input", "output"}], "tests": [...], "time_limit_s",
      "memory_limit_mb"}``; it becomes an ICPC package
====  ==========================================================================================================
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from r3gym.core.bank import Bank
from r3gym.core.domain import Domain
from r3gym.core.tier import Tier
from r3gym.domains.rows import raise_faults, write_rows


def stage_pool(source: Path, domain: Domain, folder: Path) -> dict[str, Tier]:
    """Write the pool's problems and keys into an empty suite folder; return the tier of each problem.

    Raise `SuiteError` when a row or package is faulty or only some problems have tiers. `write_tiers` adds measured
    tiers later.
    """
    bank: Bank[Any] = domain.bank
    tiers = bank.stage_packages(source, folder) if source.is_dir() else bank.stage_rows(source, folder)
    unrated = [p for p, t in tiers.items() if t is Tier.UNRATED]
    if unrated and len(unrated) < len(tiers):
        raise_faults(
            source,
            [f"{p}: no tier, while others have one; give it to all problems or to none" for p in unrated],
        )
    return tiers


def write_tiers(folder: Path, tiers: Mapping[str, Tier]) -> None:
    """Write measured tiers into the keys of a staged folder."""
    path = folder / "keys.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    write_rows(path, [{**row, "tier": tiers[row["id"]]} for row in rows])
