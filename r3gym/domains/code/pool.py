"""A user's own code problems with their tests inline; each becomes an ICPC package."""

from __future__ import annotations

import uuid
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.tier import Tier
from r3gym.domains.rows import NonEmpty, PoolRow, read_rows, write_rows


class TestRow(BaseModel):
    """An input and its expected output."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    __test__ = False
    input: str
    output: str


class CodePoolRow(PoolRow):
    """A code problem with its tests inline."""

    title: NonEmpty
    samples: tuple[TestRow, ...] = Field(min_length=1)
    tests: tuple[TestRow, ...] = Field(min_length=1)
    time_limit_s: float = Field(default=2.0, gt=0)
    memory_limit_mb: int = Field(default=256, gt=0)


def stage_rows(source: Path, folder: Path) -> dict[str, Tier]:
    """Write a package per row into a suite folder and return the tiers by id; raise `SuiteError` for faulty rows."""
    rows = read_rows(source, CodePoolRow)
    for row in rows:
        _write_package(folder / "packages" / row.id, row)
    write_rows(folder / "keys.jsonl", [{"id": r.id, "tier": r.tier} for r in rows])
    return {r.id: r.tier for r in rows}


def _write_package(package: Path, row: CodePoolRow) -> None:
    config = {
        "problem_format_version": "2023-07-draft",
        "name": {"en": row.title},
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, row.id)),
        "limits": {"time_limit": row.time_limit_s, "memory": row.memory_limit_mb},
    }
    texts: dict[str, str] = {
        "problem.yaml": yaml.safe_dump(config, sort_keys=False, allow_unicode=True),
        "statement/problem.en.md": row.statement + "\n",
    }
    for kind, cases in (("sample", row.samples), ("secret", row.tests)):
        for number, case in enumerate(cases, 1):
            texts[f"data/{kind}/{number:03d}.in"] = case.input
            texts[f"data/{kind}/{number:03d}.ans"] = case.output
    for name, text in texts.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
