"""What only the docker backend has: an engine that can break, containers that others can remove, orphans, an image."""

from __future__ import annotations

import dataclasses
import gc
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import docker
import own_engine
import pytest
from own_engine import OwnEngine

from r3gym.sandbox import Guarantees, Limits, SandboxError, SandboxUnavailable, Strength, docker_gc, docker_image
from r3gym.sandbox.docker_backend import DockerBackend
from r3gym.sandbox.view import Hardening
from r3gym.shell.parsing import parse

SMALL = Limits(memory_mb=256, storage_mb=256, processes=64)


def needs_engine(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.docker(pytest.mark.usefixtures("engine")(test))


@pytest.fixture
def client(engine: OwnEngine) -> Iterator[docker.APIClient]:
    client = engine.client()
    yield client
    client.close()


@pytest.fixture
def run_without() -> Callable[..., str]:
    """The output of a command in a new workspace with these walls taken down."""

    def run(command: str, *walls: str) -> str:
        with DockerBackend(dataclasses.replace(Hardening(), **dict.fromkeys(walls, False))).open(SMALL) as workspace:
            return workspace.run(command, 20).output

    return run


def containers(client: docker.APIClient) -> dict[str, str]:
    """Name and id of every container of ours."""
    rows = client.containers(all=True, filters={"label": docker_gc.WORKSPACE})
    return {row["Names"][0].lstrip("/"): row["Id"] for row in rows}


def running(marker: str) -> bool:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker in path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"):
                return True
        except OSError:
            continue
    return False


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    give_up = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.05)
    return True


def unique_sleep() -> str:
    return f"sleep 4{time.monotonic_ns() % 10**9}"


# ------------------------------------------------------------------ what a container is given


@needs_engine
def test_every_wall_is_in_the_containers_configuration(client: docker.APIClient) -> None:
    with DockerBackend().open(Limits()) as workspace:
        workspace.run_free(parse("true"))
        (main,) = (i for name, i in containers(client).items() if name.endswith("-main"))
        (passive,) = (i for name, i in containers(client).items() if name.endswith("-passive"))
        for container in (main, passive):
            host = client.inspect_container(container)["HostConfig"]
            assert host["Memory"] == host["MemorySwap"] == 2048 << 20
            assert host["NanoCpus"] == 10**9
            assert host["PidsLimit"] == 258
            assert (host["NetworkMode"], host["IpcMode"], host["PidMode"]) == ("none", "private", "")
            assert host["ReadonlyRootfs"]
            assert not host["Privileged"]
            assert host["CapDrop"] == ["ALL"]
            assert host["SecurityOpt"] == ["no-new-privileges:true"]
        assert client.inspect_container(main)["Config"]["User"] == "1000:1000"
        assert not client.inspect_container(main)["HostConfig"]["CapAdd"]
        inside = "grep -E 'CapBnd|CapEff|NoNewPrivs|Seccomp_filters' /proc/self/status"
        shown = dict(line.split(":\t") for line in workspace.run(inside, 10).output.splitlines())
        assert shown == {"CapEff": "0" * 16, "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp_filters": "2"}
    assert containers(client) == {}


@needs_engine
def test_the_passive_container_keeps_nothing_of_what_closed_it(client: docker.APIClient) -> None:
    """It starts as root with the right to mount; seen from the host, what runs in it afterwards has neither."""
    with DockerBackend().open(SMALL) as workspace:
        workspace.run_free(parse("true"))
        (passive,) = (i for name, i in containers(client).items() if name.endswith("-passive"))
        pid = client.inspect_container(passive)["State"]["Pid"]
        status = dict(
            line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":\t" in line
        )
        assert status["Uid"].split() == ["1000"] * 4
        assert status["Gid"].split() == ["1000"] * 4
        assert status["Groups"].strip() == ""
        assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
        assert (status["NoNewPrivs"], status["Seccomp"], status["Seccomp_filters"]) == ("1", "2", "2")
        mounts = [line.split(" ") for line in Path(f"/proc/{pid}/mountinfo").read_text().splitlines()]
        open_for_execution = {row[4] for row in mounts if "noexec" not in row[5].split(",")}
        assert {"/app", "/logs", "/tmp", "/dev/shm", "/", "/run/r3gym"} & open_for_execution == set()
        assert "/usr/bin/cat" in open_for_execution
        assert not any(name.endswith(("/bash", "/dash", "/python3.11", "/g++")) for name in open_for_execution)


