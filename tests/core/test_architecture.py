"""The rooms: who may import whom, how light ``import r3gym`` is, and that every example in a docstring runs."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import r3gym

TOP = Path(__file__).parents[2]
ROOMS = {
    "r3gym": TOP / "r3gym",
    "r3gym.sandbox": TOP / "sandbox",
    "r3gym.schedulers": TOP / "schedulers",
    "r3gym.policies": TOP / "policies",
    "r3gym.envs": TOP / "envs",
    "r3gym.train": TOP / "train",
}
#: Which rooms a room may know besides itself and the core.
MAY_KNOW = {
    "r3gym": {"r3gym.sandbox"},  # the judge runs programs
    "r3gym.sandbox": set(),
    "r3gym.schedulers": set(),
    "r3gym.policies": {"r3gym.schedulers"},
    "r3gym.envs": {"r3gym.sandbox", "r3gym.schedulers"},
    "r3gym.train": {"r3gym.envs", "r3gym.schedulers"},
}
#: The command line and the campaign runner stand in front of all rooms.
FRONT = {"r3gym/cli", "r3gym/campaigns"}


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def room_of(module: str) -> str:
    return next((room for room in ROOMS if room != "r3gym" and (module + ".").startswith(room + ".")), "r3gym")


@pytest.mark.parametrize("room", ROOMS)
def test_dependencies_point_one_way(room: str) -> None:
    for file in ROOMS[room].rglob("*.py"):
        inside = file.relative_to(TOP).as_posix()
        if any(inside.startswith(front) for front in FRONT) or "/data/" in inside:
            continue
        known = {room_of(m) for m in imports(file) if m.split(".")[0] == "r3gym"} - {room, "r3gym"}
        assert known <= MAY_KNOW[room], f"{inside} knows {known - MAY_KNOW[room]}"


def test_schedulers_know_the_state_and_nothing_private() -> None:
    for file in ROOMS["r3gym.schedulers"].rglob("*.py"):
        core = {m for m in imports(file) if room_of(m) == "r3gym" and m.startswith("r3gym")}
        assert core <= {
            "r3gym.core.state",
            "r3gym.core.visible",
            "r3gym.core.domain",
            "r3gym.errors",
            "r3gym.utils.plugins",
        }, f"{file.name} imports {core}"


def test_importing_r3gym_is_light() -> None:
    heavy = "torch openai docker sympy reasoning_gym stable_baselines3 pydantic rich typer PIL tree_sitter yaml".split()
    code = f"import sys, r3gym; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.strip() == "[]"


def test_playing_needs_no_judge_library_in_the_host_process() -> None:
    code = (
        "import sys, gymnasium as gym, r3gym\n"
        "env = gym.make('R3Contest-Math-v0', contest=0); env.reset(seed=0)\n"
        "env.step({'verb': 3, 'problem': 1, 'text': '7'}); print(env.step({'verb': 5, 'problem': 0, 'text': ''})[2])\n"
        "print([m for m in ('sympy', 'math_verify', 'reasoning_gym') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.split("\n")[:2] == ["True", "[]"]


def modules() -> list[str]:
    found = [m.name for m in pkgutil.walk_packages(r3gym.__path__, "r3gym.")]
    return sorted(n for n in found if room_of(n) != "r3gym" or (TOP / f"{n.replace('.', '/')}").parent.is_dir())


@pytest.mark.parametrize(
    "name", [m for m in modules() if not m.startswith(("r3gym.tests", "r3gym.build", "r3gym.data"))]
)
def test_examples_in_docstrings_run(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        pytest.skip(f"{error.name} is not installed")
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0
