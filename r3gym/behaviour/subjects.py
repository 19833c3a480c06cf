"""The episodes of a run that can be labelled: contests with a record, in a campaign's folder or a folder of records."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from r3gym.behaviour.events import StandardRecord
from r3gym.behaviour.label_set import LABELS
from r3gym.behaviour.standard import standard_record
from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST, counted_rows
from r3gym.records.reading import read_record
from r3gym.records.record import EpisodeRecord
from r3gym.records.run_kind import RunKind
from r3gym.utils.hashing import hash_bytes


@dataclass(frozen=True, slots=True)
class Subject:
    """One episode. ``episode`` is its name in labels; ``blind_id`` is what annotators see of it."""

    episode: str
    file: Path
    blind_id: str
    selected: frozenset[str] | None = None

    def record(self) -> EpisodeRecord:
        """Read the record; raise `RecordError` when it cannot be read."""
        return read_record(self.file)

    def standard(self) -> StandardRecord:
        """Read the record and return what annotators see of it."""
        return standard_record(self.record(), self.selected)


def find_subjects(
    run: Path, *, seed: int = 0, selected: Mapping[str, frozenset[str]] | None = None
) -> tuple[Subject, ...]:
    """Return the episodes of a run, shuffled by the seed, so that their order tells neither model nor domain.

    ``selected`` maps an episode to the labels of the problems that the oracle selects. Raises `InputError` for a path
    that holds no record.
    """
    found = _of_campaign(run) if (run / MANIFEST).is_file() else _of_records(run)
    if not found:
        raise InputError(
            f"{run}: no records of contests; give a campaign's folder (with records = all), a folder of records, or one"
        )
    chosen = selected or {}
    subjects = [Subject(name, file, blind_id(name, seed), chosen.get(name)) for name, file in sorted(found.items())]
    random.Random(seed).shuffle(subjects)
    return tuple(subjects)


def blind_id(episode: str, seed: int) -> str:
    """Return the name of an episode that tells nothing: another seed gives another one."""
    return f"T-{hash_bytes(f'{seed}:{episode}'.encode('utf-8', 'surrogatepass'))[:8]}"


def assign(subjects: Iterable[Subject], annotators: Sequence[str], *, overlap: int = 0) -> Mapping[str, list[Subject]]:
    """Deal the episodes to annotators, as evenly as possible; the first ``overlap`` ones go to every annotator.

    >>> from pathlib import Path
    >>> dealt = assign([Subject(str(n), Path(), "") for n in range(5)], ["ann", "ben"], overlap=1)
    >>> [[one.episode for one in mine] for mine in dealt.values()]
    [['0', '1', '3'], ['0', '2', '4']]
    """
    if not annotators or len(set(annotators)) < len(annotators):
        raise InputError(f"annotators {', '.join(annotators) or '(none)'}: name each of them once")
    every = list(subjects)
    dealt: dict[str, list[Subject]] = dict.fromkeys(annotators, every[:overlap])
    for n, subject in enumerate(every[overlap:]):
        mine = annotators[n % len(annotators)]
        dealt[mine] = [*dealt[mine], subject]
    return dealt


def _of_campaign(run: Path) -> dict[str, Path]:
    return {
        row.id: run / row.record
        for row in counted_rows(run)
        if row.kind is RunKind.CONTEST and row.record is not None and (run / row.record).is_file()
    }


def _of_records(run: Path) -> dict[str, Path]:
    if run.is_file():
        return {run.name: run}
    if not run.is_dir():
        raise InputError(f"{run}: not found; give a campaign's folder, a folder of records, or one record (.json)")
    found = {}
    for file in sorted(run.rglob("*.json")):
        inside = file.relative_to(run)
        if LABELS not in inside.parts and not any(part.startswith(".") for part in inside.parts) and _is_record(file):
            found[inside.as_posix()] = file
    return found


def _is_record(file: Path) -> bool:
    """Return whether a file says that it is a record, by its beginning: a folder may hold other JSON too."""
    with file.open("rb") as stream:
        head = stream.read(200).decode("utf-8", "replace")
    return '"r3gym-record-' in head
