"""Host access to files that the agent may have prepared: never follow a link, never open anything but a plain file.

Every path is resolved by the kernel below one directory (openat2 with RESOLVE_BENEATH, no symbolic links, no
magic links, no other mount), opened without blocking and checked after opening. Nothing of the agent runs
during these calls (the supervisor kills what a command leaves behind), but they would stay safe if it did.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import secrets
import stat
import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import islice

from r3gym.sandbox.interface import AGENT_FILE_BYTES, LISTED_FILES
from r3gym.sandbox.results import FileRefused, SandboxError

_OPENAT2 = 437  # the same number on every architecture
_RESOLVE = 0x01 | 0x02 | 0x04 | 0x08  # no other mount, no magic links, no symbolic links, beneath the directory
_TICK_NS = 20_000_000  # the coarsest clock that file systems use has ten milliseconds
_AHEAD_NS = 4_000_000_000 * 10**9  # in the year 2096: every file system can keep it
_FOLDERS = ("app", "logs", "tmp")
_libc = ctypes.CDLL(None, use_errno=True)


class _OpenHow(ctypes.Structure):
    _fields_ = [("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64)]


def open_beneath(root: int, path: str, flags: int, mode: int = 0) -> int:
    """Open ``path`` (relative) below the directory ``root``; raise the kernel's OSError, ELOOP for any link."""
    how = _OpenHow(flags | os.O_CLOEXEC | os.O_NOCTTY, mode, _RESOLVE)
    raw = os.fsencode(path)
    for _ in range(20):  # EAGAIN: a concurrent rename, so that the kernel could not prove containment
        fd = int(_libc.syscall(_OPENAT2, root, raw, ctypes.byref(how), ctypes.sizeof(how)))
        if fd >= 0:
            return fd
        code = ctypes.get_errno()
        if code == errno.ENOSYS:
            raise SandboxError("this kernel has no openat2 (Linux 5.6 or newer is needed to read agents' files safely)")
        if code != errno.EAGAIN:
            raise OSError(code, os.strerror(code), path)
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN), path)


