"""Controls of the fault matrix: no fault is seen where none was dealt, and every comparison can fail."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from all_faults import FAULTS
from fault_outcome import Outcome, differences, outcome
from fault_player import RESUME, Fault, Scene, play, scene
from faults_stops import STOPS


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_quiet_run_shows_nothing_of_it(fault: Fault, quiet: Callable[[Fault], Outcome]) -> None:
    """What proves that the fault was dealt is missing where it was not; the rest of the proof is the player's."""
    calm = quiet(fault)
    assert fault.says == "" or fault.says not in calm.said
    shown = [calm.status[name] != value for name, value in fault.shows.items()]
    dealt = [fault.code != 0, fault.says != "", *shown]  # seen in how the run ends
    by_player = [fault.call, fault.at, fault.at_judgement, fault.replies, fault.judgements, fault.limits, fault.before]
    assert all(shown)
    assert any(dealt) or any(by_player), "nothing shows that this fault was dealt"


def forget_replies(at: Scene) -> None:
    """Remove what makes turns durable."""
    shutil.rmtree(at.run / "turns")


@pytest.mark.parametrize("name", ["SIGKILL at request 15", "SIGTERM", "SIGHUP"])
def test_without_the_stored_replies_they_are_bought_again(
    name: str, quiet: Callable[[Fault], Outcome], tmp_path: Path
) -> None:
    (fault,) = [stop for stop in STOPS if stop.name == name]
    fault = replace(fault, name=f"{fault.name}, replies forgotten", then=(forget_replies, RESUME))
    calm = quiet(fault)
    with scene(fault, tmp_path) as at:
        play(fault, at)
        found = differences(calm, outcome(at), fault)
    assert any(line.startswith("requests: ") for line in found), found
    assert any(line.startswith("count: ") for line in found), found


def _change(value: Any, *path: Any) -> Any:
    """A copy of a JSON value with something else at a place."""
    changed = copy.deepcopy(value)
    place = changed
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = "something else"
    return changed


DAMAGE: dict[str, Callable[[Outcome], Outcome]] = {
    "rows": lambda calm: replace(calm, rows=_change(calm.rows, 0, "slots", 0, "verdict")),
    "rows: a row less": lambda calm: replace(calm, rows=calm.rows[1:]),
    "records": lambda calm: replace(calm, records=_change(calm.records, min(calm.records), "ending")),
    "records: a record less": lambda calm: replace(calm, records=dict(list(calm.records.items())[1:])),
    "status": lambda calm: replace(calm, status={**calm.status, "owed": 1}),
    "status: a row twice": lambda calm: replace(calm, status={**calm.status, "duplicates": 1}),
    "bill": lambda calm: replace(calm, status={**calm.status, "prompt_tokens": calm.status["prompt_tokens"] + 1}),
    "bill: cost": lambda calm: replace(calm, status={**calm.status, "costs": {"USD": 0.0}}),
    "count": lambda calm: replace(calm, status={**calm.status, "failed_requests": 1}),
    "requests": lambda calm: replace(calm, requests=calm.requests + 1),
}


@pytest.mark.parametrize("check", DAMAGE)
def test_every_comparison_can_fail(check: str, quiet: Callable[[Fault], Outcome]) -> None:
    calm = quiet(STOPS[0])
    strict = replace(STOPS[0], extra=0, unsent=0)
    assert differences(calm, calm, strict) == []
    found = differences(calm, DAMAGE[check](calm), strict)
    assert any(line.startswith(check.partition(":")[0]) for line in found), found
