"""What the ablation shows at seed 0, in the real sandbox: minutes of compiling, so not in `make test`.

Seed 0 favours coverage: at most seeds ten contests are too few for the interval to exclude 0 (docs/schedulers.md).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from r3gym.cli.main import app


def coverage_minus_none(policy: str, folder: Path) -> dict[str, Any]:
    """The ten embedded code contests at pressure 0.8, once under each."""
    words = f"ablate --policy {policy} --schedulers none,coverage --domain code --pressure 0.8 --repeats 1 --json"
    done = CliRunner().invoke(app, [*words.split(), "--out", str(folder)])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)["comparisons"][0]["differences"][0]
    return found


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_coverage_helps_a_tunnel_whose_feedback_tells_right_from_wrong(tmp_path: Path) -> None:
    difference = coverage_minus_none("scripted:tunnel", tmp_path / "run")
    assert difference["mean"]["low"] > 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_coverage_does_not_help_a_tunnel_whose_feedback_tells_nothing(tmp_path: Path) -> None:
    difference = coverage_minus_none("scripted:tunnel:blind", tmp_path / "run")
    assert not difference["seen"] or difference["mean"]["estimate"] < 0
