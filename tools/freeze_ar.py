"""Freeze the embedded abstract-reasoning bank: generate its items once and write them down.

Run by hand, by whoever changes the bank, and never at run time: generated items depend on the version of reasoning-gym,
on overlapping seeds and, for several generators, on PYTHONHASHSEED. What is played is only ever the written rows.

    python tools/freeze_ar.py r3gym/data/embedded-v1/ar

Writes ``problems.jsonl`` (what a contestant sees) and ``keys.jsonl`` (tier, reference answer, scorer metadata).
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

VERSION = "0.1.25"


@dataclass(frozen=True)
class Item:
    """One item of the bank: how it is generated and what it is called. The id and title say nothing of the tier."""

    id: str
    title: str
    tier: str
    generator: str
    seed: int
    index: int = 0
    params: dict[str, Any] = field(default_factory=dict)


ITEMS = (
    Item("ar-quarter-turns", "Quarter turns", "easy", "rotate_matrix", 7101, 0,
         {"min_n": 4, "max_n": 4, "min_rotations": 1, "max_rotations": 3}),
    Item("ar-shifted-letters", "Shifted letters", "easy", "caesar_cipher", 7202, 4,
         {"min_words": 5, "max_words": 8, "min_rotation": 3, "max_rotation": 23}),
    Item("ar-winding-inwards", "Winding inwards", "easy", "spiral_matrix", 7303, 2, {"min_n": 4, "max_n": 5}),
    Item("ar-other-base", "In another base", "easy", "base_conversion", 7404, 0,
         {"min_base": 3, "max_base": 9, "min_value": 200, "max_value": 900}),
    Item("ar-relatives", "Relatives", "easy", "family_relationships", 7505, 1,
         {"min_family_size": 6, "max_family_size": 8}),
    Item("ar-who-lies", "Who lies", "easy", "knights_knaves", 7606, 8, {"n_people": 3}),
    Item("ar-four-by-four", "Four by four", "medium", "mini_sudoku", 7707, 0, {"min_empty": 11, "max_empty": 12}),
    Item("ar-through-the-grid", "Through the grid", "medium", "shortest_path", 7808, 0,
         {"min_rows": 9, "max_rows": 9, "min_cols": 9, "max_cols": 9, "p_blocked": 0.35}),
    Item("ar-rule-by-rule", "Rule by rule", "medium", "string_manipulation", 7909, 1,
         {"min_string_length": 14, "max_string_length": 20, "min_num_rules": 6, "max_num_rules": 8}),
    Item("ar-pooling", "Pooling", "medium", "pool_matrix", 8010, 0,
         {"min_rows": 8, "max_rows": 9, "min_cols": 8, "max_cols": 9, "min_pool_size": 2, "max_pool_size": 3}),
    Item("ar-weighted-marks", "Weighted marks", "hard", "kakurasu", 8111, 0,
         {"min_rows": 6, "max_rows": 6, "min_cols": 7, "max_cols": 7, "p_ones": 0.45}),
    Item("ar-hidden-digits", "Hidden digits", "hard", "cryptarithm", 8212, 0, {"min_words": 3, "max_words": 3}),
)  # fmt: skip


def freeze(item: Item) -> tuple[dict[str, Any], dict[str, Any]]:
    """The problem row and the key row of an item."""
    import reasoning_gym

    dataset = reasoning_gym.create_dataset(item.generator, seed=item.seed, size=item.index + 1, **item.params)
    entry = dataset[item.index]
    problem = {"id": item.id, "title": item.title, "statement": entry["question"].strip()}
    metadata = json.loads(json.dumps(entry["metadata"]))
    key = {
        "id": item.id,
        "tier": item.tier,
        "reference": entry["answer"],
        "generator": item.generator,
        "metadata": metadata,
    }
    return problem, key


def main() -> None:
    installed = version("reasoning-gym")  # the package's own __version__ lags behind its releases
    if installed != VERSION:
        raise SystemExit(f"reasoning-gym {VERSION} is needed, {installed} is installed")
    folder = Path(sys.argv[1])
    rows = [freeze(item) for item in ITEMS]
    for name, column in (("problems.jsonl", 0), ("keys.jsonl", 1)):
        lines = [json.dumps(row[column], ensure_ascii=False) + "\n" for row in rows]
        (folder / name).write_text("".join(lines), encoding="utf-8")
    print(f"froze {len(rows)} items into {folder}")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
