"""Opened tests are remembered exactly as long as nothing in their folder changes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from r3gym.domains.code.judging.known_tests import known_tests
from r3gym.domains.code.packages import PackageError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "tests"
    (place / "more").mkdir(parents=True)
    for name in ("1", "2", "more/3"):
        (place / f"{name}.in").write_text("1234\n")
        (place / f"{name}.ans").write_text("1234\n")
    time.sleep(0.1)  # what is younger than a tick of the clock is not remembered
    return place


def test_an_unchanged_folder_is_not_read_again(folder: Path) -> None:
    first = known_tests(folder)
    assert known_tests(folder) is first
    assert [case.name for case in first.tests.cases] == ["1", "2", "more/3"]


def test_a_fresh_folder_is_not_remembered(folder: Path) -> None:
    (folder / "1.in").write_text("5678\n")
    assert known_tests(folder) is not known_tests(folder)


def _same_size_same_time(path: Path) -> None:
    status = path.stat()
    path.write_text("4321\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize("name", ["1.in", "1.ans", "more/3.ans"])
def test_a_changed_file_is_noticed_though_size_and_time_are_as_before(folder: Path, name: str) -> None:
    first = known_tests(folder)
    _same_size_same_time(folder / name)
    assert known_tests(folder).hash != first.hash


def test_a_file_more_or_less_or_swapped_is_noticed(folder: Path) -> None:
    first = known_tests(folder)
    (folder / "more/3.in").rename(folder / "more/4.in")
    with pytest.raises(PackageError, match="a test without an answer"):
        known_tests(folder)
    (folder / "more/3.ans").rename(folder / "more/4.ans")
    assert [case.name for case in known_tests(folder).tests.cases] == ["1", "2", "more/4"]
    (folder / "testdata.yaml").write_text("output_validator_flags: case_sensitive\n")
    assert known_tests(folder).hash not in (first.hash, "")
    assert known_tests(folder).tests.cases[0].flags == ("case_sensitive",)


def test_a_linked_file_counts_as_what_it_leads_to(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("1111\n")
    (folder / "1.ans").unlink()
    (folder / "1.ans").symlink_to(tmp_path / "elsewhere")
    time.sleep(0.1)
    first = known_tests(folder)
    assert known_tests(folder) is first
    _same_size_same_time(tmp_path / "elsewhere")
    assert known_tests(folder).hash != first.hash


def test_a_linked_folder_is_looked_into_and_a_circle_of_links_ends(folder: Path, tmp_path: Path) -> None:
    (folder / "more").rename(tmp_path / "more")
    (folder / "linked").symlink_to(tmp_path / "more")
    time.sleep(0.1)
    first = known_tests(folder)
    assert [case.name for case in first.tests.cases] == ["1", "2", "linked/3"]
    _same_size_same_time(tmp_path / "more/3.ans")
    assert known_tests(folder).hash != first.hash
    (tmp_path / "more/notes").mkdir()
    (tmp_path / "more/notes/back").symlink_to(tmp_path / "more/notes")
    with pytest.raises((OSError, PackageError)):  # no such tests can be read, and looking at them ends
        known_tests(folder)


def test_where_generated_tests_lie_belongs_to_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = known_tests(folder)
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "other"))
    assert known_tests(folder) is not first
