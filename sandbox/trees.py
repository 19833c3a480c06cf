"""Copy and remove whole workspaces, whatever depth, permissions or file types the agent left."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat

from r3gym.sandbox.files import enter, open_beneath, walk
from r3gym.sandbox.results import SandboxError

_FICLONE = 0x40049409
_MOVED = f".r3gym-{secrets.token_hex(8)}-"  # a prefix that no agent can guess


def copy_tree(source: int, target: int, folders: tuple[str, ...], owner: tuple[int, int] | None) -> None:
    """Copy files, folders and links (as links) from one workspace's root to another's, without pipes and sockets.

    The folders themselves must exist in the target. Raises `SandboxError` when the disk is full.
    """
    try:
        for folder in folders:
            for path, entry, here in walk(source, folder):
                _copy_entry(path, entry, here, target, owner)
    except OSError as error:
        raise SandboxError(f"cannot copy the workspace: {error.strerror} ({error.filename})") from error


def _copy_entry(path: str, entry: os.DirEntry[str], here: int, target: int, owner: tuple[int, int] | None) -> None:
    parent, name = path.rsplit("/", 1)
    try:
        status = entry.stat(follow_symlinks=False)
    except PermissionError:  # in a folder that can be listed but not entered: left out, as those that cannot be listed
        return
    into = open_beneath(target, parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if stat.S_ISLNK(status.st_mode):
            os.symlink(os.readlink(name, dir_fd=here), name, dir_fd=into)
        elif stat.S_ISDIR(status.st_mode):
            os.mkdir(name, 0o700, dir_fd=into)
            os.chmod(name, (stat.S_IMODE(status.st_mode) | 0o700) & 0o777, dir_fd=into)
        elif stat.S_ISREG(status.st_mode):
            _copy_file(here, into, name, status)
        else:
            return
        if owner:
            os.chown(name, *owner, dir_fd=into, follow_symlinks=False)
        times = (status.st_atime_ns, status.st_mtime_ns)
        os.utime(name, ns=times, dir_fd=into, follow_symlinks=False)
    finally:
        os.close(into)


def _copy_file(here: int, into: int, name: str, status: os.stat_result) -> None:
    try:
        source = open_beneath(here, name, os.O_RDONLY | os.O_NONBLOCK)
    except PermissionError:  # the agent removed the file's permissions; this process owns it, so open it for the copy
        os.chmod(name, 0o600, dir_fd=here)
        source = open_beneath(here, name, os.O_RDONLY | os.O_NONBLOCK)
    target = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600, dir_fd=into)
    try:
        try:
            fcntl.ioctl(target, _FICLONE, source)  # shares the blocks where the file system can
        except OSError:
            _copy_data(source, target, status.st_size)
        os.fchmod(target, stat.S_IMODE(status.st_mode) & 0o777)
    finally:
        os.close(source)
        os.close(target)


def _copy_data(source: int, target: int, size: int) -> None:
    at = 0
    os.ftruncate(target, size)
    while at < size:  # only the parts that hold data: a sparse file stays sparse
        try:
            at = os.lseek(source, at, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:
                return
            raise
        end = os.lseek(source, at, os.SEEK_HOLE)
        while at < end:
            done = os.copy_file_range(source, target, end - at, at, at)
            if done == 0:
                return
            at += done


def remove_tree(parent: int, name: str) -> None:
    """Remove the folder ``name`` with everything in it, if it exists."""
    try:
        top = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    except FileNotFoundError:
        return
    empty_tree(top)
    os.rmdir(name, dir_fd=parent)


def empty_tree(top: int) -> None:
    """Remove the content of a folder, and close its descriptor. Every folder found is first moved to the top, so that
    depth needs neither stack nor long paths."""
    try:
        waiting: list[str] = []
        moved = _empty(top, top, 0, waiting)
        while waiting:
            folder = waiting.pop()
            os.chmod(folder, 0o700, dir_fd=top)
            fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=top)
            try:
                moved = _empty(fd, top, moved, waiting)
            finally:
                os.close(fd)
            os.rmdir(folder, dir_fd=top)
    finally:
        os.close(top)


def clear_folder(root: int, path: str, owner: tuple[int, int] | None) -> None:
    """Make the folder ``path`` (relative to ``root``) exist and be empty; it stays the folder that the sandbox sees."""
    here = os.dup(root)
    try:
        for folder in path.split("/"):
            child = enter(here, folder, owner)
            os.close(here)
            here = child
        os.fchmod(here, 0o755)
        empty_tree(os.dup(here))
    except OSError as error:
        raise SandboxError(f"cannot clear a folder of the workspace: {error.strerror} ({path})") from error
    finally:
        os.close(here)


def _empty(folder: int, top: int, moved: int, waiting: list[str]) -> int:
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        if not is_folder:
            os.unlink(name, dir_fd=folder)
            continue
        moved += 1
        new = f"{_MOVED}{moved}"
        os.chmod(name, 0o700, dir_fd=folder)  # moving a folder rewrites its '..', which needs write permission on it
        os.rename(name, new, src_dir_fd=folder, dst_dir_fd=top)
        waiting.append(new)
    return moved
