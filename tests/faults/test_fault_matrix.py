"""The fault matrix: after every fault the campaign ends with the rows, records and bill of an uninterrupted run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from all_faults import FAULTS
from fault_outcome import Outcome, differences, outcome
from fault_player import Fault, may_mount, play, scene


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
