"""The precompiled header ``bits/stdc++.h``, made once per compiler; parsing it dominates the build of a small program.

The sandboxed compiler makes it, and it is kept in the user's cache folder under a name derived from the compiler, the
flags and the headers. A build workspace mounts it read-only, and only for a program that begins with that include; gcc
itself refuses it where it would change the meaning. A program that does not compile with it is compiled again without
it, so no verdict depends on it. A machine that cannot make it compiles without it.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import re
import shutil
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path

from r3gym.domains.code.judging.languages import HOME
from r3gym.sandbox.interface import SHARED, Backend, Limits
from r3gym.sandbox.results import FileRefused, SandboxError
from r3gym.utils.cache_dir import cache_dir

_NAME = "bits/stdc++.h.gch"
_LIMITS = Limits(memory_mb=2048, storage_mb=1024, processes=32)
_WALL_S, _CPU_S = 300.0, 120.0
_MAX_BYTES = 512 << 20
#: What identifies a compiled header: the compiler, and the folders whose headers it read.
_IDENTITY = (
    'g++ -v; stat -L -c "%n %s %Y" "$(g++ -print-prog-name=cc1plus)" '
    "/usr/include /usr/include/c++/* /usr/include/*/c++/*"
)
# Possessive quantifiers throughout: a source made of comments must be read only once.
_FIRST = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s++|//[^\n\\]*+\n|/\*(?:[^*]|\*(?!/))*+\*/)*+#[ \t]*+include[ \t]*+<bits/stdc\+\+\.h>"
)
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_known: dict[tuple[str, Path, tuple[str, ...]], Path | None] = {}


def with_header(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a g++ command that finds the compiled header first."""
    return (command[0], "-I", SHARED, *command[1:])


def wanted(sources: Iterable[bytes]) -> bool:
    """Check whether one of the sources begins with the include, apart from comments.

    >>> wanted([b"// me\\n#include <bits/stdc++.h>\\nint main() {}"])
    True
    >>> wanted([b"#define int long long\\n#include <bits/stdc++.h>\\nsigned main() {}"])
    False
    """
    return any(_FIRST.match(source) for source in sources)


def folder(backend: Backend, flags: tuple[str, ...]) -> Path | None:
    """Return the folder with the header compiled under ``flags``, made now if needed; None where it cannot be made.

    If another process is making it, return None without waiting, so that this program is compiled without it.
    """
    if not backend.shares:
        return None
    root = cache_dir("pch")
    key = backend.name, root, flags
    with _lock:
        if key not in _known or not _complete(_known[key]):
            try:
                found = _find_or_make(backend, root, flags)
            except (OSError, SandboxError, FileRefused) as error:
                _log.info("compiling without a precompiled header: %s", error)
                found = None
            except _BuildInProgress:
                return None
            _known[key] = found
        return _known[key]


class _BuildInProgress(Exception):
    """Another process is making the header."""


def _complete(place: Path | None) -> bool:
    return place is None or (place / _NAME).is_file()


def _find_or_make(backend: Backend, root: Path, flags: tuple[str, ...]) -> Path | None:
    root.mkdir(mode=0o755, parents=True, exist_ok=True)
    with backend.open(_LIMITS) as workspace:
        said = workspace.execute(["sh", "-c", _IDENTITY], 60, error_bytes=1 << 16)
        identity = b"\0".join((said.stdout, said.stderr, " ".join(flags).encode()))
        place = root / f"{backend.name}-{hashlib.sha256(identity).hexdigest()[:24]}"
        if _complete(place):
            return place
        with (root / f".{place.name}.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise _BuildInProgress from None
            if _complete(place):
                return place
            workspace.write_file(f"{HOME}/all.h", b"#include <bits/stdc++.h>\n")
            command = ["g++", *flags, "-x", "c++-header", "-o", "./all.gch", "./all.h"]
            made = workspace.execute(command, _WALL_S, cpu_seconds=_CPU_S)
            header = workspace.read_file(f"{HOME}/all.gch", _MAX_BYTES) if made.exit_code == 0 else None
            if not header:
                raise SandboxError(f"g++ made none (exit code {made.exit_code})")
            _keep(root, place, header)
    return place


def _keep(root: Path, place: Path, header: bytes) -> None:
    """Move the header to its final folder in one step, and remove the folders of older compilers."""
    with tempfile.TemporaryDirectory(dir=root, prefix=".new-") as scratch:
        new = Path(scratch) / "new"
        (new / _NAME).parent.mkdir(parents=True)
        (new / _NAME).write_bytes(header)
        (new / _NAME).chmod(0o644)
        for part in (new, new / "bits"):
            part.chmod(0o755)
        new.rename(place)
    kind = place.name.rsplit("-", 1)[0]
    for other in root.glob(f"{kind}-*"):
        if other != place:
            shutil.rmtree(other, ignore_errors=True)