@needs_engine
def test_capabilities_are_dropped(run_without: Callable[..., str]) -> None:
    """With the engine's defaults a root inside may give files away and change its root. Here nobody may."""
    attack = "touch x && chown 4711 x && echo BREACH-chown; chroot / /bin/true && echo BREACH-chroot; true"
    assert "BREACH" not in run_without(attack)
    control = run_without(attack, "no_capabilities", "filter_calls")
    assert "BREACH-chown" in control
    assert "BREACH-chroot" in control


@needs_engine
def test_the_system_is_read_only(run_without: Callable[..., str]) -> None:
    """Root without capabilities still owns the system's files: only the read-only mount keeps it from changing them."""
    attack = "echo evil > /usr/bin/cat && echo BREACH; echo evil > /etc/evil && echo BREACH; true"
    assert "BREACH" not in run_without(attack)
    assert "BREACH" not in run_without(attack, "own_user")
    assert "BREACH" in run_without(attack, "own_user", "read_only")


@needs_engine
def test_the_door_is_shut() -> None:
    """The socket through which the supervisor came in is gone, and our programs can be neither changed nor replaced."""
    with DockerBackend().open(SMALL) as workspace:
        before = workspace.run("ls /run/r3gym; sha256sum /run/r3gym/*", 10).output
        assert before.split()[:5] == ["enter", "filter", "stages", "supervisor", "which"]
        attack = (
            "cd /run/r3gym; for f in supervisor enter filter socket new; do rm -f $f; echo x > $f; cp /bin/cat $f; done"
        )
        assert workspace.run(attack, 10).exit_code != 0
        assert workspace.run("ls /run/r3gym; sha256sum /run/r3gym/*", 10).output == before


# ------------------------------------------------------------------ faults


@needs_engine
def test_container_removed_during_a_command(client: docker.APIClient) -> None:
    workspace = DockerBackend().open(SMALL)
    ((_, container),) = containers(client).items()
    marker = unique_sleep()

    def remove() -> None:
        assert wait_until(lambda: running(marker))
        client.remove_container(container, force=True)

    thread = threading.Thread(target=remove)
    thread.start()
    with pytest.raises(SandboxError, match="removed by someone else"):
        workspace.run(marker, 60)
    thread.join()
    assert not running(marker)
    with pytest.raises(SandboxError, match="closed"):
        workspace.run("true", 10)
    assert list(Path(tempfile.gettempdir()).glob("r3gym-sandbox-*/workspaces/*")) == []


@needs_engine
@pytest.mark.parametrize("free", [False, True])
def test_container_removed_between_commands(client: docker.APIClient, free: bool) -> None:
    workspace = DockerBackend().open(SMALL)
    act = (lambda: workspace.run_free(parse("true"))) if free else (lambda: workspace.run("true", 10))
    assert act().exit_code == 0
    for container in containers(client).values():
        client.remove_container(container, force=True)
    with pytest.raises(SandboxError, match="removed by someone else"):
        act()
    workspace.close()
    assert containers(client) == {}


@needs_engine
def test_container_killed(client: docker.APIClient) -> None:
    with DockerBackend().open(SMALL) as workspace:
        ((_, container),) = containers(client).items()
        client.kill(container)
        with pytest.raises(SandboxError, match=r"exited \(exit code 137\)"):
            workspace.run("true", 10)
    assert containers(client) == {}


@needs_engine
def test_engine_killed_during_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second engine, killed as by a crash. Then it starts again, and the next workspace sweeps up what it knew of."""
    doomed = own_engine.start()
    try:
        own_engine.provide_image(doomed)
        monkeypatch.setenv("DOCKER_HOST", doomed.host)
        workspace = DockerBackend().open(SMALL)
        marker = unique_sleep()

        def kill() -> None:
            assert wait_until(lambda: running(marker))
            doomed.kill()

        thread = threading.Thread(target=kill)
        thread.start()
        start = time.monotonic()
        with pytest.raises(SandboxError, match=r"engine at .* is gone"):
            workspace.run(marker, 60)
        thread.join()
        assert time.monotonic() - start < 20, "noticed, not waited for"
        assert wait_until(lambda: not running(marker)), "nothing of it runs on without the engine"
        with pytest.raises(SandboxUnavailable, match="no engine listens there"):
            DockerBackend().open(SMALL)
        doomed = own_engine.start(again=doomed.folder)
        client = doomed.client()
        assert len(containers(client)) == 1
        with DockerBackend().open(SMALL) as after:
            assert after.run("echo again", 10).output == "again\n"
            assert len(containers(client)) == 1
        assert containers(client) == {}
        client.close()
    finally:
        doomed.stop()
    assert own_engine.helpers(doomed.folder) == []
    assert own_engine.mounts_below(doomed.folder) == []
    assert own_engine.mounts_below(Path(tempfile.gettempdir())) == []


@needs_engine
def test_engine_gone_before_closing(client: docker.APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing never raises: the processes are gone at once, the rest is told to the log and swept later."""
    from r3gym.sandbox import docker_view

    workspace = DockerBackend().open(SMALL)
    with monkeypatch.context() as broken:
        broken.setattr(docker_view, "remove_container", lambda *_: (_ for _ in ()).throw(SandboxError("engine gone")))
        workspace.close()
    ((_, container),) = containers(client).items()
    assert wait_until(lambda: not client.inspect_container(container)["State"]["Running"]), "the supervisor saw the end"
    DockerBackend().open(SMALL).close()
    assert containers(client) == {}


