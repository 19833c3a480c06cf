"""Every submission of every embedded package gets the verdict that its author expects.

The default run judges the first accepted, the first wrong and the first too slow submission of every sixth package; the
slow run judges all of all. ``r3gym problems verify`` prints the same as a table.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from r3gym.domains.code.judging.judge import JudgeSettings
from r3gym.domains.code.judging.verify import package_limits, verify_submission
from r3gym.domains.code.packages import ExpectedVerdict, Submission, read_submissions, read_tests

PACKAGES = Path(__file__).resolve().parents[3] / "r3gym" / "data" / "embedded-v1" / "code" / "packages"
FOLDERS = sorted(path.parent for path in PACKAGES.glob("*/problem.yaml"))
ALL = [(folder, submission) for folder in FOLDERS for submission in read_submissions(folder)]


def _first_of_each_kind() -> list[tuple[Path, Submission]]:
    seen: set[tuple[Path, ExpectedVerdict]] = set()
    chosen = []
    for folder, submission in ALL:
        if FOLDERS.index(folder) % 6:
            continue
        wanted = submission.expected in (
            ExpectedVerdict.ACCEPTED,
            ExpectedVerdict.WRONG_ANSWER,
            ExpectedVerdict.TIME_LIMIT,
        )
        if wanted and (folder, submission.expected) not in seen:
            seen.add((folder, submission.expected))
            chosen.append((folder, submission))
    return chosen


QUICK = _first_of_each_kind()


def _name(value: object) -> str | None:
    return value.name if isinstance(value, (Path, Submission)) else None


def _agrees(folder: Path, submission: Submission) -> None:
    tests = read_tests(folder)
    settings = JudgeSettings(use_cache=False)
    row = verify_submission(folder, submission, tests, package_limits(folder, tests, settings), settings)
    assert row.agrees, f"{row.package} {row.submission}: {row.report.outcome.value}, {row.report.detail}"


def test_there_are_packages() -> None:
    assert len(FOLDERS) == 60
    for folder in FOLDERS:
        expected = {submission.expected for submission in read_submissions(folder)}
        assert {ExpectedVerdict.ACCEPTED, ExpectedVerdict.WRONG_ANSWER} <= expected, folder.name


@pytest.mark.parametrize(("folder", "submission"), QUICK, ids=_name)
def test_first_of_each_kind(folder: Path, submission: Submission) -> None:
    _agrees(folder, submission)


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "submission"), [pair for pair in ALL if pair not in QUICK], ids=_name)
def test_all_others(folder: Path, submission: Submission) -> None:
    _agrees(folder, submission)
