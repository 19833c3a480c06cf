"""The mutation check itself: what counts as a mutant, how it is drawn, and that a trial tells killed from survived."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is installed by `make test-mutants`")

from mutants.areas import TOP, areas, equivalent
from mutants.draw import draw, meaning, mutant, places
from mutants.replacing import changed_functions, living, replace

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


FUNCTIONS = """from functools import cache
LIMIT = 3
@cache
def limit(by=1):
    return LIMIT + by
class Box:
    size = 2
    def room(self):
        def twice(n):
            return n * 2
        return twice(self.size)
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("LIMIT + by", "LIMIT - by", (2, 4)),
        ("n * 2", "n * 3", (4, 6)),
        ("self.size)", "\n            self.size)", None),
    ],
)
def test_a_changed_function_is_replaced_where_it_lives_and_its_cache_is_emptied(
    tmp_path: Path, before: str, after: str, said: tuple[int, int] | None
) -> None:
    file = tmp_path / "functions.py"
    made: dict[str, Any] = {}
    exec(compile(FUNCTIONS, str(file), "exec"), made)
    assert (made["limit"](), made["Box"]().room()) == (4, 4)
    change = changed_functions(FUNCTIONS, FUNCTIONS.replace(before, after), file)
    if said is None:
        assert change == [], "lines that moved change nothing"
        return
    assert change
    found = living(change, file)
    assert found
    replace(found, tmp_path)
    assert (made["limit"](), made["Box"]().room()) == said


@pytest.mark.parametrize(("before", "after"), [("LIMIT = 3", "LIMIT = 4"), ("size = 2", "size = 3"), ("by=1", "by=2")])
def test_what_runs_while_a_module_is_imported_cannot_be_replaced(before: str, after: str) -> None:
    assert changed_functions(FUNCTIONS, FUNCTIONS.replace(before, after), Path("functions.py")) is None


def test_a_function_that_does_not_live_cannot_be_replaced() -> None:
    change = changed_functions(FUNCTIONS, FUNCTIONS.replace("n * 2", "n * 3"), Path("nowhere.py"))
    assert change
    assert living(change, Path("nowhere.py")) is None


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
