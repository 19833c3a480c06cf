"""Published contest problems, as their authors wrote them, load without a word of help."""

from __future__ import annotations

import re

from shared_data import shared_data

from r3gym.judging.default_validator import difference, parse_flags
from r3gym.packages import ValidatorKind, hash_tests, read_problem, read_tests

#: Number of tests per package, counted in the folders.
COUNTS = {
    "a1paper": 13, "adolescentarchitecture2": 74, "alternativearchitecture": 32, "breedingbugs": 77,
    "brentering": 25, "circularpainting": 19, "cowcrane": 29, "enjoyableentree": 56,
    "germanconferenceforpubliccounting": 62, "hotdogdeals": 61, "indexcase": 50, "kaldoriaknights": 50,
    "kokids": 46, "lookingforwaldo": 37, "montyshall": 16, "radar": 17,
}  # fmt: skip


def test_all_load() -> None:
    folders = sorted(path.parent for path in shared_data("packages").glob("*/problem.yaml"))
    found = {folder.name: len(read_tests(folder).cases) for folder in folders}
    assert found == COUNTS
    for folder in folders:
        problem, tests = read_problem(folder), read_tests(folder)
        assert problem.title
        assert "\\" not in problem.title
        assert "## Input" in problem.statement
        assert "## Output" in problem.statement
        prose = re.sub(r"\$\$?[^$]+\$\$?", "", problem.statement)
        assert not re.search(r"\\[a-zA-Z]+|[{}]|``|''|~", prose), re.search(r".*\\[a-zA-Z]+.*", prose)
        assert len(problem.samples) >= 1
        assert tests.validator is ValidatorKind.DEFAULT
        assert hash_tests(tests) == hash_tests(read_tests(folder))


def test_every_answer_is_right_under_its_own_flags() -> None:
    for folder in sorted(path.parent for path in shared_data("packages").glob("*/problem.yaml")):
        for case in read_tests(folder).cases:
            answer = case.answer.read_bytes()
            assert difference(answer, answer, parse_flags(case.flags)) is None
            assert difference(answer + b" x", answer, parse_flags(case.flags)) is not None


def test_titles_and_stray_files() -> None:
    packages = shared_data("packages")
    titles = [read_problem(packages / name).title for name in ("a1paper", "kokids", "hotdogdeals", "montyshall")]
    assert titles == ["A1 Paper", "K.O. Kids", "Hot Dog Deals", "Monty's Hall"]
    assert read_tests(packages / "cowcrane").ignored == ("edge_case1", "edge_case2")
