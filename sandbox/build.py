"""Compile the small C programs beside this file once per user and machine, and find them again by content
hash.

Safe when many processes start at once: each builds under a name of its own and renames it into place; the
losers' copies are identical.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from r3gym.sandbox.interface import SandboxUnavailable

_FLAGS = ("-O2", "-std=gnu11", "-Wall")


def cache_folder() -> Path:
    """Where built programs live: below XDG_CACHE_HOME, or ~/.cache, or a private folder in the temporary
    directory."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    folder = Path(base) if base.startswith("/") else Path.home() / ".cache"
    folder = folder / "r3gym" / "sandbox"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    private = Path(tempfile.gettempdir()) / f"r3gym-cache-{os.getuid()}"
    private.mkdir(mode=0o700, exist_ok=True)
    status = private.lstat()
    if status.st_uid != os.getuid() or not private.is_dir() or private.is_symlink():
        raise SandboxUnavailable(f"{private} belongs to somebody else; set XDG_CACHE_HOME to a folder you can write")
    return private


def compiler() -> str | None:
    """The C compiler of this machine, or None."""
    return next((path for name in ("gcc", "cc", "clang") if (path := shutil.which(name))), None)


@cache
def program(name: str) -> Path:
    """The built program ``name`` (from ``name.c`` and the headers beside this file)."""
    source = Path(__file__).resolve().with_name(f"{name}.c")
    parts = b"".join(path.read_bytes() for path in (source, *sorted(source.parent.glob("*.h"))))
    key = hashlib.sha256(parts + " ".join((*_FLAGS, platform.machine())).encode()).hexdigest()[:16]
    built = cache_folder() / f"{name}-{key}"
    if os.access(built, os.X_OK):
        return built
    compile_with = compiler()
    if compile_with is None:
        raise SandboxUnavailable(
            f"no C compiler found to build the sandbox's {name}: install gcc (Debian: apt install g++) and try again"
        )
    handle, scratch = tempfile.mkstemp(prefix=f".{name}-", dir=built.parent)
    os.close(handle)
    try:
        _compile(compile_with, source, scratch)
        Path(scratch).chmod(0o755)
        Path(scratch).rename(built)
    finally:
        Path(scratch).unlink(missing_ok=True)
    return built


def _compile(compile_with: str, source: Path, target: str) -> None:
    """Static where the machine has static libraries: it starts faster and needs nothing inside the
    sandbox."""
    for extra in (["-static"], []):
        done = subprocess.run(
            [compile_with, *_FLAGS, *extra, "-o", target, str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return
    raise SandboxUnavailable(f"{compile_with} could not build {source.name}: {done.stderr.strip()[-600:]}")
