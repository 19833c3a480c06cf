"""Every numeric option of every command: what is no number, not finite or out of range is refused in one sentence.

The parser is walked, so an option that is added later is tested too, and fails without a lowest and a highest value.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from command_line import r3gym_command

from r3gym.cli.main import app
from r3gym.cli.numbers import NumberRule


def _commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, below in getattr(command, "commands", {}).items():
        yield from _commands(below, (*path, name))
    if not hasattr(command, "commands"):
        yield path, command


def _kind(option: Any) -> type | None:
    annotation = getattr(getattr(option, "type_descriptor", None), "annotation", None)
    return {int: int, float: float, list[int]: int, list[float]: float}.get(annotation)


ROOT: Any = typer.main.get_command(app)
OPTIONS = [
    (path, option) for path, command in _commands(ROOT) for option in command.params if _kind(option) is not None
]
IDS = [" ".join((*path, option.opts[0])) for path, option in OPTIONS]


def _rule(option: Any) -> NumberRule:
    rule = option.type_descriptor.parameter_info.parser
    assert isinstance(rule, NumberRule), "a numeric option has a rule of r3gym.cli.numbers as its parser"
    return rule


def _refused(path: tuple[str, ...], option: Any, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Call the command with this value: it is not begun, and the message names the option, the value and the range."""
    with pytest.raises(SystemExit) as ended:
        ROOT.main(args=[*path, f"{option.opts[0]}={value}"], prog_name="r3gym")
    assert ended.value.code == 2, value
    said = re.sub(r"[\s│]+", " ", capsys.readouterr().err)
    shown = value if len(value) <= 40 else f"{value[:40]}..."
    assert f"Invalid value for '{option.opts[0]}': {shown!r} is not {_rule(option).range()}" in said, said


def test_there_are_such_options() -> None:
    known = {"play --seed", "play --budget", "train --steps", "analyze --resamples", "campaign run --workers"}
    assert known <= set(IDS)
    assert len(IDS) >= 40


@pytest.mark.parametrize(("path", "option"), OPTIONS, ids=IDS)
def test_what_is_no_such_number_is_refused(
    path: tuple[str, ...], option: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    rule = _rule(option)
    assert rule.low < rule.high
    assert rule.whole == (_kind(option) is int)
    for value in ("", "x", "1,5", "0x10", "1e", "--", "1 000", "1_000", "nan", "inf", "-inf", "1e400"):
        _refused(path, option, value, capsys)
    step = 1 if rule.whole else 0.5
    for number in (rule.low - step, rule.high + step, -(10**30), 10**30, "9" * 5000):
        _refused(path, option, str(number), capsys)
    if rule.whole:
        _refused(path, option, "1.5", capsys)
        _refused(path, option, "1e3", capsys)
    if rule.above:
        _refused(path, option, "0", capsys)


@pytest.mark.parametrize(("path", "option"), OPTIONS, ids=IDS)
def test_the_ends_of_the_range_are_accepted(path: tuple[str, ...], option: Any) -> None:  # noqa: ARG001
    rule = _rule(option)
    assert rule(str(rule.high)) == rule.high
    assert rule(f" {rule.low}") == rule.low if not rule.above else rule("1e-9") == 1e-9
    assert option.default is None or rule(option.default) == option.default


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "--seed", "-1", "--budget", "0"), "'-1' is not a whole number from 0 to 4294967295"),
        (("train", "--steps", "nan"), "'nan' is not a number from 1 to 1e+12"),
        (("analyze", "nowhere", "--resamples", "1000000000000"), "is not a whole number from 1 to 1000000"),
        (
            ("ablate", "--policy", "scripted:tunnel", "--pressure", "0.2", "--budget", "5"),
            "--pressure 0.2 with --budget 5: both say how much",
        ),
        (
            ("ablate", "--policy", "scripted:tunnel", "--pressure", "nan"),
            "--pressure nan: a pressure is a share above 0",
        ),
        (
            ("ablate", "--policy", "scripted:tunnel", "--pressure", "0.2,-1"),
            "--pressure -1: a pressure is a share above 0",
        ),
    ],
)
def test_calls_that_ended_in_a_traceback(words: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [r3gym_command(), *words], capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "300"}
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_budget_of_nothing_is_played(tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    words = ("play", "--domain", "math", "--contest", "0", "--budget", "0", "--seed", "0", "--out", str(out))
    done = subprocess.run([r3gym_command(), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert out.exists()
