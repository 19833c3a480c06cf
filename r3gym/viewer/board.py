"""The scoreboard of a contest, as ICPC shows it: who solved what and when, with time in units of the budget.

Answers are judged once, at the end of an episode, so the time of a problem is when its final answer was there: the
step of its last version where a record was kept, else its last paid step. A completion has no steps: there the time is
the end of the problem's share when shares are laid out in presented order.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from r3gym.records.campaign_folder import ROWS
from r3gym.records.row_file import RowLine, parse_row
from r3gym.records.rows import EpisodeRow, Slot
from r3gym.viewer.entries import Entry, sign
from r3gym.viewer.run import Run
from r3gym.viewer.visible_text import visible_json

#: Kinds of runs that have a whole contest.
_CONTESTS = ("contest", "baseline", "target")


def boards(run: Run) -> Iterator[tuple[str, list[Entry]]]:
    """Yield every contest's address with the entries that count, in the order in which they ended."""
    found: dict[str, list[Entry]] = {}
    for entry in run.all_counting():
        if entry.kind in _CONTESTS and entry.failure is None:
            found.setdefault(entry.board, []).append(entry)
    yield from found.items()


def board_document(run: Run, entries: list[Entry], tiers: dict[str, str]) -> dict[str, Any]:
    """Return one contest's scoreboard: its problems, and a line for each episode with a cell for each problem."""
    lines = [_line(run, entry) for entry in entries]
    first = entries[0]
    longest = max(lines, key=lambda line: len(line["cells"]))
    found = {
        "contest": first.contest,
        "domain": first.domain,
        "setting": first.setting.replace("_", "-"),
        "suite": first.suite,
        "steps": first.setting == "agentic",
        "problems": [[cell["label"], cell["problem"], tiers.get(cell["problem"], "")] for cell in longest["cells"]],
        "lines": lines,
    }
    shown: dict[str, Any] = visible_json(found)
    return shown


def _line(run: Run, entry: Entry) -> dict[str, Any]:
    slots, path, brought = _facts(run, entry)
    at, cells = 0, []
    for slot in slots:
        at += slot.spent
        paid = [n for n, label in enumerate(path, 1) if label == slot.label]
        answers = brought.get(slot.label, [])
        answered = slot.verdict is not None or slot.correct
        by_steps = answers[-1] if answers else paid[-1] if paid else 0
        cells.append(
            {
                "label": slot.label,
                "problem": slot.problem_id,
                "sign": sign(slot.correct, slot.unsure, slot.parse, slot.verdict),
                "spent": slot.spent,
                "paid": paid if entry.setting == "agentic" else [],
                "answers": answers,
                "time": (by_steps if entry.setting == "agentic" else at) if answered else None,
            }
        )
    return {
        "key": entry.key,
        "policy": entry.policy,
        "scheduler": entry.scheduler,
        "kind": entry.kind,
        "regime": entry.regime,
        "repeat": entry.repeat,
        "budget": entry.budget,
        "spent": entry.spent,
        "score": entry.score,
        "cells": cells,
    }


def _facts(run: Run, entry: Entry) -> tuple[tuple[Slot, ...], str | list[str], dict[str, list[int]]]:
    """Return the slots, the label of every paid step, and the units spent at each version of each answer."""
    row, brought = None, {}
    if entry.offset is not None:
        row = _row_at(run.folder / ROWS, entry.offset)
    if row is None:
        record, _ = run.record(entry.key)
        row = EpisodeRow.from_record(record)
    if entry.record is not None and entry.setting == "agentic":
        brought = _answers(run.record_file(entry.key))
    return row.slots, row.path or "", brought


def _row_at(file: Path, offset: int) -> EpisodeRow:
    with file.open("rb") as stream:
        stream.seek(offset)
        return parse_row(file, RowLine(0, offset, stream.readline().rstrip(b"\n")))


def _answers(record: Path) -> dict[str, list[int]]:
    """Return the units spent when each version of each answer came; the record is not checked as a whole."""
    try:
        fields = from_json(record.read_bytes())
        spent = {step["id"]: step["state"]["spent"] for step in fields["steps"]}
        found: dict[str, list[int]] = {}
        for version in fields["candidates"] or ():
            found.setdefault(version["label"], []).append(spent.get(version["step"], 0))
        return found
    except (OSError, ValueError, KeyError, TypeError):  # an older format, which knows no versions
        return {}
