"""What is shown of a record in one request: events with their ids, as many as fit."""

from __future__ import annotations

from collections.abc import Iterator

from r3gym.behaviour.events import FACTS, Event, StandardRecord

#: Characters of events in one window, unless the caller says otherwise.
WINDOW_CHARS = 12_000
#: The last events of a window are shown again at the beginning of the next one.
OVERLAP = 2


def windows(record: StandardRecord, size: int = WINDOW_CHARS) -> Iterator[tuple[Event, ...]]:
    """Yield the events in windows of at most ``size`` characters; a longer event is a window of its own."""
    window: list[Event] = []
    new = False
    for event in record.events:
        if new and window and sum(map(_length, window)) + _length(event) > size:
            yield tuple(window)
            window, new = window[-OVERLAP:], False
            while window and sum(map(_length, window)) + _length(event) > size:
                window.pop(0)
        window.append(event)
        new = True
    if new:
        yield tuple(window)


def shown(events: tuple[Event, ...], size: int = WINDOW_CHARS) -> str:
    """Return the events as text: ``[s3] (command, problem B) g++ ...``; an event longer than the window is cut."""
    return "\n".join(f"[{event.id}] ({_what(event)}) {_cut(event.text.strip(), size)}" for event in events)


def facts(record: StandardRecord) -> str:
    """Return the frozen facts: budget, outcomes, what the oracle selects."""
    lines = [f"budget: {record.spent} of {record.total} {record.unit} used"]
    for one in record.problems:
        oracle = "" if one.selected is None else ", selected by the oracle" if one.selected else ", not selected"
        lines.append(f"problem {one.label}: {'solved' if one.correct else one.word}{oracle}")
    return "\n".join(lines)


def _what(event: Event) -> str:
    problem = "" if event.problem is None else f", problem {event.problem}"
    return f"{'fact' if event.kind in FACTS else event.kind.value}{problem}"


def _length(event: Event) -> int:
    return len(event.text) + 40


def _cut(text: str, size: int) -> str:
    return text if len(text) <= size else f"{text[: size // 2]}\n(...)\n{text[-size // 2 :]}"
