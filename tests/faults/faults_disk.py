"""Disks that are full, read-only or broken, files that are torn, emptied, flipped or gone."""

from __future__ import annotations

import errno
import resource
import shutil
import subprocess
from signal import SIGKILL
from typing import Any

from failing_calls import FailingCall
from fault_player import RESUME, Command, Fault, Scene
from faults_stops import LOST, STOPPED, run_again

EPISODES = 8


def failing(name: str, call: str, path: str, number: int, nth: int = 2, **fields: Any) -> Fault:
    """A system call fails once, and the run says how to go on."""
    given = {"world": "replies", "call": FailingCall(call, path, number, nth), "code": 1, "says": STOPPED, **LOST}
    return Fault("disk", name, **{**given, **fields})


def damaged(name: str, *steps: Any, **fields: Any) -> Fault:
    """Something is done to the folder of a campaign that was killed in the middle."""
    given: dict[str, Any] = {"world": "replies", "at": 5, "signals": (SIGKILL,), "code": -SIGKILL, **LOST}
    return Fault("disk", name, then=steps, **{**given, **fields})


def grow_disk(at: Scene) -> None:
    subprocess.run(["mount", "-o", "remount,rw,size=64m", str(at.run)], check=True)


def lock_disk(at: Scene) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(at.run)], check=True)


def tear_last_line(at: Scene) -> None:
    rows = at.run / "rows.jsonl"
    rows.write_bytes(rows.read_bytes() + b'{"id":"0123')


def copy_folder(at: Scene) -> None:
    shutil.copytree(at.run, at.folder / "copy")
    at.elsewhere = -len(at.server.requests)


def take_copy(at: Scene) -> None:
    at.elsewhere += len(at.server.requests)
    shutil.rmtree(at.run)
    (at.folder / "copy").rename(at.run)


def remove_plan(at: Scene) -> None:
    for plan in at.run.glob("plan-*.jsonl"):
        plan.unlink()


def flip_reply(at: Scene) -> None:
    """Flip a bit in the middle of the largest file of replies."""
    flip(max((at.run / "turns").glob("*/*.jsonl"), key=lambda path: path.stat().st_size))


def flip(file: Any) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 4
    file.write_bytes(data)


DISK = (
    *(
        failing(f"{name} at a row", "write", "/rows.jsonl", number)
        for name, number in (("full disk", errno.ENOSPC), ("quota", errno.EDQUOT), ("EIO", errno.EIO))
    ),
    failing("full disk at a record", "write", "/records/*.json-", errno.ENOSPC),
    failing("EIO when a record gets its name", "rename", "/records/", errno.EIO),
    failing("EIO when rows are flushed", "fsync", "/rows.jsonl", errno.EIO, nth=1),
    failing("EIO at a reply", "fsync", "/turns/", errno.EIO, code=0, says="", extra=1),
    Fault("disk", "file size limit", "replies", limits={resource.RLIMIT_FSIZE: 6000}, code=1, says=STOPPED, **LOST),
    Fault(
        "disk",
        "full file system",
        "replies",
        disk_kb=64,
        code=1,
        says=STOPPED,
        then=(grow_disk, RESUME),
        **LOST,
    ),
    failing("disk becomes read-only", "write", "/rows.jsonl", errno.EROFS),
    Fault(
        "disk",
        "read-only folder",
        "replies",
        disk_kb=1 << 16,
        before=(lock_disk,),
        code=1,
        says="Read-only file system",
        then=(grow_disk, *run_again()),
    ),
    damaged("torn last line", tear_last_line, Command(RESUME.words, says="torn last line")),
    damaged("plan deleted", remove_plan, RESUME),
    damaged("flipped bit in a reply", flip_reply, RESUME, world="agents", at=9, extra=5),
    Fault(
        "disk",
        "folder copied while running",
        "replies",
        at=4,
        meanwhile=(copy_folder,),
        then=(take_copy, RESUME),
        extra=EPISODES - 4 + 2,
        unsent=2,
    ),
)
