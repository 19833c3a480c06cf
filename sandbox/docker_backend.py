"""The docker backend: one container per workspace (a second one, at the first free command, for its passive view)."""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from types import TracebackType
from typing import Self

from r3gym.sandbox import docker_gc, files, seccomp, shell
from r3gym.sandbox.docker_engine import IMAGE, Engine, connect, guarantees, image_id
from r3gym.sandbox.docker_options import Passive, Plan
from r3gym.sandbox.docker_view import DockerView, find_passive, make_door, open_view, remove_left_over
from r3gym.sandbox.interface import ExecResult, Guarantees, Limits, SandboxError, SandboxUnavailable
from r3gym.sandbox.protocol import Answer, Flag, Order, decode, encode
from r3gym.sandbox.stage import Stage, get_stage
from r3gym.sandbox.storage import StorageWatch
from r3gym.sandbox.trees import copy_tree, remove_tree
from r3gym.sandbox.view import FOLDERS, Hardening

_PATIENCE_S = 20.0  # how long after the time-out the supervisor may take to clear a tree and answer
_LOOK_S = 0.5  # how often a waiting command looks whether the engine is still there
_STORAGE_NOTE = "[killed: the workspace's storage limit of {mb} MB is used up]"
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_passive: dict[str, Passive] = {}  # by the image's id: the answer is a property of the image
_swept: set[int] = set()


