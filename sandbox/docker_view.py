"""One running container: its control folder on the host, its start, its channel, its removal. A workspace has one or
two of them.

The supervisor inside connects to a socket of this process, so that commands and replies do not pass through the
engine: that is faster, and when this process dies for any reason, the supervisor sees the end of its input, kills what
runs and ends the container. The socket accepts one connection, before any command of the agent runs, and is then
removed.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import socket
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import docker.errors

from r3gym.sandbox import build, seccomp
from r3gym.sandbox.cgroups import Cgroup
from r3gym.sandbox.docker_engine import DockerEngine, docker_errors
from r3gym.sandbox.docker_gc import remove_container
from r3gym.sandbox.docker_options import ContainerPlan, PassiveTools, configuration
from r3gym.sandbox.folder_workspace import await_greeting
from r3gym.sandbox.passive import TOOLS
from r3gym.sandbox.protocol import CommandRequest, FdChannel, decode, encode
from r3gym.sandbox.results import SandboxError, SandboxUnavailable
from r3gym.sandbox.staging import StagingFolder

_START_S = 60.0
_SETTLE_S = 2.0
_PROGRAMS = ("supervisor", "enter", "which", "stages")
_NO_HOST_ACCESS = (
    "bind source path does not exist|/enter: no such file|/socket: No such file|/socket: Connection refused"
)
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_left_over: set[str] = set()  # containers of closed workspaces that a broken engine could not remove


@dataclass
class DockerView:
    """A running container, and the channel to its supervisor."""

    engine: DockerEngine
    container: str
    socket: socket.socket
    channel: FdChannel
    group: Cgroup | None
    _closed: bool = False

    def close(self) -> None:
        """End the container and remove it.

        If the engine is gone, the container's processes end nevertheless, and the engine's entry is removed when the
        next workspace opens, or by gc.
        """
        if self._closed:
            return
        self._closed = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # wakes a thread that waits for a reply, and ends the supervisor
        self.socket.detach()
        self.channel.close()
        if self.group:
            self.group.close()
        try:
            remove_container(self.engine, self.container)
        except SandboxError as error:
            _left_over.add(self.container)
            _log.warning("container %s is left over ('r3gym sandbox gc' removes it): %s", self.container[:12], error)

    def exit_reason(self) -> str:
        """Return in words why the container ended, once its channel has ended."""
        if not self.engine.alive():
            return f"the Docker engine at {self.engine.host} is gone"
        settled = time.monotonic() + _SETTLE_S
        while True:  # its processes end some time before the engine updates its state
            try:
                state = self.engine.api.inspect_container(self.container)["State"]
            except docker.errors.NotFound:
                return "its container was removed by someone else"
            except Exception as error:  # no error here may hide the failure that is being explained
                return f"the engine cannot say what became of its container ({error})"
            if time.monotonic() > settled:
                break
            time.sleep(0.1)
        if state.get("OOMKilled"):
            return f"its container ran out of memory as a whole (exit code {state.get('ExitCode')})"
        return f"its container is {state.get('Status')} (exit code {state.get('ExitCode')})"


@cache
def _ready_programs(stage: StagingFolder, user: int) -> Path:
    """Return a folder with the sandbox's programs and the seccomp filter that can be mounted in containers."""
    folder = stage.base / "docker"
    folder.mkdir(mode=0o755, exist_ok=True)
    for name in _PROGRAMS:
        copy = folder / f".{name}"
        shutil.copy(build.program(name), copy)
        copy.chmod(0o755)
        copy.rename(folder / name)
    (folder / "filter").write_bytes(seccomp.program())
    if user != 1000:
        (folder / "passwd").write_text(
            f"agent:x:{user}:{user}:agent:/app:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n"
        )
    return folder


def make_control_dir(stage: StagingFolder, engine: DockerEngine, folder: Path, name: str) -> Path:
    """Create the control folder of one container: the sandbox's programs, and the place of the socket."""
    with _lock:
        programs = _ready_programs(stage, engine.user()[0])
    control_dir = folder / f"control-{name}"
    control_dir.mkdir(mode=0o755)
    for path in programs.iterdir():
        (control_dir / path.name).hardlink_to(path)
    return control_dir


def remove_left_over(engine: DockerEngine) -> None:
    """Try again to remove the containers that could not be removed when their workspace was closed."""
    for container in tuple(_left_over):
        remove_container(engine, container)
        _left_over.discard(container)


def open_view(plan: ContainerPlan, engine: DockerEngine) -> DockerView:
    """Create and start the container and wait for its supervisor; on failure everything is removed."""
    path = plan.control_dir / "socket"
    with socket.socket(socket.AF_UNIX) as listener:
        _listen(listener, path)
        try:
            with docker_errors(engine, f"create container {plan.name}"):
                body = configuration(plan, engine)
                made = engine.api.create_container_from_config(body, plan.name)  # type: ignore[no-untyped-call]
                container = str(made["Id"])
            with docker_errors(engine, f"start container {plan.name}"):
                engine.api.start(container)
                state = engine.api.inspect_container(container)["State"]
            pid = int(state.get("Pid") or 0)
            connection = _accept(listener, engine, container, pid)
            path.unlink()
            channel = FdChannel(connection.fileno(), connection.fileno())
            view = DockerView(engine, container, connection, channel, memory_group(pid))
        except BaseException as error:
            _left_over.add(plan.name)  # by its name: an interrupt may come before its id is known
            with suppress(SandboxError):
                remove_left_over(engine)
            if isinstance(error, SandboxError) and re.search(_NO_HOST_ACCESS, str(error)):
                raise SandboxUnavailable(explain(str(error))) from error
            raise
    await_greeting(view, _START_S)
    return view


