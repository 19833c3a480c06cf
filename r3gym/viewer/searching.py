"""Search the texts of records: commands, outputs, reasoning, replies, answers, the judge's words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from r3gym.records.reading import RecordError
from r3gym.records.record import EpisodeRecord
from r3gym.viewer.run import Run, UnknownEpisode
from r3gym.viewer.visible_text import visible

#: Characters of an excerpt on each side.
_AROUND = 60
#: Records between two reports of progress.
_STRETCH = 50


def search(run: Run, query: str) -> Iterator[dict[str, Any]]:
    """Yield each episode with the text, as its key, the first place and an excerpt, and now and then the progress."""
    wanted = query.casefold()
    quick = _longest_word(wanted)
    episodes = run.all_counting()
    for place, entry in enumerate(episodes):
        if entry.record is not None and wanted:
            found = _find(run, entry.key, wanted, quick)
            if found is not None:
                yield {"key": entry.key, "where": visible(found[0]), "excerpt": visible(found[1])}
        if place % _STRETCH == 0:
            yield {"done": place, "of": len(episodes)}
    yield {"done": len(episodes), "of": len(episodes)}


def texts(record: EpisodeRecord) -> Iterator[tuple[str, str]]:
    """Yield every text of a record with its place."""
    for step in record.steps:
        yield step.id, step.action.text
        yield f"{step.id}.output", step.output or ""
        if step.full_output is not None:
            yield f"{step.id}.full_output", record.quote(f"{step.id}.full_output")
        if step.charge is not None:
            yield f"{step.id} reason", step.guard or step.charge.reason
    for thought in record.reasoning:
        yield thought.id, thought.text
    for turn in record.turns:
        yield turn.id, turn.content or ""
        yield from ((f"{turn.id} {call.name}", call.arguments) for call in turn.tool_calls)
        yield from ((f"{turn.id} said", said) for said in turn.said)
    if record.completion is not None:
        yield record.completion.id, record.completion.text
    if record.finalisation is not None:
        yield "finaliser", record.finalisation.text or ""
    for problem in () if record.result is None else record.result.problems:
        yield f"verdict {problem.label}", problem.detail
    for file in record.artifacts:
        yield file.path, "" if file.content is None else record.contents.get(file.content, "")
    yield "instruction", record.opening.instruction or ""
    yield "failure", "" if record.failure is None else record.failure.message


def _find(run: Run, key: str, wanted: str, quick: bytes) -> tuple[str, str] | None:
    try:
        if quick not in run.record_file(key).read_bytes().lower():  # most records are out after this
            return None
        record, _ = run.record(key)
    except (OSError, RecordError, UnknownEpisode, json.JSONDecodeError):
        return None
    for where, text in texts(record):
        at = text.casefold().find(wanted)
        if at >= 0:
            return where, text[max(0, at - _AROUND) : at + len(wanted) + _AROUND]
    return None


def _longest_word(wanted: str) -> bytes:
    """Return a part of the query that stands in a file as it is, whatever JSON escapes.

    >>> _longest_word('say "hello" é')
    b'hello'
    """
    return max(re.findall(r"[a-z0-9_]+", wanted), key=len, default="").encode()
