"""A pool of problems: a user's JSONL file (any domain) or folder of ICPC packages (code), or the problems of a suite.

A suite is a suite folder, or ``embedded``; its problems are those of its contests. A folder of packages may hold
``tiers.json`` (``{"id": "easy", ...}``).

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
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from r3gym.core.bank import Bank
from r3gym.core.domain import Domain
from r3gym.core.tier import Tier
from r3gym.domains.rows import raise_faults, write_rows
from r3gym.errors import SuiteError
from r3gym.suites.folder import MANIFEST, bank_of, read_keys, read_suite
from r3gym.suites.reference import EMBEDDED_VERSION


def find_pool(source: Path, domain: Domain) -> Path:
    """Return the file or folder of a pool, which may be called ``embedded``; raise `SuiteError` if there is none."""
    if str(source) in ("embedded", EMBEDDED_VERSION):
        return bank_of(domain).embedded(EMBEDDED_VERSION)
    if not source.exists():
        raise SuiteError(f"{source}: not found; give a JSONL file, a folder of problem packages, or a suite folder")
    return source


def stage_pool(source: Path, domain: Domain, folder: Path) -> dict[str, Tier]:
    """Write the pool's problems and keys into an empty suite folder; return the tier of each problem.

    Raise `SuiteError` when a row or package is faulty or only some problems have tiers. `write_tiers` adds measured
    tiers later.
    """
    bank: Bank[Any] = domain.bank
    if (source / MANIFEST).is_file():
        return _stage_suite(source, domain, folder)
    tiers = bank.stage_packages(source, folder) if source.is_dir() else bank.stage_rows(source, folder)
    unrated = [p for p, t in tiers.items() if t is Tier.UNRATED]
    if unrated and len(unrated) < len(tiers):
        raise_faults(
            source,
            [f"{p}: no tier, while others have one; give it to all problems or to none" for p in unrated],
        )
    return tiers


def _stage_suite(source: Path, domain: Domain, folder: Path) -> dict[str, Tier]:
    """Copy the problems of a suite's contests with their keys, after a check of their hashes."""
    suite = read_suite(source, str(source))
    if suite.domain != domain:
        raise SuiteError(f"{source}: a {suite.domain.name} suite, not {domain.name}; give its own domain")
    wanted = dict.fromkeys(p.id for contest in suite.contests for p in contest.problems)
    keys = read_keys(source, wanted)
    for name in ("problems.jsonl", "keys.jsonl"):
        if (source / name).is_file():
            write_rows(folder / name, [row for row in _rows(source / name) if row["id"] in wanted])
    for problem_id in wanted:
        if (source / "packages" / problem_id).is_dir():
            shutil.copytree(source / "packages" / problem_id, folder / "packages" / problem_id)
    return {problem_id: keys[problem_id].tier for problem_id in wanted}


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def write_tiers(folder: Path, tiers: Mapping[str, Tier]) -> None:
    """Write measured tiers into the keys of a staged folder."""
    path = folder / "keys.jsonl"
    write_rows(path, [{**row, "tier": tiers[row["id"]]} for row in _rows(path)])
