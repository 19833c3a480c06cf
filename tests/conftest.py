"""What all tests share: where sandboxes keep their files while tests run, and a Docker engine for those that ask."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from own_engine import OwnEngine

# No clock decides about a property: on a busy machine examples are slow to make and to try. CI tries the same examples
# every time: a new counter-example is for a developer to find, not to stop a landing.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("tests"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "tests")


@pytest.fixture(scope="session", autouse=True)
def open_scratch() -> Iterator[Path]:
    """A scratch folder that other users may enter: pytest's own lies behind a folder closed to the sandbox user,
    so an attack on it would fail for the wrong reason. /tmp will not do either: the sandbox has its own.

    It is set up before the first workspace of the test process opens, whichever test that is: a process keeps one
    folder for all its workspaces.
    """
    folder = Path(tempfile.mkdtemp(prefix="r3gym-tests-", dir="/var/tmp"))
    folder.chmod(0o755)
    before = tempfile.tempdir
    tempfile.tempdir = str(folder)
    yield folder
    tempfile.tempdir = before
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def engine() -> Iterator[OwnEngine]:
    """A Docker engine for this session, with the image in it. With R3GYM_REQUIRE_DOCKER=1 its absence is a failure."""
    import own_engine

    reason = own_engine.missing()
    if reason is not None:
        if os.environ.get("R3GYM_REQUIRE_DOCKER") == "1":
            pytest.fail(f"R3GYM_REQUIRE_DOCKER is set, but {reason}")
        pytest.skip(reason)
    running = own_engine.start()
    before = os.environ.get("DOCKER_HOST")
    os.environ["DOCKER_HOST"] = running.host
    try:
        own_engine.provide_image(running)
        yield running
    finally:
        if before is None:
            del os.environ["DOCKER_HOST"]
        else:
            os.environ["DOCKER_HOST"] = before
        running.stop()
    assert own_engine.helpers(running.folder) == []
    assert own_engine.mounts_below(running.folder) == []
