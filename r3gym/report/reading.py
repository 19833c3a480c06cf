"""Read record files as reports. A file that cannot be read does not prevent the others from being shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from r3gym.errors import InputError
from r3gym.records import RecordError, read_record
from r3gym.records.campaign_folder import MANIFEST
from r3gym.records.partial import PARTIAL
from r3gym.report.episode_report import EpisodeReport
from r3gym.report.extract import make_report
from r3gym.report.text import plain


@dataclass(frozen=True, slots=True)
class UnreadableRecord:
    """A file that is not an r3gym record, and the reason."""

    record: str
    why: str


#: What a campaign's folder holds beside its records.
_CAMPAIGN_FILES = (MANIFEST, "definition.json", "budgets.json", "bill.json")


def record_files(sources: Iterable[Path]) -> list[Path]:
    """Return the files of the sources, each once: files as given, and all records below a folder, sorted by name."""
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
    """Return the report of a record, or the reason why it cannot be read."""
    name = plain(str(path))
    try:
        return make_report(read_record(path), name)
    except RecordError as error:
        return UnreadableRecord(name, plain(str(error)))


def _is_record(path: Path) -> bool:
    """Return whether a file below a folder is a record, or the partial file of a killed process."""
    if path.name in _CAMPAIGN_FILES and (path.parent / MANIFEST).is_file():
        return False
    return path.name.endswith((".json", PARTIAL)) and not path.name.startswith(".") and path.is_file()
