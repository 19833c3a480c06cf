"""The machine: clocks that jump, few descriptors, little disk, streams that nobody reads."""

from __future__ import annotations

import resource
from typing import Any

from failing_calls import FailingCall
from fault_player import Fault, Scene
from faults_stops import run_again

from r3gym.records.campaign_folder import read_rows

DAY = 86_400


def no_odd_times(at: Scene) -> None:
    assert all(0 <= row.seconds < 600 for row in read_rows(at.run)), "seconds are of the monotonic clock"


def jump(name: str, seconds: int, **fields: Any) -> Fault:
    call = FailingCall("write", "turns/", "clock", nth=4, clock_s=seconds)
    return Fault("clock", name, call=call, holds=no_odd_times, **fields)


CLOCK = (
    jump("a day back", -DAY),
    jump("a day back, completions", -DAY, world="replies"),
    jump("ten years on", 3650 * DAY, world="replies"),
    jump("back before 1980", -47 * 365 * DAY, world="replies"),
)
RESOURCES = (
    Fault("resources", "135 descriptors", "replies", limits={resource.RLIMIT_NOFILE: 135}, says="1 of 2 workers play"),
    Fault(
        "resources",
        "100 descriptors, too few for a sandbox",
        limits={resource.RLIMIT_NOFILE: 100},
        code=2,
        says="a sandbox needs 256 open files",
        then=run_again(),
    ),
    Fault("resources", "little disk", "replies", disk_kb=6000, says="MB on the disk"),
    Fault("resources", "3 GB of address space", limits={resource.RLIMIT_AS: 3 << 30}),
)
