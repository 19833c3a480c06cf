"""One line of the list: what is known of an episode without opening its record."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from r3gym.errors import InputError
from r3gym.records.record import EpisodeRecord
from r3gym.records.row_file import RowLine, parse_row
from r3gym.records.rows import EpisodeRow
from r3gym.utils.sealing import unseal_line

#: Addresses in the viewer: long enough to be unique, short enough to be sent to a colleague.
_KEY = 16
_PLAIN_KEY = re.compile(r"[0-9a-f]{16,64}")


@dataclass(frozen=True, slots=True)
class Entry:
    """An episode in the list. ``key`` is its address, ``signs`` has one character for each problem (`SIGNS`).

    ``record`` is the file of the record below the run, ``offset`` the place of the row in the file of rows; each is
    None where there is none.
    """

    key: str
    kind: str
    policy: str
    setting: str
    domain: str
    suite: str
    contest: str
    problem: str | None
    scheduler: str
    pressure: float | None
    budget: int | None
    repeat: int
    spent: int
    score: int | None
    signs: str
    ending: str | None
    failure: str | None
    message: str | None
    tokens: int | None
    cost: float | None
    started: str
    seconds: float
    record: str | None
    offset: int | None = None

    @property
    def regime(self) -> str:
        """The budget regime: a pressure, a budget in units, or none."""
        if self.pressure is not None:
            return f"ρ={self.pressure:g}"
        return "unlimited" if self.budget is None else f"B={self.budget}"

    @property
    def board(self) -> str:
        """The address of the scoreboard that the episode belongs to."""
        return short_key("\0".join(("board", self.setting, self.domain, self.suite, self.contest)))


#: The sign of a problem in a list, and what it means.
SIGNS = {
    "+": "solved",
    "x": "not accepted",
    "u": "the judge was unsure",
    "!": "the judge failed",
    "w": "waits to be judged",
    "m": "malformed or unparsable",
    "-": "no answer",
}


def short_key(name: str) -> str:
    """Return the address of anything by its name."""
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_KEY]


def episode_key(episode: str) -> str:
    """Return the address of a campaign's episode: the beginning of its identity."""
    return episode[:_KEY] if _PLAIN_KEY.fullmatch(episode) else short_key(episode)


def entry_of_line(file: Path, line: RowLine) -> Entry:
    """Return the entry of a line of rows.

    Its checksum is verified; its fields are not checked one by one, which would take five times as long: where one is
    missing the checking reader says which. Raises `InputError` with file and line for what is not a row.
    """
    try:
        return _entry(from_json(unseal_line(line.data)[0]), line.start)
    except (InputError, ValueError, KeyError, TypeError, AttributeError):
        return _entry(parse_row(file, line).model_dump(mode="json"), line.start)


def entry_of_record(record: EpisodeRecord, file: str) -> Entry:
    """Return the entry of a record outside of a campaign; ``file`` is its path below the run."""
    settings, who = record.settings, record.contestant
    try:
        fields = EpisodeRow.from_record(record).model_dump(mode="json")
    except (InputError, ValidationError, AssertionError):  # an old record that does not say enough for a row
        fields = {
            "kind": "contest",
            "policy": "" if who is None else who.display_name,
            "setting": settings.setting or "unknown",
            "domain": settings.domain or "unknown",
            "contest": settings.contest or "unknown",
            "suite": settings.suite.reference or "",
            "repeat": 1,
            "failure": {"kind": "internal", "message": "the record does not say enough for a row"},
        }
    return _entry(fields | {"id": short_key(file), "record": file}, None)


def sign(correct: bool, unsure: bool, parse: str | None, verdict: str | None) -> str:
    """Return the sign of a problem.

    >>> sign(True, False, "answered", "accepted"), sign(False, True, "answered", "wrong_answer")
    ('+', 'u')
    """
    if correct:
        return "+"
    if unsure:
        return "u"
    if verdict is not None:
        return {"judge_error": "!", "unjudged": "w"}.get(verdict, "x")
    return "m" if parse in ("malformed", "unparsable") else "-"


def _entry(row: dict[str, Any], offset: int | None) -> Entry:
    slots, failure, spend = row.get("slots") or (), row.get("failure"), row.get("spend") or {}
    signs = "".join(
        sign(slot["correct"], slot.get("unsure") or False, slot["parse"], slot.get("verdict")) for slot in slots
    )
    return Entry(
        key=episode_key(row["id"]),
        kind=row["kind"],
        policy=row["policy"],
        setting=row["setting"],
        domain=row["domain"],
        suite=row["suite"],
        contest=row["contest"],
        problem=row.get("problem"),
        scheduler=row.get("scheduler") or "none",
        pressure=row.get("pressure"),
        budget=row.get("budget"),
        repeat=row["repeat"],
        spent=row.get("used") or 0,
        score=None if failure else signs.count("+"),
        signs=signs,
        ending=row.get("ending"),
        failure=failure["kind"] if failure else None,
        message=failure["message"] if failure else None,
        tokens=spend.get("completion_tokens"),
        cost=spend.get("cost"),
        started=row.get("started") or "",
        seconds=row.get("seconds") or 0.0,
        record=row.get("record"),
        offset=offset,
    )
