"""Wheel and source distribution hold ``r3gym`` whole, and an environment with nothing but the wheel and what it
declares plays a contest from another directory.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from clean_checkout import ROOMS, copy_checkout, tracked_files

PLAY = """
import gymnasium as gym, r3gym
from r3gym.policies import ScriptedSolver
assert "site-packages" in r3gym.__file__, r3gym.__file__
for domain, name in (("code", "Code"), ("math", "Math"), ("ar", "AR")):
    env = gym.make(f"R3Contest-{name}-v0", contest=0, budget=1)
    policy = ScriptedSolver("embedded", domain)
    obs, info = env.reset(seed=0)
    done = False
    while not done:
        obs, reward, terminated, truncated, info = env.step(policy.act(obs, info))
        done = terminated or truncated
    env.close()
    print(domain, info["result"]["score"], info["result"]["judge_errors"])
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source distribution of a clean checkout, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("built")
    checkout = copy_checkout(folder / "checkout")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(checkout)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


def expected_files() -> set[str]:
    """Every file of the rooms by the name it has in the package."""
    files = {name for name in tracked_files(*ROOMS) if not Path(name).is_symlink()}
    return {name if name.startswith("r3gym/") else f"r3gym/{name}" for name in files}


def test_the_wheel_holds_every_file_of_the_rooms_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == expected_files()


def test_the_source_distribution_holds_every_file_of_the_rooms(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {member.name.partition("/")[2] for member in archive if not member.isdir()}
    assert expected_files() <= names
    assert {"pyproject.toml", "README.md", "LICENSE"} <= names


def declared(name: str, seen: set[str]) -> set[str]:
    """Add ``name`` and all it requires, directly or not, to ``seen``; returns it."""
    name = re.sub(r"[-_.]+", "-", name).lower()
    if name not in seen:
        seen.add(name)
        for requirement in metadata.requires(name) or ():
            words = re.match(r"([\w.-]+)([^;]*)(?:;(.*))?", requirement)
            assert words is not None
            if "extra" not in (words[3] or "") and installed(words[1]):
                declared(words[1], seen)
    return seen


def installed(name: str) -> bool:
    """Whether a distribution is there; one that is for another platform or an older Python is not."""
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def play(python: Path, folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    command = [str(python), "-c", PLAY]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder / "elsewhere", timeout=300)
    assert done.returncode == 0, done.stderr
    lines = [line.split(" ", 2) for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["code", "math", "ar"]
    assert all(line[2] == "[]" for line in lines), "every answer was judged"


def test_the_wheel_and_what_it_declares_play_a_contest_from_another_directory(wheel: Path, tmp_path: Path) -> None:
    """The environment holds the wheel and links to the distributions that the wheel requires, and no others."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    site = next((tmp_path / "venv" / "lib").glob("python*/site-packages"))
    zipfile.ZipFile(wheel).extractall(site)
    for name in declared("r3gym", set()) - {"r3gym"}:
        for file in metadata.files(name) or ():
            link = site / file.parts[0]
            if file.parts[0] not in ("..", "__pycache__") and not link.exists():
                link.symlink_to(Path(str(file.locate())).parents[len(file.parts) - 1] / file.parts[0])
    assert not (site / "pytest").exists(), "the tests' own dependencies are not there"
    play(tmp_path / "venv" / "bin" / "python", tmp_path)


@pytest.mark.slow
def test_a_clean_environment_installs_the_wheel_and_plays(wheel: Path, tmp_path: Path) -> None:
    """The same with pip: versions are resolved, nothing comes from this environment."""
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True, capture_output=True)
    play(python, tmp_path)