_OWNER = """
import sys, time
from r3gym.sandbox import Limits
from r3gym.sandbox.docker_backend import DockerBackend
workspace = DockerBackend().open(Limits(memory_mb=256, storage_mb=256))
print("open", flush=True)
workspace.run(sys.argv[1], 600)
"""


@needs_engine
def test_orphans_of_a_killed_owner(client: docker.APIClient) -> None:
    marker = unique_sleep()
    with DockerBackend().open(SMALL) as mine:
        command = [sys.executable, "-c", textwrap.dedent(_OWNER), marker]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:
            assert owner.stdout is not None
            assert owner.stdout.readline() == "open\n"
            theirs = set(containers(client).values())
            assert wait_until(lambda: running(f"bash {marker}") or running(marker))
            assert docker_gc.find_orphans() == (), "both owners live"
            os.kill(owner.pid, signal.SIGKILL)
        assert wait_until(lambda: not running(marker)), "what ran in it dies with its owner"
        (orphan,) = docker_gc.find_orphans()
        assert orphan.container in theirs
        assert orphan.owner == str(owner.pid)
        assert orphan.name == f"r3gym-{orphan.workspace}-main"
        assert docker_gc.remove_orphans((orphan,)) == 1
        assert docker_gc.find_orphans() == ()
        assert docker_gc.remove_orphans((orphan,)) == 1, "gone already is as good"
        assert mine.run("echo untouched", 10).output == "untouched\n"


def test_who_is_an_orphan() -> None:
    mine = docker_gc.labels("w")
    assert not docker_gc.abandoned(mine)
    assert docker_gc.abandoned({**mine, "org.r3gym.owner": "4194999"}), "no such process"
    assert docker_gc.abandoned({**mine, "org.r3gym.owner-started": "1"}), "the number was given to somebody else"
    assert docker_gc.abandoned({**mine, "org.r3gym.boot": "another"}), "the machine has booted since"
    elsewhere = {**mine, "org.r3gym.owner": "4194999", "org.r3gym.pid-namespace": "pid:[1]"}
    assert not docker_gc.abandoned(elsewhere), "cannot be seen from here, so nothing is certain"


# ------------------------------------------------------------------ what is said when something is missing


def test_no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    said = DockerBackend().probe()
    assert isinstance(said, str)
    assert "start one (systemctl start docker), or set DOCKER_HOST" in said
    with pytest.raises(SandboxUnavailable):
        DockerBackend().open(SMALL)


@needs_engine
def test_no_image() -> None:
    said = DockerBackend(image="r3gym-no-such-image:1").probe()
    assert isinstance(said, str)
    assert "run 'r3gym sandbox build'" in said


@needs_engine
def test_probe(client: docker.APIClient) -> None:
    given = DockerBackend().probe()
    assert isinstance(given, Guarantees)
    assert (given.isolated, given.network_off) == (True, True)
    assert given.memory is given.processes is given.cpu is Strength.EXACT
    assert given.storage is Strength.BEST_EFFORT
    assert containers(client) == {}


@needs_engine
@pytest.mark.parametrize("there", ["/nonexistent/folder", "/usr/share"])
def test_an_engine_that_does_not_see_our_files(
    client: docker.APIClient, monkeypatch: pytest.MonkeyPatch, there: str
) -> None:
    """As with a remote engine: the folder that it sees under our door's name is missing, or is another one."""
    from r3gym.sandbox import docker_options

    real = docker_options._mounts

    def elsewhere(plan: docker_options.ContainerPlan) -> list[dict[str, Any]]:
        return [{**m, "Source": there if m["Source"] == str(plan.control_dir) else m["Source"]} for m in real(plan)]

    monkeypatch.setattr(docker_options, "_mounts", elsewhere)
    with pytest.raises(SandboxUnavailable, match="needs an engine on this machine"):
        DockerBackend().open(SMALL)
    assert containers(client) == {}


