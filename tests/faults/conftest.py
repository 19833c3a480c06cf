"""What all faults are compared with: campaigns that nothing happened to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fault_outcome import Outcome, outcome
from fault_player import Fault, play, scene


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
