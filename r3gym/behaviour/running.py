"""Label all episodes of a run by an annotator that is a function; what is finished is not done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import get_context

from r3gym.behaviour.events import StandardRecord
from r3gym.behaviour.label import Annotator, Label
from r3gym.behaviour.label_set import LabelSet
from r3gym.behaviour.subjects import Subject
from r3gym.records.reading import RecordError

#: The labels of an episode, from its name and its standardised record.
Labeller = Callable[[str, StandardRecord], Sequence[Label]]
#: So many episodes are written before the file is synced.
_SYNCED = 200


@dataclass
class RunOutcome:
    """What was done: episodes labelled now and before, and the records that could not be read."""

    labelled: int = 0
    before: int = 0
    unreadable: list[str] = field(default_factory=list)


def label_run(
    subjects: Iterable[Subject],
    labels: LabelSet,
    labeller: Labeller,
    annotator: Annotator,
    *,
    processes: int = 1,
    progress: Callable[[int], object] = lambda _: None,
) -> RunOutcome:
    """Label every episode that the annotator has not finished, each in one write, and return what was done.

    With several ``processes`` the labeller must be a function of a module. A stop loses the episodes under way alone.
    """
    known = set(labels.finished(annotator))
    outcome = RunOutcome()
    open_ones = []
    for subject in subjects:
        if subject.episode in known:
            outcome.before += 1
        else:
            open_ones.append(subject)
    for subject, found in _labelled(open_ones, labeller, processes):
        if isinstance(found, str):
            outcome.unreadable.append(f"{subject.episode}: {found}")
        else:
            # What a loss of power takes since the last sync is labelled again: by rules, or from kept replies.
            labels.add_all(found[1], found[0], finished=True, durable=False)
            outcome.labelled += 1
            if outcome.labelled % _SYNCED == 0:
                labels.sync()
        progress(1)
    labels.sync()
    return outcome


_Found = tuple[StandardRecord, Sequence[Label]] | str


def _labelled(subjects: Sequence[Subject], labeller: Labeller, processes: int) -> Iterator[tuple[Subject, _Found]]:
    work = partial(_label, labeller)
    if processes <= 1:
        for subject in subjects:
            yield subject, work(subject)
        return
    waiting = iter(subjects)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        # In stretches, so that a long run neither queues nor holds more than a few hundred episodes.
        while stretch := list(islice(waiting, 64 * processes)):
            yield from zip(stretch, pool.map(work, stretch, chunksize=16), strict=True)


def _label(labeller: Labeller, subject: Subject) -> _Found:
    try:
        record = subject.standard()
    except RecordError as error:
        return str(error)
    return record, labeller(subject.episode, record)
