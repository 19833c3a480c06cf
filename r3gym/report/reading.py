"""From record files to accounts. One file that cannot be read does not keep the others from being shown."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from r3gym.errors import InputError
from r3gym.records.episode_log import RECORD_FORMAT
from r3gym.report.account import Account
from r3gym.report.extract import account_of
from r3gym.report.text import plain


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is no record of ours, and why."""

    record: str
    why: str


def record_files(sources: Iterable[Path]) -> list[Path]:
    """The files that are meant: files as they are named, and all .json files below a folder, each once, by name."""
    found: dict[Path, None] = {}
    for source in sources:
        if source.is_dir():
            below = sorted(p for p in source.rglob("*.json") if p.is_file() and not p.name.startswith("."))
            if not below:
                raise InputError(
                    f"{source}: no .json file below this folder; records come from play, demo and campaigns"
                )
            found |= dict.fromkeys(below)
        elif source.exists():
            found[source] = None
        else:
            raise InputError(f"{source}: not found; give records (.json) or folders of them")
    return list(found)


def read_record(path: Path) -> Account | Unreadable:
    """The account of a record, or why there is none."""
    name = plain(str(path))
    try:
        record: Any = json.loads(path.read_text("utf-8-sig", errors="surrogateescape"))
    except OSError as error:
        return Unreadable(name, f"cannot be read: {error.strerror}")
    except json.JSONDecodeError as error:
        return Unreadable(name, f"not whole JSON, perhaps torn: {error.msg} at line {error.lineno}")
    except (ValueError, RecursionError) as error:
        return Unreadable(name, f"cannot be read: {plain(str(error))[:80]}")
    written = record.get("format") if isinstance(record, dict) else None
    if written != RECORD_FORMAT:
        what = "no record of r3gym" if written is None else f"a record of the format {plain(str(written))[:40]!r}"
        return Unreadable(name, f"{what}; this r3gym reads {RECORD_FORMAT}")
    return account_of(record, name)