@needs_engine
def test_an_interrupted_command_closes_the_workspace(client: docker.APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the late answer to the interrupted command would be taken for that of the next."""
    workspace = DockerBackend().open(SMALL)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(workspace._storage, "exceeded", interrupt)
    with pytest.raises(KeyboardInterrupt):
        workspace.run("sleep 5", 10)
    with pytest.raises(SandboxError, match="closed"):
        workspace.run("true", 10)
    assert containers(client) == {}


def test_mirror_comes_from_apt() -> None:
    listing = (
        "https://other.example/apt cloud-bookworm main Somebody\n"
        "http://mirror.example/debian-security/ bookworm-security main Debian\n"
        "http://mirror.example/debian/ trixie main Debian\n"
        "http://mirror.example/debian/ bookworm main Debian\n"
    )
    assert docker_image.find_mirror(listing) == ("http://mirror.example/debian/", "bookworm")
    ubuntu = "http://mirror.example/ubuntu/ noble universe Ubuntu\nhttp://mirror.example/ubuntu/ noble main Ubuntu\n"
    assert docker_image.find_mirror(ubuntu) == ("http://mirror.example/ubuntu/", "noble")
    with pytest.raises(SandboxUnavailable, match="apt-get update"):
        docker_image.find_mirror("")


def test_both_recipes_say_the_same() -> None:
    text = docker_image.dockerfile().read_text()
    assert f"debian:{docker_image.RELEASE}-slim" in text
    assert f"--no-install-recommends {' '.join(docker_image.PACKAGES)} " in text
    for line in docker_image._USER.values():
        assert f"echo '{line.strip()}'" in text


@needs_engine
def test_building_without_a_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="no way 'magic'"):
        docker_image.build_image(print, way="magic")
    with pytest.raises(SandboxError, match="failed to build the image"):
        docker_image.build_image(print, way="registry", image="r3gym-test:1")
    monkeypatch.setattr(docker_image.shutil, "which", lambda _: None)
    said: list[str] = []
    with pytest.raises(SandboxUnavailable, match="apt-get install debootstrap"):
        docker_image.build_image(said.append, image="r3gym-test:1")
    assert any("using debootstrap" in line for line in said)


# ------------------------------------------------------------------ nothing piles up


def counts(engine: OwnEngine, client: docker.APIClient) -> dict[str, int]:
    gc.collect()  # what an earlier test left to the collector must not go while this one counts
    return {
        "containers": len(containers(client)),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "processes": len(own_engine.helpers(engine.folder)),
        "mounts": len(own_engine.mounts_below(engine.folder))
        + len(own_engine.mounts_below(Path(tempfile.gettempdir()))),
        "groups": sum(1 for root in Path("/sys/fs/cgroup").glob("*/docker") for e in root.iterdir() if e.is_dir()),
    }


def episode(_: int) -> str:
    with DockerBackend().open(SMALL) as workspace:
        workspace.run("echo x > f", 30)
        return workspace.run_free(parse("cat f")).output


@needs_engine
def test_many_in_a_row(engine: OwnEngine, client: docker.APIClient) -> None:
    episode(0)
    before = counts(engine, client)
    for number in range(15):
        assert episode(number) == "x\n"
    assert wait_until(lambda: counts(engine, client) == before), (before, counts(engine, client))


@needs_engine
def test_many_at_once(client: docker.APIClient) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(episode, range(16))) == ["x\n"] * 16
    assert containers(client) == {}


@needs_engine
@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_very_many(engine: OwnEngine, client: docker.APIClient) -> None:
    """64 open at the same time, all of them working, and 300 in a row."""
    episode(0)
    before = counts(engine, client)
    with ThreadPoolExecutor(16) as pool:
        opened = list(pool.map(lambda _: DockerBackend().open(SMALL), range(64)))
        try:
            assert {w.run("echo alive", 60).output for w in opened} == {"alive\n"}
            assert len(containers(client)) == 64
        finally:
            list(pool.map(lambda w: w.close(), opened))
    for number in range(300):
        assert episode(number) == "x\n"
    before["descriptors"] += 32  # sixteen threads at once leave as many idle connections in the one pool

    def settled() -> bool:
        now = counts(engine, client)
        return all(now[name] <= before[name] for name in before)

    assert wait_until(settled), (before, counts(engine, client))
