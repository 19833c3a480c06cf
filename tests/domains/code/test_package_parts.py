"""Parts that few packages have: constants with variants, headers in ``include/``, a recipe instead of tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.judge import JudgeSettings
from r3gym.domains.code.judging.verify import judge_package, verify_package
from r3gym.domains.code.packages import PackageError, hash_tests, read_problem, read_tests
from r3gym.domains.code.packages.importing import import_problems

DRAFT = "problem_format_version: 2023-07-draft\nname: Cap\nlicense: cc0\nlimits: {time_limit: 1}\n"
CONSTANTS = (
    'constants:\n  low: 3\n  cap: {value: 100, latex: "10^2", python: "10**2"}\n  word: {value: tiny, loud: TINY}\n'
)
CASES = {
    "data/sample/1.in": "5\n", "data/sample/1.ans": "5\n",
    "data/secret/1.in": "7000\n", "data/secret/1.ans": "100\n",
}  # fmt: skip
STATEMENT = {
    "statement/problem.en.md": "At least {{low}}, at most ${{ cap.latex }}$ ({{cap}}), or {{word.loud}}. {{x}}\n"
}
VALIDATOR = """
import sys
expected = min({{cap.python}}, int(open(sys.argv[1]).read()))
sys.exit(42 if int(sys.stdin.read()) == expected and sys.argv[4:] == ["{{word}}"] else 43)
"""
CHECKED = {"output_validator/v.py": VALIDATOR, "data/test_group.yaml": 'output_validator_args: ["{{word.value}}"]\n'}
CAP = "print(min(100, int(input())))\n"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))


def verdict(folder: Path, program: Path) -> Outcome:
    return judge_package(folder, program, JudgeSettings(use_cache=False)).outcome


def test_constants_with_variants_in_the_statement(tmp_path: Path) -> None:
    folder = write(tmp_path / "cap", {"problem.yaml": DRAFT + CONSTANTS, **STATEMENT, **CASES})
    assert read_problem(folder).statement == "At least 3, at most $10^2$ (100), or TINY. {{x}}"


def test_constants_in_validators_and_flags(tmp_path: Path) -> None:
    folder = write(tmp_path / "in" / "cap", {"problem.yaml": DRAFT + CONSTANTS, **STATEMENT, **CASES, **CHECKED})
    program = write(tmp_path / "programs", {"cap.py": CAP, "not.py": "print(input())\n"})
    assert verdict(folder, program / "cap.py") is Outcome.ACCEPTED
    assert verdict(folder, program / "not.py") is Outcome.WRONG_ANSWER
    import_problems(tmp_path / "in", tmp_path / "to")
    assert verdict(tmp_path / "to" / "cap", program / "cap.py") is Outcome.ACCEPTED
    other = {"problem.yaml": DRAFT + CONSTANTS.replace("10**2", "10**3")}
    assert hash_tests(read_tests(folder)) != hash_tests(read_tests(write(folder, other)))


def test_an_import_reads_no_validator_through_a_link(tmp_path: Path) -> None:
    folder = write(tmp_path / "in" / "cap", {"problem.yaml": DRAFT + CONSTANTS, **STATEMENT, **CASES, **CHECKED})
    write(tmp_path, {"elsewhere.py": "{{cap}}"})
    (folder / "output_validator" / "w.py").symlink_to(tmp_path / "elsewhere.py")
    (row,) = import_problems(tmp_path / "in", tmp_path / "to")
    assert any("leads out" in str(fault["rule"]) for fault in row.faults), row


@pytest.mark.parametrize("constants", ["constants: [1, 2]\n", "constants: {a: [1]}\n", "constants: {a: {b: {c: 1}}}\n"])
def test_other_constants_are_refused(constants: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "cap", {"problem.yaml": DRAFT + constants, **STATEMENT, **CASES})
    with pytest.raises(PackageError, match="constants"):
        read_problem(folder)


HEADERS = {
    "include/cpp/cap/limit.h": "constexpr int LIMIT = 100;\n",
    "include/cpp/tools.h": '#include "cap/limit.h"\n#include <algorithm>\nint cap(int x);\n',
    "include/cpp/tools.cpp": '#include "tools.h"\nint cap(int x) { return std::min(LIMIT, x); }\n',
    "include/python3/tools.py": "def cap(x):\n    return min(100, x)\n",
    "include/default/notes.txt": "for everybody\n",
}
INCLUDING = {
    "submissions/accepted/cap.cpp": '#include <iostream>\n#include "tools.h"\n'
    "int main() { int n; std::cin >> n; std::cout << cap(n); }\n",
    "submissions/accepted/cap.py": "from tools import cap\nopen('notes.txt')\nprint(cap(int(input())))\n",
    "submissions/wrong_answer/no_cap.cpp": '#include <iostream>\n#include "tools.h"\n'
    "int main() { int n; std::cin >> n; std::cout << n + 0 * LIMIT; }\n",
}


def test_files_of_the_include_folder_are_added_by_language(tmp_path: Path) -> None:
    plain = {"problem.yaml": DRAFT, **STATEMENT, **CASES, **INCLUDING}
    bare = hash_tests(read_tests(write(tmp_path / "in" / "cap", plain)))
    folder = write(tmp_path / "in" / "cap", HEADERS)
    assert hash_tests(read_tests(folder)) != bare
    import_problems(tmp_path / "in", tmp_path / "to")
    for place in (folder, tmp_path / "to" / "cap"):
        rows = verify_package(place)
        assert [(row.submission, row.report.detail) for row in rows if not row.agrees] == []
        assert len(rows) == 3


def test_a_folder_of_headers_beside_a_validator(tmp_path: Path) -> None:
    validator = (
        '#include "../include/codes.h"\n#include <iostream>\n'
        "int main() { int n; std::cin >> n; return n > 100 ? NO : YES; }\n"
    )
    files = {
        "problem.yaml": "name: Cap\nvalidation: custom\n",
        "output_validators/check/v.cpp": validator,
        "output_validators/include/codes.h": "enum { YES = 42, NO = 43 };\n",
    }
    folder = write(tmp_path / "cap", {**files, **CASES})
    program = write(tmp_path / "programs", {"cap.py": CAP, "not.py": "print(input())\n"})
    assert verdict(folder, program / "cap.py") is Outcome.ACCEPTED
    assert verdict(folder, program / "not.py") is Outcome.WRONG_ANSWER


@pytest.mark.parametrize("samples", [True, False])
def test_a_package_with_a_recipe_instead_of_tests_says_what_to_do(samples: bool, tmp_path: Path) -> None:
    recipe = {"generators/generators.yaml": "data:\n  secret:\n    data:\n      - big: gen.py 5\n"}
    here = {name: text for name, text in CASES.items() if samples and "sample" in name}
    folder = write(tmp_path / "in" / "cap", {"problem.yaml": DRAFT, **STATEMENT, **here, **recipe})
    with pytest.raises(PackageError, match="bt generate"):
        read_tests(folder)
    (row,) = import_problems(tmp_path / "in", tmp_path / "to")
    assert any("recipe to generate" in str(fault["rule"]) for fault in row.faults), row
    assert read_tests(write(folder, CASES)).cases
