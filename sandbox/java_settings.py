"""Debian's Java keeps its settings in ``/etc``, which a sandbox has of its own: without them no Java program starts."""

from __future__ import annotations

import shutil
import stat
from contextlib import suppress
from pathlib import Path

_MOST_BYTES = 128 * 1024


def copy_java_settings(etc: Path) -> None:
    """Copy the settings of every installed Java into a sandbox's ``/etc``: what everybody may read, and no links."""
    for folder in sorted(Path("/etc").glob("java-*-openjdk")):
        for source in (*folder.glob("*"), *(folder / "security").rglob("*")):
            with suppress(OSError):
                status = source.lstat()
                readable = stat.S_ISREG(status.st_mode) and bool(status.st_mode & stat.S_IROTH)
                if readable and status.st_size <= _MOST_BYTES:
                    target = etc / source.relative_to("/etc")
                    for parent in reversed(target.relative_to(etc).parents[:-1]):
                        (etc / parent).mkdir(mode=0o755, exist_ok=True)
                    shutil.copyfile(source, target)
                    target.chmod(0o644)
