"""Protocol outcomes of episodes, by the definitions of `r3gym.analysis.protocol_outcomes`, with sanitised words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import ValidationError

from r3gym.analysis.figure import Name
from r3gym.analysis.outcome_layouts import SECTIONS, OutcomeSection
from r3gym.analysis.protocol_outcomes import Tally, outcome_tallies
from r3gym.cells.table import table_of
from r3gym.errors import InputError
from r3gym.records.protocol_facts import ReadingFacts
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow
from r3gym.report.text import plain

Outcomes = Mapping[Name, Tally]


def episode_outcomes(record: EpisodeRecord) -> Outcomes:
    """Return the outcomes of one episode; none where an old record does not say enough for a row."""
    if record.result is not None and record.ledger is None:
        return {}
    try:
        table = table_of([EpisodeRow.from_record(record)])
    except (InputError, ValidationError):
        return {}
    found = outcome_tallies(table, np.arange(len(table)), table.failed)
    return {(figure, plain(group)): tally for (figure, group), tally in found.items()}


def finish_reasons(outcomes: Outcomes) -> str:
    """Return the finish reasons of an episode's calls with their counts, "" without any call."""
    counts = {group: tally.count for (figure, group), tally in outcomes.items() if figure == "finish" and tally.count}
    return ", ".join(f"{word} {count:,.0f}" for word, count in counts.items())


def reading_phrase(read: ReadingFacts | None) -> str:
    """Return what is to be said of how an answer was read, "" for the ordinary case.

    >>> reading_phrase(ReadingFacts(duplicate=True, flagged=True))
    'several sections with different answers; not found in the trace of the finaliser'
    """
    if read is None:
        return ""
    said = (
        ("several sections with different answers", read.duplicate),
        ("read without its marker", read.unmarked),
        ("the text says that there is no answer", read.declined),
        ("not found in the trace of the finaliser", read.flagged),
    )
    return "; ".join(phrase for phrase, holds in said if holds)


def outcome_tables(
    groups: Sequence[tuple[tuple[str, ...], Outcomes]],
) -> list[tuple[OutcomeSection, tuple[str, ...], list[tuple[str, ...]]]]:
    """Return the sections with something to show: heads of the figures, and a row of texts for each group.

    ``groups`` holds the cells that name a group, and its outcomes.
    """
    found = []
    for section in SECTIONS:
        columns = section.shown_columns(outcomes for _, outcomes in groups)
        rows = [
            (*names, *(" ".join(filter(None, column.texts(outcomes))) for column in columns))
            for names, outcomes in groups
            if columns and columns[0].texts(outcomes)[0] not in ("-", "0")
        ]
        if rows:
            found.append((section, tuple(column.head.replace("\n", " ") for column in columns), rows))
    return found
