"""The fault matrix: after every fault the campaign ends with the rows, records and bill of an uninterrupted run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fault_outcome import Outcome, differences, outcome
from fault_player import Fault, may_mount, play, scene
from faults_disk import DISK
from faults_machine import CLOCK, RESOURCES
from faults_others import CONCURRENCY, CONFIGURATION
from faults_service import SERVICE
from faults_stops import STOPS

FAULTS = (*STOPS, *DISK, *CLOCK, *SERVICE, *CONCURRENCY, *CONFIGURATION, *RESOURCES)
pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Fault], Outcome]:
    """What comes of the campaign of a fault when nothing happens to it; played once for all faults that share it."""
    known: dict[object, Outcome] = {}

    def of(fault: Fault) -> Outcome:
        key = (fault.world, tuple(fault.profile.items()))
        if key not in known:
            calm = Fault("quiet", "nothing", fault.world, profile=fault.profile, then=())
            with scene(calm, tmp_path_factory.mktemp("quiet")) as at:
                play(calm, at)
                known[key] = outcome(at)
        return known[key]

    return of


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_fault(fault: Fault, quiet: Callable[[Fault], Outcome], tmp_path: Path) -> None:
    if fault.disk_kb is not None and not may_mount():
        pytest.skip("this user may not mount file systems here")
    calm = quiet(fault)
    with scene(fault, tmp_path) as at:
        play(fault, at)
        assert differences(calm, outcome(at), fault) == []
        if fault.holds is not None:
            fault.holds(at)
