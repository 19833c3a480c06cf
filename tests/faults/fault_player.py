"""Play one fault: break a campaign, go on with it, and compare all that is left with a run that nothing happened to.

A `Fault` is data. The player starts the real command line against real servers, which hold a chosen request until the
fault has been dealt, so that it comes at the same place on a busy machine too.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from campaign_runs import r3gym
from command_line import INSTALLED
from failing_calls import FailingCall
from fault_worlds import WORLDS, World, strict, write_world
from loopback_model import ModelServer, model_server

from r3gym.campaigns.running import campaign_status
from r3gym.cli.campaign_views import status_json
from r3gym.errors import InputError

#: No process of a fault may take longer than this; a fault that hangs is a failure.
PATIENCE_S = 240.0


Reply = Callable[[Any], Any]


@dataclass(frozen=True)
class Command:
    """A call of the command line on the campaign's folder: words (RUN and FILE stand for it), exit code and text."""

    words: tuple[str, ...]
    code: int = 0
    says: str = ""


RESUME = Command(("campaign", "resume", "RUN"))
RETRY = Command(("campaign", "retry", "RUN", "--failed"))


#: A command, or something that is done to the scene: damage, or a look at it.
Step: TypeAlias = "Command | Callable[[Scene], None]"


@dataclass(frozen=True)
class Fault:
    """One fault: how it is dealt, how the first run ends, what is done then, and what it may cost.

    Dealt: ``replies`` instead of the model's (by number of the request, from 1), ``judgements`` likewise instead of the
    judge's, ``outage`` (``judge_outage``) from a request on until the first run has ended; when request number ``at``
    (judgement ``at_judgement``) has arrived, ``signals`` are sent and ``meanwhile`` is done; ``call`` is a system call
    that fails; ``limits`` are those of the process; ``disk_kb``: the folder is a file system of that size.

    ``code`` and ``says``: the first run's exit code and words (standard output and error). ``shows``: fields of the
    status after it that differ from a quiet run. ``extra``: requests beyond those that a quiet run needs.
    ``unsent``: requests that may be counted although a stop came before they were sent. ``same``: rows and records
    are those of the quiet run, ``counted``: its tokens and cost too; ``holds`` is what else must hold.
    """

    family: str
    name: str
    world: str = "agents"
    profile: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    replies: Mapping[int, Any] = field(default_factory=dict)
    judgements: Mapping[int, Any] = field(default_factory=dict)
    outage: tuple[int, Any] | None = None
    judge_outage: tuple[int, Any] | None = None
    at: int | None = None
    at_judgement: int | None = None
    signals: tuple[signal.Signals, ...] = ()
    meanwhile: tuple[Step, ...] = ()
    call: FailingCall | None = None
    limits: Mapping[int, int] = field(default_factory=dict)
    disk_kb: int | None = None
    before: tuple[Step, ...] = ()
    options: tuple[str, ...] = ()
    code: int | None = 0
    says: str = ""
    shows: Mapping[str, Any] = field(default_factory=dict)
    then: tuple[Step, ...] = (RESUME,)
    extra: int = 0
    unsent: int = 0
    same: bool = True
    counted: bool = True
    holds: Callable[[Scene], None] | None = None

    def __str__(self) -> str:
        return f"{self.family}: {self.name}"


@dataclass
class Scene:
    """A campaign while a fault is played."""

    world: World
    folder: Path
    file: Path
    server: ModelServer
    judge: ModelServer
    environment: dict[str, str]
    held: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    first_status: dict[str, Any] = field(default_factory=dict)
    said: str = ""
    trouble: list[BaseException] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    elsewhere: int = 0  #: requests that are on the bill of another folder

    @property
    def run(self) -> Path:
        return self.folder / "run"

    @property
    def mark(self) -> Path:
        """A file that exists once a failing call has failed."""
        return self.folder / "mark"

    def do(self, step: Step) -> None:
        """Take a step; a command must end as it says."""
        if not isinstance(step, Command):
            return step(self)
        self.said += self.call(step)
        return None

    def call(self, command: Command) -> str:
        """Call the command line and check how it ends; return what it says."""
        names = {"RUN": str(self.run), "FILE": str(self.file)}
        words = [names.get(word, word.replace("RUN/", f"{self.run}/")) for word in command.words]
        done = r3gym(*words, env={**os.environ, **self.environment})
        said = done.stdout + done.stderr
        assert done.returncode == command.code, f"{command}: exit code {done.returncode}\n{said}"
        assert command.says in said, f"{command}: {command.says!r} is not in\n{said}"
        return said

    def status(self) -> dict[str, Any]:
        """The status of the folder as `campaign status --json` has it, or why there is none."""
        try:
            return status_json(campaign_status(self.run), self.run)
        except InputError as error:
            return {"error": str(error)}


