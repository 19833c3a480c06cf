"""Move entries between folders of the host by rename, whatever kind they are and whatever permissions the agent left.

A rename touches the entry's name only: it does not open the entry, does not follow it when it is a link, and costs the
same for a folder of one file and of a million. Nothing of the agent runs during these calls.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

_HANDLE = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC  # opens nothing: it needs no permission, and a pipe does not block


def open_folder(parent: int, name: str) -> int:
    """Return a handle of a real folder (for ``dir_fd``).

    Raises FileNotFoundError when nothing is there, NotADirectoryError for anything else, a link to a folder too.
    """
    try:
        return os.open(name, _HANDLE | os.O_DIRECTORY, dir_fd=parent)
    except PermissionError:
        with usable(parent):
            return os.open(name, _HANDLE | os.O_DIRECTORY, dir_fd=parent)


def make_folder(parent: int, name: str, owner: tuple[int, int] | None) -> None:
    """Create a folder as an agent would find it in a fresh workspace."""
    with usable(parent):
        os.mkdir(name, 0o755, dir_fd=parent)
        if owner:
            os.chown(name, *owner, dir_fd=parent, follow_symlinks=False)


def exists(parent: int, name: str) -> bool:
    """Return whether there is an entry of any kind: sooner than a `move` that fails, which locks both folders."""
    try:
        os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return False
    except PermissionError:
        with usable(parent):
            return exists(parent, name)
    return True


def move(source: int, name: str, target: int, new: str) -> bool:
    """Move the entry ``name`` of one folder to ``new`` in another, where nothing is; return whether there was one."""
    try:
        os.rename(name, new, src_dir_fd=source, dst_dir_fd=target)
    except FileNotFoundError:
        return False
    except PermissionError:  # only for an ordinary user: the agent has closed a folder that belongs to both
        return _move_closed(source, name, target, new)
    return True


def _move_closed(source: int, name: str, target: int, new: str) -> bool:
    with ExitStack() as stack:
        stack.enter_context(usable(source))
        stack.enter_context(usable(target))
        try:
            entry = os.open(name, _HANDLE, dir_fd=source)
        except FileNotFoundError:
            return False
        stack.callback(os.close, entry)
        if stat.S_ISDIR(os.fstat(entry).st_mode):  # moving a folder rewrites its '..', which is a write to it
            stack.enter_context(usable(entry))
        os.rename(name, new, src_dir_fd=source, dst_dir_fd=target)
    return True


@contextmanager
def usable(folder: int) -> Iterator[None]:
    """Give the owner all permissions on a folder, and restore at the end what the agent had left."""
    mode = stat.S_IMODE(os.fstat(folder).st_mode)
    if mode & 0o700 == 0o700:
        yield
        return
    handle = Path(f"/proc/self/fd/{folder}")  # fchmod refuses a handle that was opened without permissions
    handle.chmod(mode | 0o700)
    try:
        yield
    finally:
        handle.chmod(mode)
