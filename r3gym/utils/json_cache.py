"""A cache of verdicts by content: the same program, tests, limits and tools are judged once.

There is one small JSON file per verdict below the user's cache folder, written atomically; when a file cannot be read,
the verdict is computed again. Only repeatable verdicts are kept (see `JudgeReport.repeatable`).
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from r3gym.utils.cache_dir import cache_dir


def default_cache_dir() -> Path:
    """Return the folder of verdicts: ``$R3GYM_CACHE_DIR/verdicts``, else one below the user's cache folder."""
    return cache_dir("verdicts")


def load_value(folder: Path, key: str) -> Any:
    """Return the JSON value stored under ``key``; None when there is none or it cannot be read."""
    try:
        return json.loads(_path(folder, key).read_bytes())
    except (OSError, ValueError):
        return None


def store_value(folder: Path, key: str, value: Any) -> None:
    """Store a JSON value under ``key``; do nothing when the cache cannot be written."""
    path = _path(folder, key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".tmp-") as place:
            whole = Path(place) / "verdict.json"
            whole.write_text(json.dumps(value), encoding="utf-8")
            whole.replace(path)
    except OSError:
        return


def _path(folder: Path, key: str) -> Path:
    return folder / key[:2] / f"{key[2:]}.json"
