"""Compile the small C sources of the package once per user and machine, and find them again by content hash.

Safe when many processes start at once: each builds under a unique name and renames the result into place; all copies
are identical.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

_FLAGS = ("-O2", "-std=gnu11", "-Wall")


class CompilationError(Exception):
    """There is no compiler, it failed, or there is no private folder for its output."""


def private_folder(name: str) -> Path:
    """Return the folder of built programs: below XDG_CACHE_HOME or ~/.cache, else in the temporary directory.

    Raise `CompilationError` when the folder in the temporary directory belongs to another user.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    folder = Path(base) if base.startswith("/") else Path.home() / ".cache"
    folder = folder / "r3gym" / name
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
        raise CompilationError(f"{private} belongs to somebody else; set XDG_CACHE_HOME to a folder you can write")
    return private


def compiled(source: Path, folder: Path, ways: Sequence[Sequence[str]], headers: Sequence[Path] = ()) -> Path:
    """Return the program that ``source`` compiles to, in ``folder``; build it if it is not there.

    ``ways`` are sets of further flags, tried in order. ``headers`` are the files that the source includes: a change in
    one of them causes a new build. Raise `CompilationError` when there is no compiler or every set of flags fails.
    """
    parts = b"".join(path.read_bytes() for path in (source, *headers))
    key = hashlib.sha256(parts + " ".join((*_FLAGS, *ways[0], platform.machine())).encode()).hexdigest()[:16]
    built = folder / f"{source.stem}-{key}"
    if os.access(built, os.X_OK):
        return built
    compile_with = next((path for name in ("gcc", "cc", "clang") if (path := shutil.which(name))), None)
    if compile_with is None:
        raise CompilationError(
            f"no C compiler found to build {source.name}: install gcc (Debian: apt install g++) and try again"
        )
    handle, scratch = tempfile.mkstemp(prefix=f".{source.stem}-", dir=folder)
    os.close(handle)
    try:
        _compile(compile_with, source, scratch, ways)
        Path(scratch).chmod(0o755)
        Path(scratch).rename(built)
    finally:
        Path(scratch).unlink(missing_ok=True)
    return built


def _compile(compile_with: str, source: Path, target: str, ways: Sequence[Sequence[str]]) -> None:
    said = ""
    for extra in ways:
        call = [compile_with, *_FLAGS, *extra, "-o", target, str(source)]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        said = done.stderr.strip()[-600:]
    raise CompilationError(f"{compile_with} could not build {source.name}: {said}")
