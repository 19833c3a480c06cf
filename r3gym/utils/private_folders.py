"""The folders that hold keys: whoever reads a suite or a package names its folder here, and no sandbox ever shows it.

Most folders are outside every sandbox anyway. This is for those that are not: a suite or a checkout below ``/usr``.
"""

from __future__ import annotations

from pathlib import Path

_kept: dict[Path, None] = {}


def keep_private(*folders: str | Path) -> None:
    """Hide these folders (or files) from every sandbox that this process opens from now on."""
    for folder in folders:
        real = Path(folder).resolve()
        if not any(place in _kept for place in (real, *real.parents)):
            _kept[real] = None


def kept_private() -> tuple[Path, ...]:
    """Return the real paths that were named so far."""
    return tuple(_kept)
