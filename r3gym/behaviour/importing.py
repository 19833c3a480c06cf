"""Import labels of others: rows with one quotation that is addressed by step or turn, in the record's own words.

A row has ``episode``, ``kind``, ``problem``, ``value``, ``step`` or ``turn`` with ``field`` (text, output, reasoning,
content), ``quote`` and perhaps ``note``. The quotation is found in the record, moved to the event where it stands, and
shown as annotators see it. Such sets name no components; their standard of evidence is one exact quotation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from r3gym.behaviour.blinding import Blinding
from r3gym.behaviour.codebook import MISS_CAUSE
from r3gym.behaviour.events import StandardRecord
from r3gym.behaviour.evidence import LabelRefused
from r3gym.behaviour.label import Annotator, Label, Quotation
from r3gym.behaviour.label_set import LabelSet
from r3gym.behaviour.standard import own_names
from r3gym.behaviour.subjects import Subject
from r3gym.errors import InputError
from r3gym.records.record import EpisodeRecord


class ForeignLabel(BaseModel):
    """One row of a file of labels."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    episode: str
    kind: str
    problem: str | None = None
    value: str
    step: int | None = None
    turn: int | None = None
    field: Literal["text", "output", "reasoning", "content"] | None = None
    quote: str | None = None
    note: str = ""


@dataclass(frozen=True)
class Imported:
    """How many labels were stored, and why others were not, each with its line."""

    stored: int
    refused: tuple[str, ...]


def import_labels(file: Path, subjects: Iterable[Subject], into: LabelSet, annotator: Annotator) -> Imported:
    """Import a file of labels for the episodes of a run; raise `InputError` for a line that is no row of such a file.

    A positive label whose quotation does not stand in its record is refused, with its line; the others are stored.
    """
    known = {subject.episode: subject for subject in subjects}
    stored, refused = 0, []
    opened: dict[str, tuple[EpisodeRecord, StandardRecord]] = {}
    counts: dict[tuple[str, str, str | None], int] = {}
    for number, row in _rows(file):
        if row.episode not in known:
            refused.append(f"line {number}: {row.episode}: the run has no such episode")
            continue
        if row.episode not in opened:
            record = known[row.episode].record()
            opened[row.episode] = record, known[row.episode].standard()
        record, standard = opened[row.episode]
        place = row.episode, row.kind, row.problem
        counts[place] = counts.get(place, 0) + 1
        try:
            into.add(_label(row, record, standard, annotator, counts[place]), standard)
            stored += 1
        except (LabelRefused, InputError) as error:
            refused.append(f"line {number}: {error}")
    for episode in opened:
        into.finish(episode, annotator)
    return Imported(stored, tuple(refused))


def _rows(file: Path) -> Iterator[tuple[int, ForeignLabel]]:
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, ForeignLabel.model_validate_json(line)
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                where = ".".join(map(str, first["loc"])) or "the line"
                raise InputError(f"{file}, line {number}: {where}: {first['msg']}; fields are {_FIELDS}") from None


_FIELDS = ", ".join(ForeignLabel.model_fields)


def _label(
    row: ForeignLabel, record: EpisodeRecord, standard: StandardRecord, annotator: Annotator, instance: int
) -> Label:
    quotations = tuple(_quotations(row, record, standard)) if row.quote else ()
    return Label(
        episode=row.episode,
        kind=row.kind,
        problem=row.problem,
        instance=1 if row.kind == MISS_CAUSE else instance,
        value=row.value,
        quotations=quotations,
        annotator=annotator,
        note=row.note,
    )


def _quotations(row: ForeignLabel, record: EpisodeRecord, standard: StandardRecord) -> Iterator[Quotation]:
    """Yield the quotation, one for each event that it stands in."""
    quote = row.quote or ""
    blind = Blinding(own_names(record))
    for address in _addresses(row, record):
        text = _text(record, address)
        start = text.find(quote)
        if start < 0:
            continue
        blinded = blind.blind(text)
        begin, end = blinded.span(start, start + len(quote))
        words = blinded.text[begin:end]
        if address in standard.by_id:
            if words in standard.event(address).text:
                yield Quotation(event=address, text=words)
                return
            continue
        found = list(_pieces(standard, address, begin, end))
        if found:
            yield from found
            return
    where = f"step {row.step}" if row.step is not None else f"turn {row.turn}"
    raise InputError(f"{row.episode}: {quote[:60]!r} does not stand in {where}, {row.field}")


def _addresses(row: ForeignLabel, record: EpisodeRecord) -> Iterator[str]:
    if row.field in ("text", "output") and row.step is not None:
        yield f"s{row.step}" if row.field == "text" else f"s{row.step}.output"
    if row.field == "content" and row.turn is not None:
        yield f"t{row.turn}"
    if row.field == "reasoning":
        if row.turn is not None:
            yield f"r{row.turn}"
        else:
            yield from (one.id for one in record.reasoning)
    if row.field == "text" and record.completion is not None:
        yield record.completion.id


def _text(record: EpisodeRecord, address: str) -> str:
    try:
        return record.quote(address)
    except InputError:
        return ""


def _pieces(standard: StandardRecord, address: str, begin: int, end: int) -> Iterator[Quotation]:
    """Yield what of a span of a split text stands in each of its events."""
    at = 0
    for event in standard.events:
        if event.step == address and event.id.startswith(f"{address}.") and event.id[len(address) + 1 :].isdigit():
            first, last = max(begin, at), min(end, at + len(event.text))
            if first < last and event.text[first - at : last - at].strip():
                yield Quotation(event=event.id, text=event.text[first - at : last - at])
            at += len(event.text)
