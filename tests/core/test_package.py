"""r3gym is an ordinary package in its checkout: editable installs see new files, every module has one name, links are
asked for by name where they are missing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from clean_checkout import ROOMS, TOP, copy_checkout

LINKS = [room for room in ROOMS if room != "r3gym"]


def run(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, cwd=cwd, timeout=300)


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A copy of the checkout, and the Python of an environment that has it installed with ``pip install -e``."""
    folder = tmp_path_factory.mktemp("editable")
    checkout = copy_checkout(folder / "checkout", *ROOMS, "pyproject.toml", "README.md", "LICENSE")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    site = next((folder / "venv" / "lib").glob("python*/site-packages"))
    dependencies = next(path for path in map(Path, sys.path) if path.name == "site-packages")
    (site / "dependencies.pth").write_text(f"{dependencies}\n")  # their own .pth files are not read
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--editable", checkout], check=True, capture_output=True)
    return checkout, python


def test_a_new_file_and_a_new_subpackage_are_seen_at_once(editable: tuple[Path, Path], tmp_path: Path) -> None:
    checkout, python = editable
    (checkout / "r3gym" / "core" / "new_file.py").write_text("HERE = __file__\n")
    for room in ("r3gym", "envs"):
        (checkout / room / "new_room").mkdir()
        (checkout / room / "new_room" / "__init__.py").write_text("HERE = __name__\n")
    code = (
        "from r3gym.core.new_file import HERE as a\n"
        "from r3gym.new_room import HERE as b\n"
        "from r3gym.envs.new_room import HERE as c\n"
        "print(a, b, c)"
    )
    done = run(python, "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [
        str(checkout / "r3gym" / "core" / "new_file.py"),
        "r3gym.new_room",
        "r3gym.envs.new_room",
    ]


def test_a_module_has_one_name(editable: tuple[Path, Path]) -> None:
    """At the top of the checkout as well, where the folder r3gym lies on the path too."""
    checkout, python = editable
    done = run(python, "-c", "import r3gym.envs, r3gym.policies; print(r3gym.envs.__file__)", cwd=checkout)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(checkout / "r3gym" / "envs" / "__init__.py")
    again = run(python, "-c", "import r3gym.r3gym", cwd=checkout)
    assert again.returncode == 1
    assert "No module named 'r3gym.r3gym'" in again.stderr


def test_every_room_beside_r3gym_is_linked_into_it() -> None:
    links = {path.name: path.readlink() for path in (TOP / "r3gym").iterdir() if path.is_symlink()}
    assert links == {room: Path("..") / room for room in LINKS}


@pytest.fixture(scope="module")
def without_links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that speak first, as git writes them where symbolic links are switched off."""
    clone = tmp_path_factory.mktemp("without-links") / "clone"
    git = ["git", "-c", "core.symlinks=false"]
    subprocess.run([*git, "clone", "--quiet", "--shared", "--no-checkout", TOP, clone], check=True)
    subprocess.run([*git, "config", "core.symlinks", "false"], check=True, cwd=clone)
    links = [f"r3gym/{room}" for room in LINKS]
    subprocess.run([*git, "checkout", "--quiet", "HEAD", "--", *links, "pyproject.toml"], check=True, cwd=clone)
    for name in ("Makefile", "r3gym/__init__.py"):
        shutil.copy(TOP / name, clone / name)
    assert (clone / "r3gym" / "envs").read_text() == "../envs"
    return clone


@pytest.mark.parametrize("command", [("make", "setup"), (sys.executable, "-c", "import r3gym")])
def test_a_checkout_without_links_says_so(without_links: Path, command: tuple[str, ...]) -> None:
    done = run(*command, cwd=without_links)
    assert done.returncode != 0
    assert "r3gym/envs is not a folder" in done.stderr
    assert "symbolic links" in done.stderr
    assert "clone" in done.stderr
    assert not (without_links / ".venv").exists()