class DockerWorkspace:
    """See `Workspace`. Its files lie in a folder of the host that both containers see."""

    def __init__(self, stage: Stage, engine: Engine, image: str, limits: Limits, walls: Hardening) -> None:
        self._stage, self._engine, self._image, self._limits, self._walls = stage, engine, image, limits, walls
        self._owner = engine.user() if os.getuid() == 0 else None
        self._name = secrets.token_hex(8)
        self._folder = stage.base / "workspaces" / self._name
        self._views: dict[bool, DockerView] = {}
        self._session = shell.Session()
        self._root, self._oom_seen, self._closed = -1, 0, False
        try:
            self._make_folder()
            self._storage = StorageWatch(self._root, FOLDERS, limits.storage_mb << 20 if walls.limit_storage else None)
            self._views[False] = self._open_view(free=False)
        except BaseException:
            self.close()
            raise

    def _make_folder(self) -> None:
        try:
            self._folder.mkdir(mode=0o755)
            self._root = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            for name in (*FOLDERS, "logs/artifacts"):
                os.mkdir(name, 0o755, dir_fd=self._root)
                if self._owner:
                    os.chown(name, *self._owner, dir_fd=self._root)
        except OSError as error:
            raise SandboxError(f"cannot make a folder for the workspace: {error.strerror} ({self._folder})") from error

    def _open_view(self, *, free: bool) -> DockerView:
        kind, tools = "passive" if free else "main", None
        if free and self._walls.noexec:
            with _lock:
                if self._image not in _passive:
                    _passive[self._image] = find_passive(self._views[False])
                tools = _passive[self._image]
        try:
            door = make_door(self._stage, self._engine, self._folder, kind)
        except OSError as error:
            raise SandboxError(
                f"cannot make a folder for the workspace: {error.strerror} ({error.filename})"
            ) from error
        plan = Plan(self._name, kind, self._image, self._folder, door, self._limits, self._walls, tools)
        return open_view(plan, self._engine)

    @property
    def guarantees(self) -> Guarantees:
        """See `Workspace.guarantees`."""
        return guarantees(self._engine)

    @property
    def cwd(self) -> str:
        """See `Workspace.cwd`."""
        return os.fsdecode(self._session.cwd)

    def run(
        self,
        command: str,
        timeout: float,
        *,
        free: bool = False,
        stdin: bytes = b"",
        cpu_seconds: float | None = None,
    ) -> ExecResult:
        """See `Workspace.run`."""
        self._check_open()
        order = self._session.order(
            command, timeout, self._limits.output_bytes, free=free, stdin=stdin, cpu_seconds=cpu_seconds
        )
        if order is None:
            return shell.too_long(command)
        if free not in self._views:
            try:
                self._views[free] = self._open_view(free=free)
            except BaseException:
                self.close()
                raise
        answer = self._exchange(self._views[free], order)
        refused = self._session.absorb(answer, free=free)
        kills = sum(view.group.oom_kills() for view in self._views.values() if view.group)
        oom, self._oom_seen = kills > self._oom_seen, kills
        note = _STORAGE_NOTE.format(mb=self._limits.storage_mb) if answer.flags & Flag.KILLED else ""
        return shell.result(answer, refused, oom=oom, note=note)

    def _exchange(self, view: DockerView, order: Order) -> Answer:
        """Send an order and wait for its answer, looking at the storage and the engine now and then."""
        now = time.monotonic()
        give_up, look = now + order.wall_s + _PATIENCE_S, now + _LOOK_S
        self._storage.begin()
        try:
            view.channel.send(encode(order))
            while (frame := view.channel.receive(min(give_up, look, self._storage.next_look()))) is None:
                now = time.monotonic()
                if now >= give_up:
                    raise SandboxError(f"it did not answer within {order.wall_s + _PATIENCE_S:.0f} s")
                if now >= look:
                    if not self._engine.alive():
                        raise SandboxError("nobody could clear up after it")
                    look = now + _LOOK_S
                if now >= self._storage.next_look() and self._storage.exceeded():
                    view.channel.send(b"K")
        except SandboxError as error:
            reason = "it was closed meanwhile" if self._closed else view.why_gone()
            self.close()  # nothing of it may survive, and nothing can be trusted to work any more
            raise SandboxError(f"the sandbox failed in the middle of a command: {reason} ({error})") from error
        except BaseException:
            self.close()  # interrupted: the next answer would be that of this command
            raise
        return decode(frame)

    def read_file(self, path: str, max_bytes: int) -> bytes | None:
        """See `Workspace.read_file`."""
        self._check_open()
        return files.read_file(self._root, path, max_bytes)

    def write_file(self, path: str, data: bytes, *, executable: bool = False) -> None:
        """See `Workspace.write_file`."""
        self._check_open()
        files.write_file(self._root, path, data, executable=executable, owner=self._owner)

    def list_files(self, folder: str) -> tuple[str, ...]:
        """See `Workspace.list_files`."""
        self._check_open()
        return files.list_files(self._root, folder)

    def hash_file(self, path: str) -> str | None:
        """See `Workspace.hash_file`."""
        self._check_open()
        return files.hash_file(self._root, path)

    def fork(self) -> DockerWorkspace:
        """See `Workspace.fork`."""
        self._check_open()
        other = DockerWorkspace(self._stage, self._engine, self._image, self._limits, self._walls)
        try:
            os.rmdir("logs/artifacts", dir_fd=other._root)
            copy_tree(self._root, other._root, FOLDERS, self._owner)
        except BaseException:
            other.close()
            raise
        return other

    def close(self) -> None:
        """See `Workspace.close`."""
        if self._closed:
            return
        self._closed = True
        for view in self._views.values():
            view.close()
        if self._root >= 0:
            os.close(self._root)
            parent = os.open(self._folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                remove_tree(parent, self._name)
            finally:
                os.close(parent)

    def _check_open(self) -> None:
        if self._closed:
            raise SandboxError("this workspace is closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Docker:
    """See `Backend`. The engine is that of DOCKER_HOST, or of the default socket."""

    name = "docker"

    def __init__(self, walls: Hardening | None = None, image: str = IMAGE) -> None:
        self._walls, self._image = walls or Hardening(), image

    def probe(self) -> Guarantees | str:
        """See `Backend.probe`."""
        try:
            with self.open(Limits(memory_mb=256, storage_mb=64)) as workspace:
                if workspace.run("true", 10).exit_code != 0:
                    return (
                        f"a container starts, but no shell works in it: build {self._image} with 'r3gym sandbox build'"
                    )
                return workspace.guarantees
        except SandboxError as error:
            return str(error)

    def open(self, limits: Limits) -> DockerWorkspace:
        """See `Backend.open`."""
        if not seccomp.supported():
            raise SandboxUnavailable("the docker backend knows the system calls of x86_64 and aarch64 only")
        engine = connect()
        image = image_id(engine, self._image)
        _sweep(engine)
        return DockerWorkspace(get_stage(), engine, image, limits, self._walls)


def _sweep(engine: Engine) -> None:
    """Remove what an engine that broke could not, and, once per process, the containers that killed processes left."""
    remove_left_over(engine)
    with _lock:
        if os.getpid() in _swept:
            return
        _swept.add(os.getpid())
    try:
        docker_gc.remove_orphans(docker_gc.find_orphans(engine), engine)
    except SandboxError as error:  # somebody's broken container is no reason not to open a sound one
        _log.warning("could not remove what killed processes left: %s", error)
