"""One annotator's work on a run: what was assigned, what is saved, and saving itself.

What `save`, `withdraw` and `finish` return is on the disk. The rules are those of `r3gym.behaviour.evidence`; the desk
adds that a label does not go from under those that build on it, and that causes need an oracle.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from r3gym.behaviour import (
    CODEBOOK,
    Annotator,
    Label,
    LabelRefused,
    LabelSet,
    Quotation,
    StandardRecord,
    Subject,
    check_label,
    find_subjects,
    label_set_path,
)
from r3gym.behaviour.codebook import MISS_CAUSE
from r3gym.behaviour.label import ANY_ROLE
from r3gym.behaviour.selection import selected_problems
from r3gym.behaviour.subjects import blind_id
from r3gym.desk.assignment import Wish, join
from r3gym.desk.changes import Change, Form, Place
from r3gym.desk.drafts import Drafts
from r3gym.desk.quoting import original_words
from r3gym.errors import InputError
from r3gym.records.campaign_folder import MANIFEST
from r3gym.records.reading import RecordError

#: Records that are kept as they were read; one is in use, its neighbours may be.
_KEPT = 4
NO_ORACLE = (
    "No primary causes here: they belong to misses that the oracle selects, and this episode has no oracle's choice "
    "(it takes a campaign with response curves and a budget)."
)


class UnknownEpisode(LookupError):
    """An episode that is not among those of the annotator."""


class NotSaved(Exception):
    """A form that is no label; ``reasons`` say why, ``draft`` whether it was kept as a draft."""

    def __init__(self, reasons: Sequence[str], *, draft: bool = False) -> None:
        self.reasons, self.draft = tuple(reasons), draft
        super().__init__("; ".join(reasons))


@dataclass(frozen=True, slots=True)
class Standing:
    """How far an episode is: its number of labels and drafts, and whether the annotator has finished it."""

    episode: str
    labels: int
    drafted: bool
    finished: bool


class Work:
    """The episodes of one annotator, in order; safe to use from several threads, and beside other processes."""

    def __init__(self, run: Path, name: str, wish: Wish | None = None, curves: Sequence[Path] = ()) -> None:
        subjects = {one.episode: one for one in find_subjects(run)}
        self.plan = join(run, sorted(subjects), name, wish or Wish())
        chosen = selected_problems([run, *curves]) if (run / MANIFEST).is_file() else {}
        seed = self.plan.seed
        mine = [subjects[one] for one in self.plan.shares()[name] if one in subjects]
        named = [replace(s, blind_id=blind_id(s.episode, seed), selected=chosen.get(s.episode)) for s in mine]
        self.annotator = Annotator.model_validate({"type": "person", "name": name})
        self._subjects = {one.blind_id: one for one in named}
        self._labels = LabelSet(label_set_path(run, name))
        self._drafts = Drafts(run, name)
        self._records: dict[str, tuple[tuple[int, int], StandardRecord]] = {}
        self._lock = threading.Lock()

    def record(self, episode: str) -> StandardRecord:
        """Return the standardised record of an episode as it is now; raise `RecordError` if it cannot be read."""
        subject = self._subject(episode)
        status = subject.file.stat()
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._records.get(episode)
        if known is None or known[0] != stamp:
            try:
                known = (stamp, subject.standard())
            except RecordError as error:
                raise RecordError(f"{subject.file}: {error}") from None
            self._records.pop(episode, None)
            self._records[episode] = known
            for oldest in list(self._records)[:-_KEPT]:
                self._records.pop(oldest, None)
        return known[1]

    def labels(self, episode: str) -> tuple[Label, ...]:
        """Return the annotator's labels of an episode."""
        own = self._subject(episode).episode
        with self._lock:
            self._labels.refresh()
            return self._labels.labels(own, self.annotator)

    def drafts(self, episode: str) -> tuple[Form, ...]:
        """Return the annotator's drafts of an episode."""
        self._subject(episode)
        return self._drafts.of(episode)

    def standings(self) -> tuple[Standing, ...]:
        """Return how far each episode is, in the order of the assignment."""
        with self._lock:
            self._labels.refresh()
            finished = set(self._labels.finished(self.annotator))
            counts: dict[str, int] = {}
            for label in self._labels.labels(annotator=self.annotator):
                counts[label.episode] = counts.get(label.episode, 0) + 1
        drafted = self._drafts.begun()
        return tuple(
            Standing(blind, counts.get(one.episode, 0), blind in drafted, one.episode in finished)
            for blind, one in self._subjects.items()
        )

    def resume_at(self) -> str | None:
        """Return the episode to go on with: the unfinished one that was labelled last, else the first unfinished."""
        with self._lock:
            last = {
                label.episode: label.at or ""
                for label in sorted(self._labels.labels(annotator=self.annotator), key=lambda one: one.at or "")
            }
        unfinished = [one.episode for one in self.standings() if not one.finished]
        return max(unfinished, key=lambda blind: last.get(self._subjects[blind].episode, ""), default=None)

    def save(self, change: Change) -> Label:
        """Store a form as a label, durably; else keep it as a draft, durably too, and raise `NotSaved`."""
        form = change.form
        record = self.record(change.episode)
        with self._lock:
            try:
                stored = self._store(self._label(change.episode, form, record), change.moved, record)
            except NotSaved as refused:
                self._drafts.keep(change.episode, form)
                if change.moved is not None and change.moved != form.place:
                    self._drafts.drop(change.episode, change.moved)
                raise NotSaved(refused.reasons, draft=True) from None
            for place in {form.place, change.moved or form.place}:
                self._drafts.drop(change.episode, place)
        return stored

    def withdraw(self, episode: str, place: Place) -> None:
        """Take a label back durably, and forget its draft; raise `NotSaved` while other labels build on it."""
        record = self.record(episode)
        with self._lock:
            current = self._current(episode, place)
            if current is not None:
                self._check_and_add([self._withdrawn(current)], record)
            self._drafts.drop(episode, place)

    def finish(self, episode: str) -> None:
        """Store durably that the episode is finished; raise `NotSaved` while it has drafts."""
        subject = self._subject(episode)
        drafts = self._drafts.of(episode)
        if drafts:
            named = ", ".join(f"{one.kind}{'' if one.problem is None else f' of {one.problem}'}" for one in drafts)
            raise NotSaved([f"not finished: {named} is filled in, but no label yet; complete it or take it back"])
        with self._lock:
            self._labels.refresh()
            self._labels.finish(subject.episode, self.annotator)

    def _subject(self, episode: str) -> Subject:
        found = self._subjects.get(episode)
        if found is None:
            raise UnknownEpisode("there is no such record among those that were assigned to you")
        return found

    def _label(self, episode: str, form: Form, record: StandardRecord) -> Label:
        kind = CODEBOOK.get(form.kind)
        if kind is None:
            raise NotSaved([f"the codebook has no kind {form.kind!r}; it has {', '.join(CODEBOOK)}"])
        if not form.value:
            raise NotSaved([f"no value yet; it is one of {', '.join(kind.values)}"])
        if form.kind == MISS_CAUSE and all(one.selected is None for one in record.problems):
            raise NotSaved([NO_ORACLE])
        blank = [one for one in form.quotations if not one.text]
        if blank:
            raise NotSaved([f"the quotation of {one.event or one.role} is blank; quote the words" for one in blank])
        return Label(
            episode=self._subject(episode).episode,
            kind=form.kind,
            problem=form.problem,
            instance=form.instance,
            value=form.value,
            quotations=tuple(
                Quotation(
                    event=one.event,
                    text=original_words(record.by_id[one.event].text, one.text)
                    if one.event in record.by_id
                    else one.text,
                    role=one.role or ANY_ROLE,
                )
                for one in form.quotations
            ),
            annotator=self.annotator,
            note=form.note,
            at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )

    def _store(self, label: Label, moved: Place | None, record: StandardRecord) -> Label:
        former = None if moved is None else self._former(label, moved)
        return self._check_and_add([label] if former is None else [self._withdrawn(former), label], record)[-1]

    def _former(self, label: Label, moved: Place) -> Label | None:
        found = [
            one
            for one in self._labels.labels(label.episode, self.annotator)
            if (one.kind, one.problem, one.instance) == (moved.kind, moved.problem, moved.instance)
        ]
        return found[0] if found and found[0].place != label.place else None

    def _check_and_add(self, labels: Sequence[Label], record: StandardRecord) -> tuple[Label, ...]:
        self._labels.refresh()
        reasons = list(self._left_without_focal(labels, record))
        if reasons:
            raise NotSaved(reasons)
        try:
            return self._labels.add_all(labels, record)
        except LabelRefused as refused:
            raise NotSaved(refused.reasons) from None

    def _left_without_focal(self, labels: Sequence[Label], record: StandardRecord) -> Iterator[str]:
        """Yield a sentence for each label that stands now and would not once these are stored."""
        changed = {one.place: one for one in labels}
        before = {one.place: one for one in self._labels.labels(labels[0].episode, self.annotator)}
        after = [one for one in {**before, **changed}.values() if not one.withdrawn]
        for one in before.values():
            if one.place in changed or CODEBOOK[one.kind].focal not in {label.kind for label in labels}:
                continue
            if _stands(one, record, list(before.values())) and not _stands(one, record, after):
                yield f"{one.kind} builds on it; change that first, or take it back"

    def _current(self, episode: str, place: Place) -> Label | None:
        self._labels.refresh()
        own = self._subject(episode).episode
        wanted = (place.kind, place.problem, place.instance)
        found = self._labels.labels(own, self.annotator)
        return next((one for one in found if (one.kind, one.problem, one.instance) == wanted), None)

    def _withdrawn(self, label: Label) -> Label:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        return label.model_copy(update={"withdrawn": True, "facts": None, "at": now})


def _stands(label: Label, record: StandardRecord, others: Sequence[Label]) -> bool:
    try:
        check_label(label, record, others)
    except InputError:
        return False
    return True
