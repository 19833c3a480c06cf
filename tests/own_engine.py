"""A Docker engine of the tests' own: no network bridge, no registry, everything in one folder, nothing left behind.

Installs nothing: tools/install_docker_engine.sh does. The image takes minutes to build, so it is kept as an archive in
the user's cache, under the hash of its recipe.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

import docker
import requests

from r3gym.sandbox import build, docker_image
from r3gym.sandbox.docker_engine import IMAGE

START_S = 60.0


def missing() -> str | None:
    """Why no engine can be started here, or None."""
    if os.getuid() != 0:
        return "starting a Docker engine needs root"
    if shutil.which("dockerd") is None:
        return "dockerd is not installed: run tools/install_docker_engine.sh"
    return None


@dataclasses.dataclass
class OwnEngine:
    """An engine that runs: where it listens, where it keeps its things, its process."""

    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def host(self) -> str:
        return f"unix://{self.folder}/docker.sock"

    def client(self) -> docker.APIClient:
        return docker.APIClient(base_url=self.host)

    def kill(self) -> None:
        """As a crash would: the engine only, not the processes it looked after."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Remove every container, end the engine and all its helpers, unmount, delete."""
        if self.process.poll() is None:
            client = self.client()
            for row in client.containers(all=True):
                client.remove_container(row["Id"], force=True)
            client.close()
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()
        end_helpers(self.folder)
        for point in reversed(mounts_below(self.folder)):
            subprocess.run(["umount", "-l", point], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def start(again: Path | None = None) -> OwnEngine:
    """Start an engine in a new folder (or again in the folder of one that died) and wait until it answers."""
    folder = again or Path(tempfile.mkdtemp(prefix="r3gym-engine-", dir=_roomy()))
    if again:
        end_helpers(folder)
        for name in ("pid", "exec/containerd/containerd.pid"):  # else a zombie that nobody reaps passes for the old one
            (folder / name).unlink(missing_ok=True)
    options = ["--bridge=none", "--iptables=false", "--ip6tables=false", f"--data-root={folder}/data"]
    options += [f"--exec-root={folder}/exec", f"--pidfile={folder}/pid", f"--host=unix://{folder}/docker.sock"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(["dockerd", *options], stdout=log, stderr=log, start_new_session=True)
    engine = OwnEngine(folder, process)
    give_up = time.monotonic() + START_S
    while time.monotonic() < give_up and process.poll() is None:
        try:
            with closing(engine.client()) as client:
                client.ping()
        except (docker.errors.DockerException, requests.RequestException):
            time.sleep(0.1)
        else:
            return engine
    said = (folder / "log").read_text("utf-8", "replace")[-1500:]
    engine.kill()
    engine.stop()
    raise RuntimeError(f"dockerd did not come up: {said}")


def _roomy() -> str:
    """Memory where there is plenty: unpacking and removing an image on a disk takes half a minute each."""
    memory = "/dev/shm"
    if not Path(memory).is_dir() or os.statvfs(memory).f_flag & (os.ST_NOEXEC | os.ST_NODEV):
        return "/var/tmp"
    return memory if shutil.disk_usage(memory).free > 6 << 30 else "/var/tmp"


def image_archive() -> Path:
    """Where the built image is kept between runs: another recipe, another name."""
    parts = (
        docker_image.dockerfile().read_text(),
        docker_image.PACKAGES,
        inspect.getsource(docker_image.shrink_system),
    )
    recipe = repr(parts).encode()
    return build.cache_folder() / f"docker-image-{hashlib.sha256(recipe).hexdigest()[:16]}.tar"


def provide_image(engine: OwnEngine) -> None:
    """Load the image from the cache, or build it and put it there."""
    client, archive = engine.client(), image_archive()
    try:
        if archive.exists():
            with archive.open("rb") as file:
                client.load_image(file)
            return
        from r3gym.sandbox.docker_engine import DockerEngine

        made = DockerEngine(client, engine.host, client.info())
        docker_image.build_image(print, engine=made, way="debootstrap", scratch=Path("/var/tmp"))
        for old in archive.parent.glob("docker-image-*.tar"):
            old.unlink()
        scratch = archive.with_suffix(f".{os.getpid()}")
        with scratch.open("wb") as file:
            for chunk in client.get_image(IMAGE):
                file.write(chunk)
        scratch.rename(archive)
    finally:
        client.close()


def helpers(folder: Path) -> list[int]:
    """The processes whose command line names this engine's folder: its containerd, its shims."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit() and int(path.name) != os.getpid():
            try:
                text = (path / "cmdline").read_bytes()
            except OSError:
                continue
            if f"{folder}/".encode() in text:
                found.append(int(path.name))
    return found


def end_helpers(folder: Path) -> None:
    """Kill them, and wait until they are gone."""
    for _ in range(100):
        if not (left := helpers(folder)):
            return
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


def mounts_below(folder: Path) -> list[str]:
    """The mount points below a folder, outermost first."""
    points = [line.split(" ")[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    return [point for point in points if point.startswith(f"{str(folder).rstrip('/')}/")]
