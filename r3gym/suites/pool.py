"""A pool of a user's own problems: a JSONL file (any domain) or a folder of ICPC packages (code).

A folder of packages may hold ``tiers.json`` (``{"id": "easy", ...}``).

Rows of the JSONL, one problem each; ``tier`` (easy, medium, hard) is optional but for all or for none:

====  ==========================================================================================================
math  ``{"id", "statement", "answer"}``, optional ``title``, ``solution``
AR    ``{"id", "statement", "answer"}``, optional ``title``, and ``generator`` + ``metadata`` for a reasoning-gym
      scorer; without one, an answer must equal the reference to the letter
code  ``{"id", "title", "statement", "samples": [{"input", "output"}], "tests": [...], "time_limit_s",
      "memory_limit_mb"}``; it becomes an ICPC package
====  ==========================================================================================================
"""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from r3gym.core.domain import Domain
from r3gym.core.keys import EXACT_MATCH
from r3gym.core.known_domains import get_domain
from r3gym.core.tier import Tier
from r3gym.suites.icpc import find_packages, read_packages
from r3gym.suites.reference import SuiteError
from r3gym.suites.rows import NonEmpty, ProblemId, describe, raise_faults, read_rows


class PoolRow(BaseModel):
    """What the rows of all domains share."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: ProblemId
    title: str = ""
    statement: NonEmpty
    tier: Tier = Tier.UNRATED


class MathPoolRow(PoolRow):
    """A mathematics problem."""

    answer: NonEmpty
    solution: str = ""


class ARPoolRow(PoolRow):
    """An abstract-reasoning problem."""

    answer: NonEmpty
    generator: str = EXACT_MATCH
    metadata: dict[str, Any] = Field(default_factory=dict)


class TestRow(BaseModel):
    """An input and the output that belongs to it."""

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


def stage_pool(source: Path, domain: Domain, folder: Path) -> dict[str, Tier]:
    """Write the pool's problems and keys into an empty suite folder; returns the tier of each problem.

    Nothing is written when anything in the source is faulty. Tiers are written by `write_tiers`, once they are known.
    """
    if source.is_dir():
        if domain.name != "code":
            raise SuiteError(f"{source}: a folder of packages is a code pool; for {domain.name} give a JSONL file")
        tiers = _stage_packages(source, folder)
    else:
        stage = {get_domain("math"): _stage_math, get_domain("ar"): _stage_ar, get_domain("code"): _stage_code}[domain]
        tiers = stage(source, folder)
    unrated = [p for p, t in tiers.items() if t is Tier.UNRATED]
    if unrated and len(unrated) < len(tiers):
        raise_faults(
            source,
            [f"{p}: no tier, while others have one; give it to all problems or to none" for p in unrated],
        )
    return tiers


def write_tiers(folder: Path, tiers: Mapping[str, Tier]) -> None:
    """Put measured tiers into the keys of a staged folder."""
    path = folder / "keys.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    _write_rows(path, [{**row, "tier": tiers[row["id"]]} for row in rows])


def _stage_packages(source: Path, folder: Path) -> dict[str, Tier]:
    declared = _declared_tiers(source / "tiers.json")
    tiers = {p: declared.get(p, Tier.UNRATED) for p in read_packages(source)}
    unknown = sorted(set(declared) - set(tiers))
    raise_faults(source, [f"tiers.json: {p!r} is not a package in this folder" for p in unknown])
    for name, package in find_packages(source).items():
        shutil.copytree(package, folder / "packages" / name)
    _write_rows(folder / "keys.jsonl", [{"id": p, "tier": t} for p, t in tiers.items()])
    return tiers


def _declared_tiers(path: Path) -> dict[str, Tier]:
    """Packages have no place for a tier; a folder of them may hold ``tiers.json``: ``{"id": "easy", ...}``."""
    if not path.is_file():
        return {}
    try:
        return TypeAdapter(dict[str, Tier]).validate_json(path.read_bytes())
    except ValidationError as error:
        raise SuiteError(f"{path}: {describe(error)}") from None


def _stage_math(source: Path, folder: Path) -> dict[str, Tier]:
    rows = read_rows(source, MathPoolRow)
    _write_public(folder, rows)
    _write_rows(
        folder / "keys.jsonl",
        [{"id": r.id, "tier": r.tier, "reference": r.answer, "solution": r.solution} for r in rows],
    )
    return {r.id: r.tier for r in rows}


def _stage_ar(source: Path, folder: Path) -> dict[str, Tier]:
    rows = read_rows(source, ARPoolRow)
    _write_public(folder, rows)
    _write_rows(
        folder / "keys.jsonl",
        [
            {
                "id": r.id,
                "tier": r.tier,
                "reference": r.answer,
                "generator": r.generator,
                "metadata": r.metadata,
            }
            for r in rows
        ],
    )
    return {r.id: r.tier for r in rows}


def _stage_code(source: Path, folder: Path) -> dict[str, Tier]:
    rows = read_rows(source, CodePoolRow)
    for row in rows:
        _write_package(folder / "packages" / row.id, row)
    _write_rows(folder / "keys.jsonl", [{"id": r.id, "tier": r.tier} for r in rows])
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


def _write_public(folder: Path, rows: list[Any]) -> None:
    _write_rows(folder / "problems.jsonl", [{"id": r.id, "title": r.title, "statement": r.statement} for r in rows])


def _write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), "utf-8")
