"""The fault matrix (`make test-faults`): campaigns that something happens to, compared with an uninterrupted run.

All tests below this folder are marked ``faults`` and ``slow``. `fault_runs` has what they share.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
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
