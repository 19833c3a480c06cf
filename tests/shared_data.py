"""Where the published data lies that the repository may not contain: ``$R3GYM_SHARED_DATA``, or beside the
checkout.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_data(name: str) -> Path:
    """The folder or file ``name`` of the shared data; the test is skipped where it is absent."""
    root = os.environ.get("R3GYM_SHARED_DATA")
    folder = Path(root) if root else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not (folder / name).exists():
        pytest.skip(f"no published data {name!r} here; set R3GYM_SHARED_DATA to the folder that holds it")
    return folder / name
