"""Atomic and durable file writes: a reader never sees half a file, and a loss of power takes back none that is durable.

Durable means that the data and the name are on the disk when the call returns: the file is synced before it gets its
name, and then the folder that holds the name, as well as every folder that had to be made.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


def write_atomically(path: Path, text: str) -> None:
    """Write a text file atomically, creating parent folders. Characters that cannot be encoded are escaped."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, durable=False) as file:
        file.write(text)


def write_durably(path: Path, text: str) -> None:
    """Write a text file atomically and durably, creating parent folders; a loss of power leaves the old or the new."""
    make_folder_durably(path.parent)
    with replacing(path) as file:
        file.write(text)
    sync_folder(path.parent)


def append_durably(path: Path, line: bytes, *, durable: bool = True) -> None:
    """Append a line to a file in one write; a torn line before it is ended first.

    Several processes may append. Without ``durable`` only the name of a new file is synced, not the line.
    """
    new = not path.exists()
    if new:
        make_folder_durably(path.parent)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
    try:
        size = os.fstat(file).st_size
        torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"
        os.write(file, b"\n" * torn + line)
        if durable:
            os.fsync(file)
    finally:
        os.close(file)
    if new:
        sync_folder(path.parent)


def make_folder_durably(folder: Path) -> None:
    """Make a folder with its parents, where they are missing, and sync the folder above each that was made."""
    missing = []
    at = folder.absolute()
    while not at.exists():
        missing.append(at)
        at = at.parent
    for one in reversed(missing):
        one.mkdir(exist_ok=True)
        sync_folder(one.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable: a file that was synced is found again after a loss of power."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def replacing(path: Path, *, durable: bool = True) -> Iterator[TextIO]:
    """Yield a text file that takes the place of ``path`` at the end; after an error ``path`` is what it was."""
    name = path.parent / f".{path.name}-{secrets.token_hex(6)}"
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)  # less the user's umask
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        name.replace(path)
    except BaseException:
        name.unlink(missing_ok=True)
        raise
