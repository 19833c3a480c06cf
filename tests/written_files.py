"""Small trees of files for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write(root: Path, files: Mapping[str, str], *without: str) -> Path:
    """Write files below ``root``, byte for byte, but for those named in ``without``; returns ``root``."""
    for name, text in files.items():
        if name not in without:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(text.encode())
    return root
