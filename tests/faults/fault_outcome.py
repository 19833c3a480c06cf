"""What a campaign came to, and in what two of them differ: rows, records, bill, and requests at the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fault_player import Fault, Scene

from r3gym.campaigns.exporting import export_rows
from r3gym.records import read_record

#: Fields of rows and records that say what it cost to get there, and not what came out; a checksum covers both.
_COST = {"spend", "usage", "attempts", "unsettled", "checksum"}
#: Fields of the status that are the bill of the replies.
BILL = ("calls", "prompt_tokens", "completion_tokens", "costs")


@dataclass(frozen=True)
class Outcome:
    """The rows without times and cost, the records without clocks and cost, the status, and requests at the servers."""

    rows: list[Any]
    records: dict[str, Any]
    status: dict[str, Any]
    requests: int
    judge_requests: int
    elsewhere: int
    said: str


def outcome(at: Scene) -> Outcome:
    """Read a campaign's folder."""
    out = at.folder / "rows.jsonl"
    export_rows(at.run, out, normalise_times=True)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    files = sorted((at.run / "records").rglob("*.json"))
    records = {path.stem: read_record(path).without_clock().model_dump(mode="json") for path in files}
    return Outcome(
        _without_cost(rows),
        _without_cost(records),
        at.status(),
        len(at.server.requests),
        len(at.judge.requests),
        at.elsewhere,
        at.said,
    )


def differences(quiet: Outcome, found: Outcome, fault: Fault) -> list[str]:
    """Return what the fault has changed although it must not, each with the name of the check first."""
    status, faults = found.status, []
    wrong = {name: status.get(name) for name in ("failed", "owed", "strays", "duplicates", "torn_bytes")}
    if any(value != 0 for value in wrong.values()) or status["done"] != quiet.status["done"]:
        faults.append(f"status: {status.get('done')} done, {wrong}")
    if fault.same:
        faults += [f"rows{place}" for place in _places(quiet.rows, found.rows)]
        faults += [f"records{place}" for place in _places(quiet.records, found.records)]
    if fault.counted:
        unequal = [name for name in BILL if not _equal(quiet.status[name], status[name])]
        faults += [f"bill: {name} is {status[name]} instead of {quiet.status[name]}" for name in unequal]
    known = status["calls"] + status["failed_requests"] + found.elsewhere
    if not found.requests <= known <= found.requests + fault.unsent:
        faults.append(f"count: the server had {found.requests} requests, the status knows of {known}")
    if not quiet.requests <= found.requests <= quiet.requests + fault.extra:
        faults.append(f"requests: {found.requests}, a quiet run needs {quiet.requests}, {fault.extra} more are allowed")
    return faults


def _without_cost(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_cost(part) for name, part in value.items() if name not in _COST}
    return [_without_cost(part) for part in value] if isinstance(value, list) else value


def _places(a: Any, b: Any, at: str = "") -> Iterator[str]:
    """Where two JSON values differ."""
    if isinstance(a, dict) and isinstance(b, dict):
        for name in sorted({*a, *b}):
            yield from _places(a.get(name), b.get(name), f"{at}.{name}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for number, (one, other) in enumerate(zip(a, b, strict=True)):
            yield from _places(one, other, f"{at}[{number}]")
    elif a != b:
        yield f"{at}: {str(b)[:80]} instead of {str(a)[:80]}"


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(a[name], b[name]) for name in a)
    return abs(a - b) < 1e-9 if isinstance(a, float) and isinstance(b, float) else bool(a == b)
