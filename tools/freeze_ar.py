"""Freeze the embedded abstract-reasoning bank: generate its items once and write them down.

Run by hand, by whoever changes the bank, and never at run time: generated items depend on the version of reasoning-gym,
on overlapping seeds and, for several generators, on PYTHONHASHSEED. What is played is only ever the written rows.

    python tools/freeze_ar.py r3gym/data/embedded-v1/ar

Writes ``problems.jsonl`` (what a contestant sees) and ``keys.jsonl`` (tier, reference answer, scorer metadata), both
sorted by id, so that the order of the public rows says nothing of the tiers. The items are declared in
``bank/ar_items.py``, amended wording in ``bank/ar_wording.py``.
"""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bank.ar_items import ITEMS, Item
from bank.ar_wording import ADDED, EDITS

VERSION = "0.1.25"


def freeze(item: Item, used: set[tuple[str, str]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The problem row and the key row of an item; `used` collects the edits that changed its statement."""
    import reasoning_gym

    dataset = reasoning_gym.create_dataset(item.generator, seed=item.seed, size=item.index + 1, **item.params)
    entry = dataset[item.index]
    metadata = json.loads(json.dumps(entry["metadata"]))
    reference = entry["answer"]
    if reference is None:  # graph_color: any colouring is right, and the metadata hold one
        reference = json.dumps(metadata["possible_answer"])
    statement = worded(item.generator, entry["question"], used)
    problem = {"id": item.id, "title": item.title, "statement": statement}
    key = {
        "id": item.id,
        "tier": item.tier,
        "reference": reference,
        "generator": item.generator,
        "metadata": metadata,
    }
    return problem, key


def worded(generator: str, question: str, used: set[tuple[str, str]]) -> str:
    """A generator's question in our words: its edits applied, its added paragraph appended."""
    text = question
    for pattern, replacement in EDITS.get(generator, ()):
        text, times = re.subn(pattern, replacement, text, flags=re.DOTALL)
        if times:
            used.add((generator, pattern))
    text = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return f"{text}\n\n{ADDED[generator]}" if generator in ADDED else text


def main() -> None:
    installed = version("reasoning-gym")  # the package's own __version__ lags behind its releases
    if installed != VERSION:
        raise SystemExit(f"reasoning-gym {VERSION} is needed, {installed} is installed")
    folder = Path(sys.argv[1])
    used: set[tuple[str, str]] = set()
    rows = [freeze(item, used) for item in sorted(ITEMS, key=lambda item: item.id)]
    declared = {(generator, pattern) for generator, edits in EDITS.items() for pattern, _ in edits}
    if idle := sorted(declared - used):
        raise SystemExit(f"these edits of bank/ar_wording.py change no statement; remove or mend them: {idle}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, column in (("problems.jsonl", 0), ("keys.jsonl", 1)):
        lines = [json.dumps(row[column], ensure_ascii=False) + "\n" for row in rows]
        (folder / name).write_text("".join(lines), encoding="utf-8")
    print(f"froze {len(rows)} items into {folder}")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
