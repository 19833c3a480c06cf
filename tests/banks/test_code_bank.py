"""The code bank: every package is complete, its brute force agrees with its reference, its tests kill mutants.

The default run takes a few packages and inputs; the slow run takes all sixty with 200 inputs and 20 mutants each, and
measures times.
Verdicts of submissions are in ``tests/domains/code/test_package_verdicts.py``, the format's own tools in
``tests/domains/code/packages/test_format_tools.py``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from r3gym.domains.code.packages import ExpectedVerdict, read_problem, read_submissions, read_tests

ROOT = Path(__file__).resolve().parents[2]
BANK = ROOT / "r3gym" / "data" / "embedded-v1" / "code"
NAMES = [json.loads(line)["id"] for line in (BANK / "keys.jsonl").read_text("utf-8").splitlines()]
SOME = NAMES[::12]


def check(what: str, name: str, *options: str) -> dict[str, Any]:
    tool = [sys.executable, ROOT / "tools" / "bank" / "check.py", what, BANK / "packages" / name, *options]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def test_sixty_problems_of_three_tiers() -> None:
    tiers = Counter(json.loads(line)["tier"] for line in (BANK / "keys.jsonl").read_text("utf-8").splitlines())
    assert tiers == {"easy": 30, "medium": 20, "hard": 10}
    assert sorted(path.name for path in (BANK / "packages").iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_package_is_complete(name: str) -> None:
    folder = BANK / "packages" / name
    tests, problem = read_tests(folder), read_problem(folder)
    hidden = [case for case in tests.cases if not case.sample]
    assert 10 <= len(hidden) <= 40
    assert problem.samples
    assert tests.stated.time_s is not None
    kinds = Counter(submission.expected for submission in read_submissions(folder))
    assert kinds[ExpectedVerdict.ACCEPTED] >= 2
    assert kinds[ExpectedVerdict.WRONG_ANSWER] >= 2
    assert kinds[ExpectedVerdict.TIME_LIMIT] >= 1
    assert list((folder / "input_validators").glob("*.py"))
    assert list((folder / "generators").glob("brute.*"))
    assert "## Input" in problem.statement
    assert "## Output" in problem.statement
    notes = json.loads((folder / "generators" / "notes.json").read_text("utf-8"))
    assert set(notes) == {"tier", "topic", "ideas", "idea"}


@pytest.mark.parametrize("name", SOME)
def test_the_brute_force_agrees_with_the_reference(name: str) -> None:
    row = check("brute", name, "--inputs", "30")
    assert row["ok"], row["wrong"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_brute_force_agrees_on_two_hundred_inputs(name: str) -> None:
    row = check("brute", name, "--inputs", "200")
    assert row["ok"], row["wrong"]
    assert row["distinct_answers"] > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nine_of_ten_mutants_are_killed(name: str) -> None:
    row = check("mutants", name, "--mutants", "20")
    assert row["ok"], row


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_submissions_stay_away_from_the_time_limit_on_both_sides(name: str) -> None:
    row = check("times", name)
    assert row["ok"], row
