"""Make rows again from records: what a loss of power took from the rows, and what was damaged there.

A record is on the disk before its row, and the row is a pure function of it. So an episode whose record is whole and
has a result need not be played again, whatever became of its row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from r3gym.campaigns.store import Store, read_plan, record_name
from r3gym.records.campaign_folder import read_rows
from r3gym.records.reading import RecordError, parse_record
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow


def recover_rows(store: Store) -> list[EpisodeRow]:
    """Append the rows of planned episodes that have a whole record with a result and no row; return them."""
    done = {row.id for row in read_rows(store.folder) if row.failure is None}
    wanted = [episode.id for episode in read_plan(store.folder) if episode.id not in done]
    found = list(rows_of_records(store.folder, wanted))
    for row in found:
        store.add_recovered(row)
    if found:
        store.flush()
    return found


def rows_of_records(folder: Path, episodes: Collection[str]) -> Iterator[EpisodeRow]:
    """Yield the rows with a result that the records of these episodes give."""
    for episode in episodes:
        record = whole_record(folder / record_name(episode))
        if record is not None and record.place is not None and record.place.id == episode:
            row = EpisodeRow.from_record(record).model_copy(update={"record": record_name(episode)})
            if row.failure is None:
                yield row


def whole_record(path: Path) -> EpisodeRecord | None:
    """Return the record of a file whose checksum fits; None for no file, a damaged one, or one without a checksum."""
    try:
        record, sealed = parse_record(path.read_bytes())
    except (OSError, RecordError):
        return None
    return record if sealed else None
