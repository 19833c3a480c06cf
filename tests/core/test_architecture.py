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


def test_dependencies_point_one_way() -> None:
    """Every room has its place in the layers of pyproject.toml, and imports only what stands below it."""
    pytest.importorskip("importlinter", reason="import-linter is not installed yet: run `make setup`")
    tool = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([tool, "--no-cache"], capture_output=True, text=True, check=False, cwd=TOP)
    assert done.returncode == 0, done.stdout


def test_schedulers_know_the_state_and_nothing_private() -> None:
    for file in ROOMS["r3gym.schedulers"].rglob("*.py"):
        core = {m for m in imports(file) if room_of(m) == "r3gym" and m.startswith("r3gym")}
        assert core <= {
            "r3gym.core.state",
            "r3gym.core.packed_state",
            "r3gym.core.domain",
            "r3gym.errors",
            "r3gym.utils.plugins",
        }, f"{file.name} imports {core}"


#: Words that are a domain's name elsewhere and mean something else here: an element of HTML, a field of an error.
OTHER_MEANINGS = {"r3gym/report/page.py", "r3gym/report/page_episode.py", "r3gym/models/reply_reading.py"}


def test_no_module_outside_its_folder_names_a_domain() -> None:
    names = {"code", "math", "ar"}
    for room in ROOMS.values():
        for file in room.rglob("*.py"):
            inside = file.relative_to(TOP).as_posix()
            own = inside.startswith(tuple(f"r3gym/domains/{name}/" for name in names))
            if own or "/data/" in inside or inside in OTHER_MEANINGS:
                continue
            tree = ast.walk(ast.parse(file.read_text("utf-8")))
            named = [n.lineno for n in tree if isinstance(n, ast.Constant) and n.value in names]
            assert not named, f"{inside} names a domain in lines {named}"


def test_importing_r3gym_is_light() -> None:
    heavy = "torch openai docker sympy reasoning_gym stable_baselines3 pydantic rich typer PIL yaml".split()
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
