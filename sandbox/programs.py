"""The toolbox's programs under bubblewrap: the machine's own and, for those it lacks, its package mirror's.

Packages are unpacked into the toolbox's folder without root and without installing anything. A program that needs
libraries which the machine lacks gets them beside it, by a script that names their folder to the dynamic loader.
"""

from __future__ import annotations

import hashlib
import logging
import platform
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path

from r3gym.sandbox.packages import lock, toolbox_home
from r3gym.sandbox.toolbox import COMPUTE_PROGRAMS, EXTRA_FOLDER

#: What a program must do to be taken: its arguments and its input; its output is not looked at.
_TRIALS = {"bc": (["-l"], "2^10\n"), "gawk": (["BEGIN { print 6 * 7 }"], ""), "less": (["--version"], "")}
_NOT_ALONE = {"file"}  # it needs a database at a fixed path
_DEPTH = 3
_APT = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=15", "-o", "Acquire::https::Timeout=15"]
_log = logging.getLogger(__name__)


def find_extra(lacking: Collection[str]) -> Path | None:
    """Return the folder made for these programs (with ``bin`` and ``lib``), or None."""
    folder = _folder(lacking)
    return folder if lacking and folder.is_dir() else None


def provide_extra(lacking: Collection[str], *, again: bool = False) -> Path | None:
    """Return a folder with those of these programs that the package mirror has and that run here; None without apt.

    What could not be had is not tried again unless ``again``, or unless it computes.
    """
    if not lacking or shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        return None
    folder = _folder(lacking)
    wanted = set(lacking) - _NOT_ALONE if again else set(lacking) & set(COMPUTE_PROGRAMS)
    if not _holds(folder, wanted):
        with lock(folder):
            if not _holds(folder, wanted):
                _log.warning("fetching programs of the sandbox's toolbox (once): %s", ", ".join(sorted(lacking)))
                _make(folder, lacking)
    return folder


def _holds(folder: Path, wanted: Collection[str]) -> bool:
    return folder.is_dir() and all((folder / "bin" / name).exists() for name in wanted)


def _folder(lacking: Collection[str]) -> Path:
    """Return the folder's name, by system: libraries of one release are not mixed with those of another."""
    try:
        system = platform.freedesktop_os_release()
    except OSError:
        system = {}
    parts = (system.get("ID"), system.get("VERSION_ID"), platform.machine(), sorted(lacking))
    return toolbox_home() / f"programs-{hashlib.sha256(repr(parts).encode()).hexdigest()[:12]}"


def _make(folder: Path, lacking: Collection[str]) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as scratch:
        new = Path(scratch) / "programs"
        for name in ("bin", "lib", "libexec"):
            (new / name).mkdir(parents=True)
        for name in sorted(set(lacking) - _NOT_ALONE):
            reason = _add(name, new, Path(scratch) / name)
            if reason is not None:
                _log.warning("the sandbox has no %s: %s", name, reason)
        for path in (new, *new.rglob("*")):
            path.chmod(0o755)
        if folder.is_dir():
            folder.rename(Path(scratch) / "old")
        new.rename(folder)


def _add(name: str, new: Path, scratch: Path) -> str | None:
    """Add one program to the new folder; return why not where that fails."""
    root = scratch / "root"
    root.mkdir(parents=True)
    reason = _unpack(name, root, scratch, _DEPTH, set())
    if reason is not None:
        return reason
    program = next((p for p in (root / "usr/bin" / name, root / "bin" / name) if p.is_file()), None)
    if program is None:
        return f"the package {name} does not hold it"
    libraries = [path for path in root.rglob("lib*.so*") if path.is_file()]
    for path in libraries:
        shutil.copy(path, new / "lib" / path.name)
    loader = _loader(program)
    start = [loader, "--library-path", str(new / "lib")] if libraries and loader else []
    arguments, text = _TRIALS.get(name, (["--version"], ""))
    tried = subprocess.run([*start, str(program), *arguments], input=text, capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        return f"it does not run here ({tried.stderr.strip()[-200:]})"
    if not start:
        shutil.copy(program, new / "bin" / name)
        return None
    shutil.copy(program, new / "libexec" / name)
    inside = f"{loader} --argv0 {name} --library-path {EXTRA_FOLDER}/lib {EXTRA_FOLDER}/libexec/{name}"
    (new / "bin" / name).write_text(f'#!/bin/sh\nexec {inside} "$@"\n')
    return None


def _unpack(package: str, root: Path, scratch: Path, depth: int, seen: set[str]) -> str | None:
    """Download a package and what it depends on and this machine lacks, and unpack them; return why it failed."""
    seen.add(package)
    folder = scratch / f"package-{len(seen)}"
    folder.mkdir()
    done = subprocess.run(
        ["apt-get", *_APT, "download", package], cwd=folder, capture_output=True, text=True, check=False
    )
    archive = next(folder.glob("*.deb"), None)
    if done.returncode != 0 or archive is None:
        said = [line for line in done.stderr.splitlines() if line.startswith("E:")]
        return f"apt cannot download it ({(said or ['no reason given'])[-1]})"
    subprocess.run(["dpkg-deb", "-x", str(archive), str(root)], check=True, capture_output=True)
    fields = ["dpkg-deb", "-f", str(archive), "Pre-Depends", "Depends"]
    needs = subprocess.run(fields, check=True, capture_output=True, text=True).stdout
    for other in re.findall(r"(?:^[\w-]+: |, )([a-z0-9][a-z0-9+.-]+)", needs, re.MULTILINE):
        if depth and other not in seen and not _installed(other):
            reason = _unpack(other, root, scratch, depth - 1, seen)
            if reason is not None:
                return f"{other}: {reason}"
    return None


def _installed(package: str) -> bool:
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status}\n", package]
    return "installed" in subprocess.run(query, capture_output=True, text=True, check=False).stdout.split()


def _loader(program: Path) -> str | None:
    """Return the dynamic loader that a program asks for."""
    found = re.search(rb"/lib[\w/.-]*/ld-[\w.-]+\.so[.\d]*", program.read_bytes()[:65536])
    return found[0].decode() if found else None
