"""The mutation check itself: what counts as a mutant, how it is drawn, and that a trial tells killed from survived."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is installed by `make test-mutants`")

from mutants.areas import TOP, areas, equivalent
from mutants.draw import draw, meaning, mutant, places

SOURCE = '''"""A docstring."""
from functools import cache


@cache
def larger(a: int | None, b: int = 3) -> bool:
    """Another."""
    found = a > b
    return found
'''


def changes(source: str) -> set[str]:
    made = [mutant(place, source, *change) for place in places("x.py", source) for change in place.changes]
    return {one.after for one in made if one is not None}


def test_operators_numbers_and_statements_are_changed() -> None:
    found = changes(SOURCE)
    assert {"found = a >= b", "found = a < b", "pass"} <= found
    assert any("= 4" in line for line in found)


def test_annotations_and_caches_are_no_mutants() -> None:
    assert meaning(SOURCE.replace("@cache\n", "").replace("int | None", "int & None")) == meaning(SOURCE)
    assert not any("int &" in line for line in changes(SOURCE))
    assert meaning(SOURCE.replace("a > b", "b > a")) != meaning(SOURCE)


def test_the_draw_depends_on_the_seed_alone_and_takes_each_place_once(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text(SOURCE, "utf-8")
    every = draw([file], tmp_path, 0, 1)
    assert draw([file], tmp_path, 0, 1) == every
    assert draw([file], tmp_path, 2, 1) == every[:2]
    assert draw([file], tmp_path, 0, 2) != every


def test_the_areas_name_files_and_tests_that_exist() -> None:
    for area in areas():
        assert len(area.files()) > 3
        assert [name for name in area.tests if not (TOP / name).exists()] == []


def test_equivalent_mutants_are_of_files_of_an_area_and_have_a_reason() -> None:
    files = {str(path.relative_to(TOP)) for area in areas() for path in area.files()}
    for (path, before, after), reason in equivalent().items():
        assert path in files
        assert before != after
        assert reason


@pytest.mark.slow
def test_the_check_runs_and_counts() -> None:
    command = [sys.executable, str(TOP / "tools" / "mutants"), "--area", "oracle", "--sample", "6", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert "of 6 killed" in done.stdout
