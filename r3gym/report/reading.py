"""From record files to accounts. One file that cannot be read does not keep the others from being shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from r3gym.errors import InputError
from r3gym.records import RecordError, read_record
from r3gym.records.partial import PARTIAL
from r3gym.report.episode_report import EpisodeReport
from r3gym.report.extract import make_report
from r3gym.report.text import plain


@dataclass(frozen=True, slots=True)
class UnreadableRecord:
    """A file that is no record of ours, and why."""

    record: str
    why: str


def record_files(sources: Iterable[Path]) -> list[Path]:
    """The files that are meant: files as they are named, and all records below a folder, each once, by name."""
    found: dict[Path, None] = {}
    for source in sources:
        if source.is_dir():
            below = sorted(path for path in source.rglob("*") if _is_record(path))
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


def read_account(path: Path) -> EpisodeReport | UnreadableRecord:
    """The account of a record, or why there is none."""
    name = plain(str(path))
    try:
        return make_report(read_record(path), name)
    except RecordError as error:
        return UnreadableRecord(name, plain(str(error)))


def _is_record(path: Path) -> bool:
    """Whether a file below a folder is meant: a record, or what a killed process left of one."""
    return path.name.endswith((".json", PARTIAL)) and not path.name.startswith(".") and path.is_file()
