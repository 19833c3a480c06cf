"""The wheel holds ``r3gym`` only, and a clean environment that installs it plays a contest from another directory."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    copy = out / "source"
    tracked = ["r3gym", "envs", "policies", "sandbox", "schedulers", "train", "pyproject.toml", "README.md", "LICENSE"]
    copy.mkdir()
    subprocess.run(["cp", "-r", *(str(TOP / name) for name in tracked), str(copy)], check=True)
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(copy)]
    subprocess.run(build, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_the_wheel_holds_r3gym_only(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {n.split("/")[0].split("-")[0] for n in names} == {"r3gym"}
    for needed in (
        "r3gym/py.typed",
        "r3gym/envs/contest_env.py",
        "r3gym/sandbox/supervisor.c",
        "r3gym/sandbox/usage.h",
        "r3gym/simulation/kernel.c",
        "r3gym/prompts/texts/agentic_role.txt",
        "r3gym/data/embedded-v1/math/keys.jsonl",
        "r3gym/data/embedded-v1/code/suite.json",
        "r3gym/data/simulated_profiles.json",
        "r3gym/schedulers/learned.npz",
    ):
        assert needed in names
    assert not [n for n in names if "__pycache__" in n or n.startswith("r3gym/tests")]


def test_a_clean_environment_plays_a_contest_from_another_directory(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True, capture_output=True)
    (tmp_path / "elsewhere").mkdir()
    done = subprocess.run(
        [str(python), "-c", PLAY], capture_output=True, text=True, cwd=tmp_path / "elsewhere", timeout=300
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split(" ", 2) for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["code", "math", "ar"]
    assert all(line[2] == "[]" for line in lines), "every answer was judged"
