"""Atomic file writes: a reader never sees a partially written file."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Write a text file atomically, creating parent folders. Characters that cannot be encoded are escaped."""
    path.parent.mkdir(parents=True, exist_ok=True)
    name = path.parent / f".{path.name}-{secrets.token_hex(6)}"
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)  # less the user's umask
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    name.replace(path)


def sync_file(path: Path) -> None:
    """Make the content of a file durable: it survives a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable: a file that was synced is found again after a loss of power."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