def inside(path: str) -> str:
    """Return the path below the workspace's root for an absolute sandbox path; raise `FileRefused` for other paths."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if not path.startswith("/") or not parts or parts[0] not in _FOLDERS or ".." in parts or not _encodes(path):
        raise FileRefused(
            f"{path!r}: not a path in the workspace; use an absolute one below /app, /logs or /tmp without '..'"
        )
    return "/".join(parts)


def _encodes(path: str) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def _open_regular(root: int, path: str) -> tuple[int, os.stat_result] | None:
    try:
        fd = open_beneath(root, inside(path), os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return None
        raise FileRefused(f"{path}: {_why(error)}") from None
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
        os.close(fd)
        kind = "has several hard links" if stat.S_ISREG(status.st_mode) else "is not a regular file"
        raise FileRefused(f"{path}: it {kind}; leave one plain file there")
    return fd, status


def _why(error: OSError) -> str:
    if error.errno in (errno.ELOOP, errno.EXDEV):
        return "it is, or lies behind, a link; the host follows none"
    return (error.strerror or "cannot be opened").lower()


def read_file(root: int, path: str, max_bytes: int) -> bytes | None:
    """See `Workspace.read_file`."""
    opened = _open_regular(root, path)
    if opened is None:
        return None
    fd, status = opened
    with os.fdopen(fd, "rb") as file:
        data = file.read(max_bytes + 1) if status.st_size <= max_bytes else b""
    if status.st_size > max_bytes or len(data) > max_bytes:
        raise FileRefused(f"{path}: {max(status.st_size, len(data))} bytes are more than the {max_bytes} allowed")
    return data


def hash_file(root: int, path: str) -> str | None:
    """See `Workspace.hash_file`."""
    try:
        opened = _open_regular(root, path)
    except FileRefused:
        return None
    if opened is None:
        return None
    with os.fdopen(opened[0], "rb") as file:
        data = file.read(AGENT_FILE_BYTES + 1) if opened[1].st_size <= AGENT_FILE_BYTES else None
    if data is None or len(data) > AGENT_FILE_BYTES:
        # Reading it after every command would let an agent spend the host's time: 9 GB of holes take half a minute.
        status = opened[1]
        seen = (status.st_ino, status.st_size, status.st_mtime_ns)  # `Fingerprint` itself changes st_ctime_ns
        data = f"not read: {seen}".encode()
    return hashlib.sha256(data).hexdigest()


def write_file(root: int, path: str, data: bytes, *, executable: bool, owner: tuple[int, int] | None) -> None:
    """See `Workspace.write_file`: a new file is renamed into place, so a link there is replaced, not followed."""
    *folders, name = inside(path).split("/")
    if not folders:
        raise FileRefused(f"{path}: this is a folder of the workspace, not a file")
    parent = os.dup(root)
    try:
        for folder in folders:
            child = enter(parent, folder, owner)
            os.close(parent)
            parent = child
        new = f".r3gym-{secrets.token_hex(8)}"
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=parent)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(data)
                os.fchmod(fd, 0o755 if executable else 0o644)
                if owner:
                    os.fchown(fd, *owner)
            os.rename(new, name, src_dir_fd=parent, dst_dir_fd=parent)
        except OSError:
            os.unlink(new, dir_fd=parent)
            raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS):
            raise SandboxError(f"cannot write {path} in the workspace: {error.strerror}") from error
        raise FileRefused(f"{path}: {_why(error)}") from None
    finally:
        os.close(parent)


def enter(parent: int, name: str, owner: tuple[int, int] | None) -> int:
    """Open a folder; create it if it does not exist."""
    try:
        os.mkdir(name, 0o755, dir_fd=parent)
        if owner:
            os.chown(name, *owner, dir_fd=parent, follow_symlinks=False)
    except FileExistsError:
        pass
    return open_beneath(parent, name, os.O_RDONLY | os.O_DIRECTORY)


def walk(root: int, start: str) -> Iterator[tuple[str, os.DirEntry[str], int]]:
    """Yield every entry below ``start`` as (relative path, entry, descriptor of its folder); links are not followed.

    Folders whose path is longer than the kernel can resolve, or that have no permissions, are left out.
    """
    waiting = [start]
    while waiting:
        here = waiting.pop()
        try:
            fd = open_beneath(root, here, os.O_RDONLY | os.O_DIRECTORY | os.O_NONBLOCK)
        except OSError:
            continue
        try:
            with os.scandir(fd) as entries:
                for entry in entries:
                    path = f"{here}/{entry.name}"
                    yield path, entry, fd
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(path)
        finally:
            os.close(fd)


class Fingerprint:
    """A detector of changes among a workspace's files, which is fast when nothing has changed.

    Creating or removing an entry changes the times of its folder, writing those of the file, and only the kernel sets
    the change time. So it is enough to compare the known entries, once all of them are older than the clock's tick.

    Reading changes nothing but the time of access, which is a message too. It is set to a day that lies ahead: the
    kernel then leaves it (relatime), and where it does not, the entry counts as changed.
    """

    def __init__(self, root: int, folders: tuple[str, ...]) -> None:
        self._root, self._folders = root, folders
        self._seen: dict[str, tuple[int, ...]] = {}

    def __call__(self) -> Hashable:
        """Return a value that differs once something has changed."""
        newest = max((stamp[-1] for stamp in self._seen.values()), default=0)
        if not self._seen or time.time_ns() - newest < _TICK_NS or not self._same():
            self._seen = self._walk()
        return tuple(sorted(self._seen.items()))

    def _same(self) -> bool:
        try:
            return all(_stamp(os.lstat(path, dir_fd=self._root)) == stamp for path, stamp in self._seen.items())
        except OSError:
            return False

    def _walk(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        waiting = list(self._folders)
        while waiting:
            here = waiting.pop()
            try:  # no process of the agent runs now: an entry cannot have become a link meanwhile
                fd = os.open(here, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=self._root)
            except OSError:  # no permission, or too deep: the entry itself is recorded already
                if here not in found:
                    found[here] = _stamp(os.lstat(here, dir_fd=self._root))
                continue
            try:
                _set_access_time(os.fstat(fd), fd)
                found[here] = _stamp(os.fstat(fd))
                with os.scandir(fd) as entries:
                    for entry in entries:
                        path = f"{here}/{entry.name}"
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(path)
                        _set_access_time(entry.stat(follow_symlinks=False), entry.name, fd)
                        found[path] = _stamp(os.lstat(entry.name, dir_fd=fd))
            finally:
                os.close(fd)
        return found


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    return status.st_ino, status.st_mode, status.st_size, status.st_atime_ns, status.st_mtime_ns, status.st_ctime_ns


def _set_access_time(status: os.stat_result, at: int | str, folder: int | None = None) -> None:
    if status.st_atime_ns != _AHEAD_NS:
        times = (_AHEAD_NS, status.st_mtime_ns)
        if isinstance(at, int):
            os.utime(at, ns=times)
        else:
            os.utime(at, ns=times, dir_fd=folder, follow_symlinks=False)


def list_files(root: int, folder: str) -> tuple[str, ...]:
    """See `Workspace.list_files`."""
    found = ("/" + path for path, entry, _ in walk(root, inside(folder)) if entry.is_file(follow_symlinks=False))
    return tuple(sorted(islice(found, LISTED_FILES)))


@dataclass(frozen=True)
class TreeUsage:
    """What a tree of files uses: bytes in blocks of the file system, and entries of every kind."""

    bytes: int = 0
    files: int = 0


def count_usage(root: int, folders: tuple[str, ...]) -> TreeUsage:
    """Count everything below these folders."""
    total = count = 0
    for folder in folders:
        for _, entry, _ in walk(root, folder):
            count += 1
            try:
                total += entry.stat(follow_symlinks=False).st_blocks * 512
            except OSError:
                continue
    return TreeUsage(total, count)