@contextmanager
def scene(fault: Fault, folder: Path) -> Iterator[Scene]:
    """The servers and files of a fault, before anything is played."""
    world = WORLDS[fault.world]
    opened: list[Scene] = []

    def dealt(model: Reply, replies: Mapping[int, Any], outage: tuple[int, Any] | None, at: int | None) -> Reply:
        number, lock = 0, threading.Lock()

        def reply(body: Any) -> Any:
            nonlocal number
            with lock:
                number += 1
                mine = number
            if at is not None and mine >= at:
                opened[0].held.set()
                opened[0].released.wait(PATIENCE_S)
            given = replies.get(mine, model)
            if outage is not None and mine >= outage[0] and not opened[0].over.is_set():
                given = outage[1]
            return given(body) if callable(given) else given

        return reply

    with (
        model_server(model=dealt(world.model, fault.replies, fault.outage, fault.at)) as server,
        model_server(model=dealt(strict, fault.judgements, fault.judge_outage, fault.at_judgement)) as judge,
    ):
        file = write_world(world, folder, server.url, judge.url, fault.profile)
        environment = {"KEY": "secret-1", "R3GYM_CACHE_DIR": str(folder / "cache"), **fault.environment}
        opened.append(Scene(world, folder, file, server, judge, environment))
        with _disk(opened[0].run, fault.disk_kb):
            yield opened[0]
        opened[0].released.set()


@contextmanager
def _disk(folder: Path, size_kb: int | None) -> Iterator[None]:
    """A file system of this size at the folder, if one is asked for."""
    if size_kb is None:
        yield
        return
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size_kb}k", "r3gym-faults", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def may_mount() -> bool:
    """Whether this user may mount file systems here."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["mount", "-t", "tmpfs", "-o", "size=64k", "r3gym-faults", folder]
        if subprocess.run(words, capture_output=True).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
    return True


def play(fault: Fault, at: Scene) -> None:
    """Play the fault and go on with the campaign as the fault says, checking how every command ends."""
    for step in fault.before:
        at.do(step)
    code, at.said = _first_run(fault, at)
    at.over.set()
    if fault.code is not None:
        assert code == fault.code, f"the first run ended with {code}\n{at.said}"
    assert fault.says in at.said, f"{fault.says!r} is not in\n{at.said}"
    if fault.call is not None:
        assert at.mark.exists(), f"{fault.call} never came\n{at.said}"
    at.first_status = at.status()
    different = {name: at.first_status.get(name) for name in fault.shows}
    assert different == dict(fault.shows), f"status after the first run: {at.first_status}\n{at.said}"
    for step in fault.then:
        at.do(step)


def _first_run(fault: Fault, at: Scene) -> tuple[int, str]:
    orders = fault.call.environment(at.mark) if fault.call is not None else {}
    words = ["campaign", "run", str(at.file), "--out", str(at.run), "--workers", str(at.world.workers), *fault.options]

    def prepare() -> None:
        for ignored in (signal.SIGINT, signal.SIGHUP):  # by a shell in the background, and by nohup
            signal.signal(ignored, signal.SIG_DFL)
        for limit, most in fault.limits.items():
            resource.setrlimit(limit, (most, most))

    process = subprocess.Popen(
        [INSTALLED, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=prepare,
        env={**os.environ, **at.environment, **orders},
    )
    watcher = threading.Thread(target=_deal, args=(fault, at, process))
    watcher.start()
    try:
        said, _ = process.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        said = f"{process.communicate()[0]}\n(the first run did not end)"
    dealt = at.held.is_set()
    at.held.set()
    watcher.join()
    if at.trouble:
        raise at.trouble[0]
    waited = fault.at is not None or fault.at_judgement is not None
    assert dealt or not waited, f"the first run ended before the fault was dealt\n{said}"
    return process.returncode, said


def _deal(fault: Fault, at: Scene, process: subprocess.Popen[str]) -> None:
    """Send the signals and call the commands when the request has come that they wait for; then release it."""
    at.held.wait(PATIENCE_S)
    try:
        if fault.at is not None or fault.at_judgement is not None:
            for one in fault.signals:
                if process.poll() is None:
                    process.send_signal(one)
                    if one is signal.SIGSTOP:
                        _wait_until_stopped(process.pid)
            for step in fault.meanwhile:
                at.do(step)
    except BaseException as error:  # of another thread: raised again where the test sees it
        at.trouble.append(error)
    finally:
        at.released.set()


def _wait_until_stopped(pid: int) -> None:
    deadline = time.monotonic() + 30
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        assert time.monotonic() < deadline
        time.sleep(0.01)
