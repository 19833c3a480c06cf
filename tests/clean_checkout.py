"""A copy of this checkout as a fresh clone would be: what git tracks or would add, links kept, nothing built."""

from __future__ import annotations

import subprocess
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
ROOMS = ("r3gym", "envs", "policies", "sandbox", "schedulers", "train")


def tracked_files(*below: str) -> list[str]:
    """Names of the files of this checkout below some of its folders (all of them by default), relative to its top."""
    command = ["git", "-C", str(TOP), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *below]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(name for name in set(listed) - {""} if (TOP / name).is_symlink() or (TOP / name).exists())


def copy_checkout(target: Path, *below: str) -> Path:
    """Copy those files to the new folder ``target``; returns it."""
    target.mkdir()
    names = "\0".join(tracked_files(*below))
    subprocess.run(
        ["cp", "--no-dereference", "--parents", "--target-directory", str(target), *names.split("\0")],
        cwd=TOP,
        check=True,
    )
    return target