def _listen(listener: socket.socket, path: Path) -> None:
    """Bind with a short name of the folder: a socket's path is limited to 107 bytes, a temporary folder's is not."""
    fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        listener.bind(f"/proc/self/fd/{fd}/{path.name}")
        path.chmod(0o666)  # the agent's user connects; no other user can reach this folder (see _accept)
        listener.listen(1)
    except OSError as error:
        raise SandboxError(f"cannot make a socket for the container: {error.strerror} ({path})") from error
    finally:
        os.close(fd)


def _accept(listener: socket.socket, engine: DockerEngine, container: str, pid: int) -> socket.socket:
    """Accept the connection of the container's first process; connections of other processes are closed."""
    listener.settimeout(0.2)
    give_up = time.monotonic() + _START_S
    while time.monotonic() < give_up:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            with docker_errors(engine, "say how the container started"):
                state = engine.api.inspect_container(container)["State"]
                if state.get("Running"):
                    continue
                said = engine.api.logs(container, stdout=True, stderr=True, tail=20).decode("utf-8", "replace").strip()
            raise SandboxUnavailable(explain(said or str(state.get("Error") or "it ended at once"))) from None
        peer, _, _ = struct.unpack("iii", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        if peer in (0, pid):  # 0: the engine's processes have no id in this PID namespace
            return connection
        connection.close()
    raise SandboxError(f"the container started, but its supervisor did not connect within {_START_S:.0f} s")


def explain(said: str) -> str:
    """Return the message of a container that did not start, and how to fix it."""
    if re.search(_NO_HOST_ACCESS, said):
        return (
            f"the container does not see this machine's files ({said}): the docker backend needs an engine on this "
            "machine, not a remote one, that may see the temporary folder (set TMPDIR to a folder it sees)"
        )
    if "not found" in said or "No such file" in said:
        return f"a program of the sandbox does not run in the image ({said}): install static C libraries and try again"
    return f"the container did not come up: {said}"


def memory_group(pid: int) -> Cgroup | None:
    """Return the memory control group of a host process, if it is visible: it counts the kernel's kills."""
    try:
        paths = dict(line.split(":", 2)[1:] for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines())
        mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    except (OSError, ValueError):
        return None
    for line in mounts:
        left, right = line.split(" - ")
        kind, _, options = right.split(" ")[:3]
        root, point = left.split(" ")[3:5]
        if kind == "cgroup" and "memory" in options.split(","):
            path = next((path for names, path in paths.items() if "memory" in names.split(",")), None)
            version, leaf = 1, "memory.oom_control"
        elif kind == "cgroup2":
            path, version, leaf = paths.get(""), 2, "memory.events"
        else:
            continue
        if path is not None and path.startswith(root):
            folder = Path(point) / path[len(root) :].lstrip("/")
            if (folder / leaf).exists():
                return Cgroup(folder, None, None, None, version)
    return None


def find_passive(view: DockerView) -> PassiveTools:
    """Query a container (its system is read-only) for the image's passive tools and the libraries they load."""
    script = (
        "cd /usr/bin; t=; for n in " + " ".join(f"'{name}'" for name in TOOLS if name != "which") + "; do "
        'p=$(realpath -e "$n" 2>/dev/null) && t="$t $p" && echo "tool $p"; done; '
        "for w in $(ldd $t); do case $w in /*) "
        'p=$(realpath -e "$w" 2>/dev/null) && echo "library $p";; esac; done; '
        'p=$(realpath -e which 2>/dev/null) && echo "which $p"; true'
    )
    order = CommandRequest(
        (b"/bin/bash", b"-c", script.encode()), b"/", (b"PATH=/usr/bin:/bin", b"LC_ALL=C"), b"", 30, None, 1 << 18
    )
    view.channel.send(encode(order))
    frame = view.channel.receive(time.monotonic() + 40)
    if frame is None:
        raise SandboxError("the container did not say which passive tools it has")
    said = decode(frame).head.decode("utf-8", "replace")
    tools = re.findall(r"^tool (/\S+)$", said, re.MULTILINE)
    loaded = re.findall(r"^library (/\S+)$", said, re.MULTILINE)
    which = re.search(r"^which (/\S+)$", said, re.MULTILINE)
    if not tools or not loaded:
        raise SandboxUnavailable("the image has no passive tools, or no ldd: build it with 'r3gym sandbox build'")
    return PassiveTools(tuple(dict.fromkeys([*tools, *loaded])), which[1] if which else None)
