"""The cache folder for results that can be computed again: verdicts, generated tests, ceilings of the twin."""

from __future__ import annotations

import os
from pathlib import Path


def cache_dir(name: str) -> Path:
    """Return the folder ``name`` below ``$R3GYM_CACHE_DIR``, else below the user's cache folder; it may not exist."""
    root = os.environ.get("R3GYM_CACHE_DIR")
    if root:
        return Path(root) / name
    import platformdirs

    return Path(platformdirs.user_cache_dir("r3gym")) / name
