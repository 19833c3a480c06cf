"""Build the image of the docker backend: from the Dockerfile if a registry can be reached, else with debootstrap.

Both ways give the same small view: a C++ compiler, Python, make, the toolbox's programs and the passive tools; an
ordinary user; no setuid program; nothing in /var, /home or /root. The toolbox's Python packages are not in the image:
they are mounted, the same as under bubblewrap. The package mirror is the one of this machine's apt.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from r3gym.sandbox.docker_engine import IMAGE, DockerEngine, connect, docker_errors, image_id
from r3gym.sandbox.results import SandboxError, SandboxUnavailable
from r3gym.sandbox.toolbox import PROGRAMS

ProgressLog = Callable[[str], None]
WAYS = ("auto", "registry", "debootstrap")
RELEASE = "bookworm"
PACKAGES = ("g++", "python3", "make", *PROGRAMS)
_EMPTIED = ("run", "tmp", "var", "home")
_REMOVED = ("boot", "media", "mnt", "opt", "root", "srv", "debootstrap")
_USER = {"passwd": "agent:x:1000:1000:agent:/app:/bin/bash\n", "group": "agent:x:1000:\n"}
_CHANGES = [f'LABEL org.r3gym.image="{IMAGE.partition(":")[2]}"', 'CMD ["/bin/bash"]']


def dockerfile() -> Path:
    """Return the path of the Dockerfile that ships with this package."""
    return Path(__file__).with_name("Dockerfile")


def build_image(
    say: ProgressLog,
    *,
    engine: DockerEngine | None = None,
    way: str = "auto",
    image: str = IMAGE,
    scratch: Path | None = None,
) -> str:
    """Build the image and tag it; return its id. ``say`` gets one line per step.

    ``way`` is one of `WAYS`; "auto" tries the registry and falls back to debootstrap. ``scratch`` is where debootstrap
    works (about 700 MB, removed afterwards); by default the temporary folder.
    """
    if way not in WAYS:
        raise ValueError(f"no way {way!r} to build an image; there are: {', '.join(WAYS)}")
    engine = engine or connect()
    if way == "debootstrap":
        _with_debootstrap(engine, image, say, scratch)
    else:
        try:
            _with_registry(engine, image, say)
        except SandboxError as error:
            if way == "registry":
                raise
            say(f"no image from a registry ({error}); using debootstrap")
            try:
                _with_debootstrap(engine, image, say, scratch)
            except SandboxUnavailable as second:
                raise SandboxUnavailable(f"{error}; and without a registry: {second}") from second
    made = image_id(engine, image)
    say(f"built {image} ({made.removeprefix('sha256:')[:12]})")
    return made


def _with_registry(engine: DockerEngine, image: str, say: ProgressLog) -> None:
    text, context = dockerfile().read_bytes(), io.BytesIO()
    with tarfile.open(fileobj=context, mode="w") as archive:
        entry = tarfile.TarInfo("Dockerfile")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    context.seek(0)
    say("building from the Dockerfile")
    with docker_errors(engine, "build the image"):
        for step in engine.api.build(
            fileobj=context, custom_context=True, tag=image, rm=True, forcerm=True, decode=True
        ):
            if "error" in step:
                raise SandboxError(f"the Docker engine failed to build the image: {str(step['error']).strip()}")
            if line := str(step.get("stream", "")).strip():
                say(line)


def _with_debootstrap(engine: DockerEngine, image: str, say: ProgressLog, scratch: Path | None) -> None:
    if os.getuid() != 0:
        raise SandboxUnavailable("debootstrap must run as root: run 'r3gym sandbox build' with sudo")
    if shutil.which("debootstrap") is None:
        raise SandboxUnavailable("debootstrap is not installed: apt-get install debootstrap")
    mirror, release = find_mirror()
    with tempfile.TemporaryDirectory(prefix="r3gym-image-", dir=scratch, ignore_cleanup_errors=True) as work:
        root = Path(work) / "root"
        say(f"debootstrap of {release} from this machine's own package mirror (some minutes)")
        _debootstrap(root, mirror, release, Path(work) / "log", say)
        say("making the view small")
        shrink_system(root)
        say("importing into the engine")
        repository, _, tag = image.partition(":")
        with docker_errors(engine, "import the image"), _archive(root) as stream:
            answer = engine.api.import_image_from_stream(
                stream, repository=repository, tag=tag or None, changes=_CHANGES
            )
        if '"error"' in str(answer):
            raise SandboxError(f"the Docker engine failed to import the image: {answer}")


def find_mirror(listing: str | None = None) -> tuple[str, str]:
    """Return the mirror and release to install from, read from apt's configuration (or a list of its index files)."""
    if listing is None:
        form = "$(REPO_URI) $(CODENAME) $(COMPONENT) $(ORIGIN)"
        command = ["apt-get", "indextargets", "--format", form, "Created-By: Packages"]
        try:
            listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise SandboxUnavailable(f"apt cannot say which package mirror this machine uses: {error}") from error
    rows = [row.split(" ", 3) for row in listing.splitlines()]
    usable = [
        (uri, release)
        for uri, release, component, origin in (row for row in rows if len(row) == 4)
        if component == "main" and origin in ("Debian", "Ubuntu") and "-" not in release
    ]
    for uri, release in usable:
        if release == RELEASE:
            return uri, release
    if not usable:
        raise SandboxUnavailable("apt knows no Debian or Ubuntu mirror: run 'apt-get update' as root and try again")
    return usable[0]


def _debootstrap(root: Path, mirror: str, release: str, log: Path, say: ProgressLog) -> None:
    command = ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", release, str(root), mirror]
    if shutil.which("unshare"):  # so that a killed run leaves no mounts
        command = ["unshare", "--mount", "--", *command]
    with log.open("w") as lines:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            for line in process.stdout or ():
                lines.write(line)
                if line.startswith("I: ") and line.rstrip(".\n").endswith(("packages", "system", "successfully")):
                    say(line[3:].strip())  # the steps, not each of 180 packages
            code = process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    if code != 0:
        raise SandboxError(f"debootstrap failed with code {code}: {log.read_text()[-600:].strip()}")


def shrink_system(root: Path) -> None:
    """Reduce a fresh system to the view that agents get; the Dockerfile does the same in shell."""
    for name in _REMOVED:
        shutil.rmtree(root / name, ignore_errors=True)
    for name in _EMPTIED:
        shutil.rmtree(root / name, ignore_errors=True)
        (root / name).mkdir()
    (root / "tmp").chmod(0o1777)
    for name in ("app", "logs", "var/tmp"):
        (root / name).mkdir(exist_ok=True)
    for name, line in _USER.items():
        with (root / "etc" / name).open("a") as file:
            file.write(line)
    for path in (root / "etc").glob("*shadow*"):
        path.unlink()
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder) / name
            mode = path.lstat().st_mode
            if not path.is_symlink() and mode & 0o6000:
                path.chmod(mode & 0o1777)


@contextmanager
def _archive(root: Path) -> Iterator[IO[bytes]]:
    command = ["tar", "--numeric-owner", "--one-file-system", "-C", str(root), "-c", "."]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield process.stdout
        if process.wait() != 0:
            raise SandboxError("tar could not pack the new system")
    finally:
        process.stdout.close()
        if process.poll() is None:
            process.kill()
        process.wait()
