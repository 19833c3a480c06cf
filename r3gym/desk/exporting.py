"""The labels of a run in one file: a label set again (.jsonl), or a table for spreadsheets (.csv)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from r3gym.behaviour import Label, LabelSet, LabelSetHeader, label_sets
from r3gym.behaviour.label import Finished
from r3gym.errors import InputError
from r3gym.utils.atomic_files import write_durably
from r3gym.utils.sealing import seal_line

COLUMNS = ("episode", "annotator", "kind", "problem", "instance", "value", "events", "quotations", "note", "at")


def export_labels(run: Path, file: Path, annotator: str | None = None) -> tuple[int, int]:
    """Write the labels that count of all label sets of a run, or of one; return how many of how many sets.

    A file that exists is left alone (`InputError`).
    """
    if file.exists():
        raise InputError(f"{file}: it exists already; give another name")
    if file.suffix not in (".jsonl", ".csv"):
        raise InputError(f"{file}: its name ends in .jsonl (a label set) or .csv (a table)")
    found = {name: path for name, path in label_sets(run).items() if annotator in (None, name)}
    if not found:
        whose = "" if annotator is None else f" of {annotator}"
        raise InputError(f"{run}: no labels{whose} yet; `r3gym annotate {run}` makes some")
    sets = [LabelSet(path) for path in found.values()]
    labels = [label for one in sets for label in one.labels()]
    write_durably(file, _table(labels) if file.suffix == ".csv" else _label_set(sets, f"exported: {', '.join(found)}"))
    return len(labels), len(sets)


def _label_set(sets: Iterable[LabelSet], about: str) -> str:
    every = list(sets)
    loose = any(one.header.evidence == "quotation" for one in every)
    weakest = LabelSetHeader(evidence="quotation" if loose else "components", about=about)
    rows: list[LabelSetHeader | Label | Finished] = [weakest]
    for one in every:
        rows += one.labels()
        rows += [Finished(finished=e, annotator=who) for who in one.annotators for e in one.finished(who)]
    header, *others = rows
    texts = [header.model_dump_json(), *(row.model_dump_json(exclude_defaults=True) for row in others)]
    return "".join(f"{seal_line(text.encode()).decode()}\n" for text in texts)


def _table(labels: Iterable[Label]) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for one in labels:
        quoted = [f"{q.role}@{q.event}" for q in one.quotations]
        words = _plain("\n".join(q.text for q in one.quotations))
        where = (one.episode, one.annotator, one.kind, one.problem or "", one.instance)
        table.writerow((*where, one.value, " ".join(quoted), words, _plain(one.note), one.at or ""))
    return out.getvalue()


def _plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: models write these."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
