"""The folder of the toolbox's Python packages for one interpreter: filled once, then read by every sandbox.

It is named by Python version, platform and pins, so that a change of any of them makes a new folder. Packages are
copied from this environment where it holds exactly the pinned versions for the same Python, else downloaded by pip as
wheels; nothing is built. Safe when many processes start at once: one fills, the others wait and find it complete.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import logging
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from r3gym.sandbox.private import open_to_others
from r3gym.sandbox.results import SandboxUnavailable
from r3gym.sandbox.sandbox_python import SandboxPython
from r3gym.sandbox.toolbox import PACKAGES, PYTHONS
from r3gym.utils.compiling import CompilationError, private_folder

_MANYLINUX = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014")
_MUSLLINUX = ("musllinux_1_2", "musllinux_1_1")
_SYSTEM_CACHE = Path("/var/cache/r3gym")
_DOWNLOAD_S = 600.0
_log = logging.getLogger(__name__)


def toolbox_home() -> Path:
    """Return the folder of all toolboxes: in the user's cache, where sandboxes can read it.

    As root, a sandbox runs as a user of its own, who cannot enter a closed home: then it is ``/var/cache/r3gym``.
    """
    try:
        home = private_folder("toolbox")
        if os.getuid() == 0:
            if home.name != "toolbox" or not open_to_others(home.parent):
                home = _SYSTEM_CACHE / "toolbox"
            for folder in (home.parent, home):
                if not folder.is_dir() or not folder.stat().st_mode & 0o001:
                    folder.mkdir(parents=True, exist_ok=True)
                    folder.chmod(0o755)
    except (OSError, CompilationError) as error:
        raise SandboxUnavailable(f"cannot make a folder for the toolbox: {error}") from error
    return home


def find_packages(python: SandboxPython) -> Path | None:
    """Return the filled folder of packages for an interpreter, or None."""
    folder = _folder(python)
    return folder if folder.is_dir() else None


def provide_packages(python: SandboxPython, compiler: Path | None = None) -> Path:
    """Return the folder of packages for an interpreter, filled now if it was not.

    ``compiler`` is an interpreter of the same version on this machine that tries the packages and compiles them ahead;
    without it they are compiled at each import. Raise `SandboxUnavailable`, with the remedy, when they cannot be had.
    """
    folder = _folder(python)
    if folder.is_dir():
        return folder
    with lock(folder):
        if not folder.is_dir():
            _log.warning("filling the sandbox's toolbox for Python %s (once): %s", python.version, pins())
            _fill(folder, python, compiler)
    return folder


def pins() -> str:
    """Return the packages with their versions, as one text."""
    return ", ".join(f"{name} {version}" for name, version in PACKAGES.items())


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Hold the right to make ``folder``, against other processes and threads."""
    with folder.with_name(f".{folder.name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _folder(python: SandboxPython) -> Path:
    key = hashlib.sha256(repr(sorted(PACKAGES.items())).encode()).hexdigest()[:12]
    return toolbox_home() / f"python{python.version}-{python.multiarch}-{key}"


def _fill(folder: Path, python: SandboxPython, compiler: Path | None) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as scratch:
        new = Path(scratch) / "packages"
        new.mkdir()
        if not _copy_own(new, python):
            _download(new, python)
        shutil.rmtree(new / "bin", ignore_errors=True)  # scripts of this machine's interpreter
        if compiler is not None:  # by content, not by time: the modules never change
            options = ["-q", "-j", "0", "--invalidation-mode", "unchecked-hash", str(new)]
            subprocess.run([str(compiler), "-I", "-m", "compileall", *options], capture_output=True, check=False)
            _try(new, compiler)
        for path in (new, *new.rglob("*")):  # readable by the sandbox's user whatever this user's umask is
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() else 0o644)
        new.rename(folder)


def _try(folder: Path, program: Path) -> None:
    """Import the packages; raise `SandboxUnavailable` where they do not run (an old processor or C library)."""
    code = f"import sys; sys.path.append(sys.argv[1]); import {', '.join(PACKAGES)}"
    command = [str(program), "-I", "-S", "-B", "-c", code, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise SandboxUnavailable(f"the sandbox's toolbox ({pins()}) does not run on this machine: {last}")


def _copy_own(target: Path, python: SandboxPython) -> bool:
    """Copy the packages of this environment if they are exactly the pinned ones, for the same Python and platform."""
    ours = "{}.{}".format(*sys.version_info), getattr(sys.implementation, "_multiarch", ""), platform.machine()
    if ours != (python.version, python.multiarch, python.machine) or sys.implementation.name != "cpython":
        return False
    files: list[tuple[Path, Path]] = []
    for name, version in PACKAGES.items():
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            return False
        if found.version != version or not found.files:
            return False
        for file in found.files:
            if ".." not in file.parts and not file.is_absolute() and file.suffix != ".pyc":
                files.append((Path(str(found.locate_file(file))), target / file))
    if not all(source.is_file() for source, _ in files):
        return False
    for source, copy in files:
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    return True


def _download(target: Path, python: SandboxPython) -> None:
    if python.version not in PYTHONS:
        raise SandboxUnavailable(
            f"the sandbox's python3 is {python.version}, and the toolbox ({pins()}) exists for {PYTHONS[0]} to "
            f"{PYTHONS[-1]}: install one of them as /usr/local/bin/python3, use the docker backend, or require less"
        )
    tags = [f"{tag}_{python.machine}" for tag in (_MUSLLINUX if python.musl else _MANYLINUX)]
    command = [*_pip(), "install", "--disable-pip-version-check", "--quiet", "--no-input", "--no-compile", "--no-deps"]
    command += ["--only-binary=:all:", "--implementation", "cp", "--python-version", python.version]
    command += ["--retries", "1", "--timeout", "20", "--target", str(target)]
    command += [word for tag in tags for word in ("--platform", tag)]
    command += [f"{name}=={version}" for name, version in PACKAGES.items()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_DOWNLOAD_S)
    except subprocess.TimeoutExpired:
        raise SandboxUnavailable(_refusal(python, f"no answer within {_DOWNLOAD_S:.0f} s")) from None
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise SandboxUnavailable(_refusal(python, (errors or [done.stderr.strip() or "no reason given"])[-1]))


def _refusal(python: SandboxPython, reason: str) -> str:
    return (
        f"the sandbox's toolbox ({pins()} for Python {python.version} on {python.multiarch}) is not here and pip "
        f"cannot fetch it ({reason}): run 'r3gym sandbox build' once with access to a package index, or require less"
    )


def _pip() -> list[str]:
    """Return the command of pip: this environment's, or the one that Python carries for new environments."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    import ensurepip

    carried = sorted((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"))
    if not carried:
        raise SandboxUnavailable("the sandbox's toolbox needs pip: install it into this environment (ensurepip)")
    return [sys.executable, str(carried[-1] / "pip")]
