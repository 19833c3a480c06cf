"""A label set: a file of labels beside a run, ``RUN/labels/NAME.jsonl``.

The first line is the header (format, codebook, standard of evidence), every other one label, or that an annotator has
finished an episode. Lines are only appended, each with its checksum; of several lines of the same place the last one
counts, so that a label is changed by writing it again. What was acknowledged is on the disk (fsync). Several processes
may write: check and append happen under one lock. A line that a killed process left half-written was never
acknowledged, and the next writer cuts it off.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from r3gym.behaviour.codebook import CODEBOOK_VERSION
from r3gym.behaviour.events import StandardRecord
from r3gym.behaviour.evidence import check_label
from r3gym.behaviour.label import Annotator, Finished, Label
from r3gym.errors import InputError
from r3gym.records.model_base import FrozenModel, Text
from r3gym.utils.atomic_files import make_folder_durably, sync_folder
from r3gym.utils.sealing import ChecksumError, seal_line, unseal_line

LABELS, SUFFIX = "labels", ".jsonl"
Place = tuple[str, Annotator, str, str | None, int]


class LabelSetHeader(FrozenModel):
    """The first line of a label set."""

    format: Literal["r3gym-labels-1"] = Field(default="r3gym-labels-1", description="The version of this format.")
    codebook: Text = Field(default=CODEBOOK_VERSION, description="The version of the codebook.")
    evidence: Literal["components", "quotation"] = Field(
        default="components",
        description="components: a positive label quotes every required component. quotation: one exact quotation.",
    )
    about: Text = Field(default="", description="Where the labels come from.")


class LabelSet:
    """A label set that is open for reading and writing; `refresh` reads what others have written since.

    >>> import tempfile
    >>> LabelSet(Path(tempfile.mkdtemp()) / "mine.jsonl").labels()
    ()
    """

    def __init__(self, path: Path, header: LabelSetHeader | None = None, *, keep: bool = True) -> None:
        """Open a file; it need not exist, and is made with the first label. Raises `InputError` for another file.

        Without ``keep`` labels are checked and written but not held: for annotators who give all labels of an episode
        in one `add_all`, over any number of episodes.
        """
        self.path, self._holds = path, keep
        self.header = header or LabelSetHeader()
        self._current: dict[Place, Label] = {}
        self._of: dict[str, dict[Place, Label]] = {}
        self._finished: dict[tuple[str, Annotator], None] = {}
        self._at = self._line = 0
        self.refresh()

    def labels(self, episode: str | None = None, annotator: Annotator | None = None) -> tuple[Label, ...]:
        """Return the labels that count, of one episode or annotator if given, in the order of their places."""
        found = self._current if episode is None else self._of.get(episode, {})
        return tuple(
            one for one in found.values() if not one.withdrawn and (annotator is None or one.annotator == annotator)
        )

    def finished(self, annotator: Annotator | None = None) -> tuple[str, ...]:
        """Return the episodes that the annotator (any, if not given) has finished, in order."""
        return tuple(dict.fromkeys(e for e, who in self._finished if annotator is None or who == annotator))

    @property
    def annotators(self) -> tuple[Annotator, ...]:
        """Everyone who has labelled or finished something, in order."""
        return tuple(dict.fromkeys([*(place[1] for place in self._current), *(who for _, who in self._finished)]))

    def add(self, label: Label, record: StandardRecord) -> Label:
        """Check a label against its record and store it durably; return it as stored, or raise `LabelRefused`."""
        return self.add_all([label], record)[0]

    def add_all(
        self, labels: Sequence[Label], record: StandardRecord, *, finished: bool = False, durable: bool = True
    ) -> tuple[Label, ...]:
        """Check labels of one episode in order and store them in one write: all of them, or none (`LabelRefused`).

        With ``finished`` the annotators of the labels have finished the episode. Without ``durable`` a loss of power
        may take them back (`sync` makes them durable).
        """
        with self._locked() as file:
            checked: dict[Place, Label] = {}
            for label in labels:
                before = {**self._of.get(label.episode, {}), **checked}
                others = [o for o in before.values() if o.annotator == label.annotator and not o.withdrawn]
                stored = check_label(label, record, others, components=self.header.evidence == "components")
                checked[stored.place] = stored
            rows: list[Label | Finished] = [*checked.values()]
            if finished:
                done = dict.fromkeys((one.episode, one.annotator) for one in checked.values())
                rows += [Finished(finished=episode, annotator=who) for episode, who in done]
            self._append(file, rows, durable)
        return tuple(checked.values())

    def finish(self, episode: str, annotator: Annotator) -> None:
        """Store durably that an annotator has finished an episode."""
        with self._locked() as file:
            self._append(file, [Finished(finished=episode, annotator=annotator)], True)

    def sync(self) -> None:
        """Make everything durable that was added without it."""
        if self.path.exists():
            file = os.open(self.path, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)

    def refresh(self) -> None:
        """Read the whole lines that were written since the last reading, by whoever."""
        if not self.path.exists():
            return
        with self.path.open("rb") as stream:
            stream.seek(self._at)
            for line in stream:
                if not line.endswith(b"\n"):
                    break
                self._line += 1
                self._take(line[:-1])
                self._at += len(line)

    def _take(self, line: bytes) -> None:
        where = f"{self.path}, line {self._line}"
        try:
            data, _ = unseal_line(line)
            if self._line == 1 or data.startswith(b'{"format":'):
                self.header = LabelSetHeader.model_validate_json(data)
                if self.header.codebook != CODEBOOK_VERSION:
                    raise InputError(
                        f"{where}: a label set of {self.header.codebook}; this r3gym labels by {CODEBOOK_VERSION}: "
                        "import its labels into a new set"
                    )
            elif data.startswith(b'{"finished":'):
                self._keep(Finished.model_validate_json(data))
            elif self._holds:
                self._keep(Label.model_validate_json(data))
        except ChecksumError as error:
            raise InputError(f"{where}: {error}") from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(map(str, first["loc"])) or "the line"
            raise InputError(
                f"{where}: no row of a label set: {field}: {first['msg']}; `r3gym behaviour import` reads other files"
            ) from None

    def _keep(self, row: Label | Finished) -> None:
        if isinstance(row, Finished):
            self._finished[row.finished, row.annotator] = None
        elif self._holds:
            self._current[row.place] = row
            self._of.setdefault(row.episode, {})[row.place] = row

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """Hold the file's lock, everything read that is there, and its torn last line cut off."""
        new = not self.path.exists()
        try:
            if new:
                make_folder_durably(self.path.parent)
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise InputError(
                f"{self.path}: labels cannot be written: {error.strerror}; --into FILE writes them elsewhere"
            ) from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.refresh()
            if os.fstat(file).st_size > self._at:
                os.ftruncate(file, self._at)
            if self._at == 0:
                self._write(file, [seal_line(self.header.model_dump_json().encode())])
                self._line = 1
            yield file
        finally:
            os.close(file)
        if new:
            sync_folder(self.path.parent)

    def _append(self, file: int, rows: Iterable[Label | Finished], durable: bool) -> None:
        found = list(rows)
        self._write(file, [seal_line(row.model_dump_json(exclude_defaults=True).encode()) for row in found])
        if durable:
            os.fsync(file)
        self._line += len(found)
        for row in found:
            self._keep(row)

    def _write(self, file: int, lines: Sequence[bytes]) -> None:
        data = b"".join(line + b"\n" for line in lines)
        view = memoryview(data)
        while view:
            view = view[os.write(file, view) :]
        self._at += len(data)


def label_sets(run: Path) -> Mapping[str, Path]:
    """Return the label sets beside a run by name: ``RUN/labels/NAME.jsonl``."""
    folder = labels_folder(run)
    return {file.stem: file for file in sorted(folder.glob(f"*{SUFFIX}"))} if folder.is_dir() else {}


def label_set_path(run: Path, name: str) -> Path:
    """Return where the label set of a name stands; raise `InputError` for a name that is no plain word."""
    if not name or not all(sign.isalnum() or sign in "-_." for sign in name) or name.startswith("."):
        raise InputError(f"{name!r}: the name of a label set is made of letters, digits, '-', '_' and '.'")
    return labels_folder(run) / f"{name}{SUFFIX}"


def labels_folder(run: Path) -> Path:
    """Return the folder of a run's label sets; that of a single record stands beside the record."""
    return (run if run.is_dir() else run.parent) / LABELS
