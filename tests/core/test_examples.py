"""Every example runs exactly as it stands; one that needs a model gets a server on loopback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from loopback_model import calls, model_server, says

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
SLOW = ("train_maskable_ppo.py",)  # tests/train trains too


def run(example: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(example), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(e, marks=pytest.mark.slow if e.name in SLOW else (), id=e.name)
        for e in EXAMPLES
        if e.name != "llm_agent.py"
    ],
)
def test_example(example: Path, tmp_path: Path) -> None:
    if "train" in example.name:
        pytest.importorskip("torch", reason="the extra 'train' is not installed: make train-setup")
    done = run(example, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "score " in done.stdout


def test_the_example_with_a_model_plays_on_any_server(tmp_path: Path) -> None:
    example = next(e for e in EXAMPLES if e.name == "llm_agent.py")
    submit, finish = calls(("submit_answer", {"problem": "1", "answer": "7"})), calls(("mark_task_complete", {}))
    with model_server(calls(("note_number", {"number": 7})), says("hm"), submit, finish) as server:
        done = run(example, tmp_path, "my-model", "--base-url", server.url)
    assert done.returncode == 0, done.stderr
    assert "3 turns, 2 actions, tools: native, ended: finished" in done.stdout
    assert "protocol errors: ['text']" in done.stdout
    assert "score " in done.stdout
