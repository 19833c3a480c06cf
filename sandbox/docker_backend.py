"""The docker backend: one container per workspace (a second one, at the first free command, for its passive view)."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from r3gym.sandbox import docker_gc, docker_tools, seccomp
from r3gym.sandbox.docker_engine import IMAGE, DockerEngine, connect, guarantees, image_id
from r3gym.sandbox.docker_options import ContainerPlan, PassiveTools
from r3gym.sandbox.docker_view import DockerView, find_passive, make_control_dir, open_view, remove_left_over
from r3gym.sandbox.folder_workspace import FolderSpec, FolderWorkspace
from r3gym.sandbox.interface import Guarantees, Limits
from r3gym.sandbox.private import Overlay, check_shared
from r3gym.sandbox.results import SandboxError, SandboxUnavailable
from r3gym.sandbox.sandbox_python import SandboxPython
from r3gym.sandbox.shell import Session
from r3gym.sandbox.staging import StagingFolder, get_staging_folder, new_folder, show_folder
from r3gym.sandbox.view import STAGES_PATH, Hardening

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_passive: dict[str, PassiveTools] = {}  # by the image's id: the answer is a property of the image
_pythons: dict[str, SandboxPython] = {}  # by the image's id, too
_swept: set[int] = set()


@dataclass(frozen=True)
class DockerAdapter:
    """See `BackendAdapter`: an engine, the image, and a folder of the host that both containers see."""

    stage: StagingFolder
    engine: DockerEngine
    image: str
    limits: Limits
    hardening: Hardening
    folder: Path
    shared: Path | None = None
    overlays: tuple[Overlay, ...] = ()
    views: dict[bool, DockerView] = field(default_factory=dict, init=False)  # True: the passive one
    timeout_message = "it did not answer within {seconds}"

    @property
    def site(self) -> FolderSpec:
        """See `BackendAdapter.site`."""
        owner = self.engine.user() if os.getuid() == 0 else None
        return FolderSpec(self.folder, owner, self.limits, self.hardening.limit_storage)

    @property
    def guarantees(self) -> Guarantees:
        """See `BackendAdapter.guarantees`."""
        return guarantees(self.engine)

    @property
    def stages_path(self) -> bytes:
        """See `BackendAdapter.stages_path`."""
        return STAGES_PATH.encode()

    def session(self) -> Session:
        """See `BackendAdapter.session`."""
        return Session()

    def open_view(self, *, free: bool) -> DockerView:
        """See `BackendAdapter.open_view`."""
        kind, tools = "passive" if free else "main", None
        if free and self.hardening.noexec:
            with _lock:
                if self.image not in _passive:
                    _passive[self.image] = find_passive(self.views[False])
                tools = _passive[self.image]
        try:
            control_dir = make_control_dir(self.stage, self.engine, self.folder, kind)
        except OSError as error:
            raise SandboxError(
                f"cannot make a folder for the workspace: {error.strerror} ({error.filename})"
            ) from error
        plan = ContainerPlan(
            self.folder.name,
            kind,
            self.image,
            self.folder,
            control_dir,
            self.limits,
            self.hardening,
            tools,
            self.shared,
            self.overlays,
        )
        self.views[free] = open_view(plan, self.engine)
        return self.views[free]

    def oom_kills(self) -> int:
        """See `BackendAdapter.oom_kills`."""
        return sum(view.group.oom_kills() for view in self.views.values() if view.group)

    def check(self) -> None:
        """See `BackendAdapter.check`."""
        if not self.engine.alive():
            raise SandboxError("nobody could clear up after it")

    def explain(self, error: SandboxError, *, free: bool, closed: bool) -> str:
        """See `BackendAdapter.explain`."""
        reason = "it was closed meanwhile" if closed else self.views[free].exit_reason()
        return f"the sandbox failed in the middle of a command: {reason} ({error})"

    def for_fork(self) -> DockerAdapter:
        """See `BackendAdapter.for_fork`."""
        return replace(self, folder=new_folder(self.stage))

    def release(self) -> None:
        """See `BackendAdapter.release`: each view has removed its own container."""


class DockerBackend:
    """See `Backend`. The engine is that of DOCKER_HOST, or of the default socket."""

    name = "docker"
    shares = True

    def __init__(self, hardening: Hardening | None = None, image: str = IMAGE) -> None:
        self._hardening, self._image = hardening or Hardening(), image

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

    def provide_toolbox(self, *, again: bool = False) -> None:  # noqa: ARG002 - the image has all programs
        """See `Backend.provide_toolbox`: the programs are those of the image."""
        docker_tools.provide_toolbox(self._python(self._plain_adapter(Limits(memory_mb=256, storage_mb=64))))

    def open(self, limits: Limits, shared: Path | None = None, private_folders: Iterable[Path] = ()) -> FolderWorkspace:
        """See `Backend.open`. Of the host only the workspace's folders, the toolbox and ``shared`` are mounted."""
        plain = self._plain_adapter(limits)
        overlays = docker_tools.toolbox_overlays(self._python(plain), plain.stage.empty / "folder")
        shown = None
        if shared is not None:
            check_shared(shared, private_folders)
            shown = show_folder(plain.stage, shared)
        return FolderWorkspace(replace(plain, shared=shown, overlays=overlays))

    def _plain_adapter(self, limits: Limits) -> DockerAdapter:
        """Return the adapter of a workspace without the toolbox."""
        if not seccomp.supported():
            raise SandboxUnavailable("the docker backend knows the system calls of x86_64 and aarch64 only")
        engine = connect()
        image = image_id(engine, self._image)
        _sweep(engine)
        stage = get_staging_folder()
        return DockerAdapter(stage, engine, image, limits, self._hardening, new_folder(stage))

    def _python(self, plain: DockerAdapter) -> SandboxPython:
        def open_plain() -> FolderWorkspace:
            return FolderWorkspace(replace(plain, folder=new_folder(plain.stage)))

        with _lock:
            if plain.image not in _pythons:
                _pythons[plain.image] = docker_tools.image_python(plain.image, open_plain)
            return _pythons[plain.image]


def _sweep(engine: DockerEngine) -> None:
    """Remove containers that a failed engine could not remove and, once per process, those of killed processes."""
    remove_left_over(engine)
    with _lock:
        if os.getpid() in _swept:
            return
        _swept.add(os.getpid())
    try:
        docker_gc.remove_orphans(docker_gc.find_orphans(engine), engine)
    except SandboxError as error:  # a broken container of another process must not prevent opening a new one
        _log.warning("could not remove what killed processes left: %s", error)
