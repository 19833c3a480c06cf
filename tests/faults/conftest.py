"""The fault matrix (`make test-faults`): campaigns that something happens to, compared with uninterrupted runs.

All tests below this folder are marked ``faults`` and ``slow``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fault_outcome import Outcome, outcome
from fault_player import Fault, play, scene
from fault_runs import LoopDisk, loop_disk, no_loop_disk

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.faults)
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[LoopDisk]:
    """A real ext4 file system in a file, mounted through a loop device; needs root."""
    reason = no_loop_disk()
    if reason is not None:
        pytest.skip(reason)
    with loop_disk(tmp_path / "disk") as made:
        yield made


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
