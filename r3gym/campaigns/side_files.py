"""The files of a campaign's folder that follow from nothing else: stored replies, probes, judgings and the bill.

What is damaged there cannot be made again. A line of a list is worth something without the others, so a repair keeps
the whole ones; readers leave a damaged line out already. A torn last line is no damage: its writer was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from r3gym.campaigns.bill_file import BILL, read_bill
from r3gym.campaigns.judging_notes import JUDGINGS, parse_note
from r3gym.campaigns.store import PROBES, TURNS
from r3gym.errors import InputError
from r3gym.models.cassette import parse_cassette_line
from r3gym.models.turn_events import parse_event


@dataclass(frozen=True)
class SideFile:
    """A damaged file: its name in the folder, what is wrong, and its whole lines (None: it is no list of lines)."""

    name: str
    fault: str
    whole: bytes | None = None


def damaged_side_files(folder: Path) -> Iterator[SideFile]:
    """Yield the damaged ones."""
    for name, parse, meaning in _lists(folder):
        lines = (folder / name).read_bytes().split(b"\n")
        torn = lines.pop()
        kept = [line for line in lines if not line or _is_whole(parse, line)]
        if len(kept) < len(lines):
            first = next(number for number, line in enumerate(lines, 1) if line and not _is_whole(parse, line))
            count = f"{len(lines) - len(kept)} of {len(lines)} lines are damaged, the first is line {first}"
            yield SideFile(name, f"{count}; {meaning}", b"".join(line + b"\n" for line in kept) + torn)
    try:
        read_bill(folder)
    except InputError as error:
        yield SideFile(BILL, str(error).removeprefix(f"{folder / BILL}: ").partition("; `r3gym campaign check")[0])


def _lists(folder: Path) -> Iterator[tuple[str, Callable[[bytes], object], str]]:
    """Yield the lists with what parses a line, and what a damaged line means."""
    asked_again = "what they hold is asked for again"
    if (folder / JUDGINGS).exists():
        yield JUDGINGS, parse_note, "verdicts are in rows and records, and not touched"
    if (folder / PROBES).exists():
        yield PROBES, parse_cassette_line, asked_again
    for path in sorted((folder / TURNS).glob("*/*.jsonl")):
        yield path.relative_to(folder).as_posix(), parse_event, asked_again


def _is_whole(parse: Callable[[bytes], object], line: bytes) -> bool:
    try:
        parse(line)
    except ValueError:
        return False
    return True
