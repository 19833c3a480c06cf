"""Choosing a backend, requiring guarantees, and the parts that need no sandbox."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from r3gym.sandbox import (
    Guarantees,
    Limits,
    Requirements,
    SandboxUnavailable,
    Strength,
    Workspace,
    backend,
    backend_names,
    cgroups,
    open_workspace,
    seccomp,
)
from r3gym.sandbox.check import check_backend
from r3gym.sandbox.protocol import CommandRequest, ExitFlag, decode, encode


def test_names() -> None:
    assert backend_names() == ("bubblewrap", "docker", "LOCAL-WITHOUT-ISOLATION")
    assert backend("bubblewrap").name == "bubblewrap"
    with pytest.raises(ValueError, match="no sandbox backend 'chroot'; there are: bubblewrap"):
        backend("chroot")
    for name in ("local", "LOCAL", "Local-Without-Isolation"):
        with pytest.raises(ValueError, match="no sandbox backend"):
            backend(name)


def test_a_workspace_is_one() -> None:
    with open_workspace() as workspace:
        assert isinstance(workspace, Workspace)
        assert workspace.guarantees.isolated
        assert workspace.guarantees.network_off


def test_what_is_required_is_refused_by_name() -> None:
    with pytest.raises(SandboxUnavailable, match=r"storage \(required exact, given best effort\)"):
        open_workspace(require=Requirements(storage=Strength.EXACT))
    weak = Guarantees(False, False, Strength.NONE, Strength.NONE, Strength.BEST_EFFORT, Strength.NONE)
    assert Requirements().missing(weak) == (
        "isolated (required, not given)",
        "network_off (required, not given)",
        "memory (required best effort, given none)",
    )
    strong = Guarantees(True, True, Strength.EXACT, Strength.EXACT, Strength.EXACT, Strength.EXACT)
    assert Requirements(storage=Strength.EXACT, cpu=Strength.EXACT).missing(strong) == ()


def test_no_isolation_needs_capital_letters_and_warns(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SandboxUnavailable, match="isolated"):
        open_workspace("LOCAL-WITHOUT-ISOLATION")
    nothing = Requirements(isolated=False, network_off=False, memory=Strength.NONE, processes=Strength.NONE)
    with open_workspace("LOCAL-WITHOUT-ISOLATION", require=nothing) as workspace:
        assert "WARNING" in capfd.readouterr().err
        workspace.write_file("/app/x", b"hello")
        assert workspace.run("cat x; export A=1; cd ..", 10).output == "hello"
        assert workspace.run("echo $A; ls", 10).output == "1\napp\nlogs\ntmp\n"
        assert workspace.run("setsid sleep 100 & sleep 100", 0.5).timed_out
        with workspace.fork() as other:
            assert other.read_file("/app/x", 10) == b"hello"


def test_check_tries_everything() -> None:
    rows = check_backend("bubblewrap")
    assert {row.what for row in rows} >= {
        "opens",
        "memory limit",
        "process limit",
        "storage limit",
        "passive view",
        "g++ inside",
    }
    assert [row for row in rows if not row.ok] == []


def test_groups_of_version_2(tmp_path: Path) -> None:
    """Their files, on an ordinary folder: this machine may have version 1 only."""
    places = cgroups.CgroupParents(tmp_path, tmp_path, tmp_path, tmp_path, 2)
    group = cgroups.make(places, Limits(cpus=1.5, memory_mb=100, processes=10))
    (folder,) = group.folders()
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert written == {
        "memory.max": str(100 << 20),
        "memory.swap.max": "0",
        "cpu.max": "150000 100000",
        "pids.max": "18",
    }
    assert group.usage_file() == folder / "cpu.stat"
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 3\noom 2\noom_kill 7\noom_group_kill 0\n")
    assert group.oom_kills() == 7


def test_order_and_answer_frames() -> None:
    frame = encode(CommandRequest((b"a", b"b"), b"/app", (b"X=1",), b"in", 1.5, None, 100))
    assert frame[:1] == b"R"
    assert struct.unpack_from("<IIII", frame, 1) == (1500, 0, 100, 2)
    answer = struct.pack("<ciIQQQ", b"R", 3, 5, 10, 20, 4) + b"".join(
        struct.pack("<I", len(t)) + t for t in (b"ab", b"cd", b"s")
    )
    decoded = decode(answer)
    assert (decoded.exit_code, decoded.head, decoded.tail, decoded.state) == (3, b"ab", b"cd", b"s")
    assert decoded.flags == ExitFlag.TIMED_OUT | ExitFlag.KILLED


def _simulate(program: bytes, number: int, *arguments: int, arch: int = 0xC000003E) -> int:
    """Run the filter as the kernel would, on one call."""
    data = struct.pack("<IIQ6Q", number, arch, 0, *(list(arguments) + [0] * 6)[:6])
    at, register = 0, 0
    while True:
        code, yes, no, value = struct.unpack_from("<HBBI", program, at * 8)
        at += 1
        if code == 0x20:
            (register,) = struct.unpack_from("<I", data, value)
        elif code == 0x06:
            return int(value)
        else:
            taken = {0x15: register == value, 0x35: register >= value, 0x45: bool(register & value)}[code]
            at += yes if taken else no


def test_the_filter_decides_call_by_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp.platform, "machine", lambda: "x86_64")
    allow, kill, refuse = 0x7FFF0000, 0x80000000, 0x00050001
    program = seccomp.program()
    assert _simulate(program, 0) == allow  # read
    assert _simulate(program, 59) == allow  # execve
    assert _simulate(program, 0, arch=0x40000003) == kill  # 32-bit
    assert _simulate(program, 0x40000000 + 1) == kill  # x32
    assert _simulate(program, 101) == refuse  # ptrace
    assert _simulate(program, 435) == 0x00050000 | 38  # clone3
    assert _simulate(program, 56, 0x01200011) == allow  # clone as fork does
    assert _simulate(program, 56, 0x10000011) == refuse  # clone with a user namespace
    assert [_simulate(program, 41, family) == allow for family in (1, 2, 10, 16, 17, 40)] == [True] * 3 + [False] * 3
    assert _simulate(program, 16, 1, 0x5412) == refuse  # TIOCSTI
    assert _simulate(program, 16, 1, 0x5401) == allow  # TCGETS
    assert _simulate(program, 135, 0x40000) == allow
    assert _simulate(program, 135, 0x8) == refuse
    assert _simulate(program, 319) == allow  # memfd_create
    assert _simulate(seccomp.program(watchdog=True), 319) == refuse
    assert _simulate(seccomp.program(pinned=True), 203) == refuse
