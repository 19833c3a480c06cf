"""Validators that packages bring along, testlib checkers, packages that cannot be judged, and derived time
limits.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from r3gym.core.problem import ProblemLimits
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.judge import JudgeSettings, judge_code, judge_key
from r3gym.domains.code.judging.verify import judge_package, package_limits, verify_package
from r3gym.domains.code.key import CodeKey
from r3gym.domains.code.packages import read_tests

ECHO = "#include <cstdio>\nint main() { int c; while ((c = getchar()) != EOF) putchar(c); }"
NOTHING = "int main() {}"

#: Accepts any permutation of the input's tokens; checks its own surroundings on the way.
PERMUTATION_CPP = r"""
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include "words.h"
int main(int argc, char** argv) {
    std::ifstream input(argv[1]), answer(argv[2]);
    std::string folder = argv[3];
    if (folder.back() != '/' || !answer || argc != 5 || strcmp(argv[4], "strict")) return 1;
    std::ofstream(folder + "judgemessage.txt") << "checked";
    std::ifstream solution("/app/solution.cpp");
    if (solution) return 1;
    return words(input) == words(std::cin) ? 42 : 43;
}
"""
WORDS_H = r"""
#pragma once
inline std::vector<std::string> words(std::istream& in) {
    std::vector<std::string> all;
    for (std::string word; in >> word;) all.push_back(word);
    std::sort(all.begin(), all.end());
    return all;
}
"""
PERMUTATION_PY = """
import sys
with open(sys.argv[1]) as file:
    wanted = sorted(file.read().split())
open(sys.argv[3] + "judgemessage.txt", "x").close()
sys.exit(42 if sorted(sys.stdin.read().split()) == wanted else 43)
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))


def package(root: Path, yaml: str, files: dict[str, str]) -> CodeKey:
    folder = write(
        root / "pack",
        {
            "problem.yaml": yaml,
            "data/sample/1.in": "3 1 2\n",
            "data/sample/1.ans": "\n",
            "data/secret/01.in": "9 8\n",
            "data/secret/01.ans": "\n",
            **files,
        },
    )
    return CodeKey("pack", Tier.EASY, folder, ProblemLimits(2.0, 256))


LEGACY = "validation: custom\nvalidator_flags: strict\n"
DRAFT = "problem_format_version: 2023-07-draft\nname: Pack\n"


@pytest.mark.parametrize(
    ("yaml", "files"),
    [
        (
            LEGACY,
            {"output_validators/check/check.cc": PERMUTATION_CPP, "output_validators/check/words.h": WORDS_H},
        ),
        (LEGACY, {"output_validators/check.cpp": PERMUTATION_CPP, "output_validators/words.h": WORDS_H}),
        (LEGACY, {"output_validators/check.py": PERMUTATION_PY}),
        (
            DRAFT,
            {
                "output_validator/check.cpp": PERMUTATION_CPP,
                "output_validator/words.h": WORDS_H,
                "data/testdata.yaml": "output_validator_flags: strict\n",
            },
        ),
        (DRAFT, {"output_validator/validate.py": PERMUTATION_PY}),
    ],
)
def test_custom_validators(yaml: str, files: dict[str, str], tmp_path: Path) -> None:
    key = package(tmp_path, yaml, files)
    assert judge_code(ECHO, key).outcome is Outcome.ACCEPTED
    assert judge_code(NOTHING, key).outcome is Outcome.WRONG_ANSWER


def test_every_legacy_validator_must_accept(tmp_path: Path) -> None:
    files = {"output_validators/a.py": PERMUTATION_PY, "output_validators/b.py": "import sys\nsys.exit(43)\n"}
    assert judge_code(ECHO, package(tmp_path, LEGACY, files)).outcome is Outcome.WRONG_ANSWER


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import sys\nsys.exit(0)\n", "exit code 0"),
        ("raise ValueError\n", "exit code 1"),
        ("import os\nos.abort()\n", "exit code 134"),
        ("while True: pass\n", "ran out of time"),
        ("x = []\nwhile True: x.append(b'1' * 10**7)\n", "ran out of memory"),
        ("def\n", "does not compile"),
    ],
)
def test_a_validator_that_cannot_tell_is_the_judges_fault(source: str, words: str, tmp_path: Path) -> None:
    yaml = f"{LEGACY}limits:\n  validation_time: 1\n  validation_memory: 200\n"
    report = judge_key(ECHO, package(tmp_path, yaml, {"output_validators/v.py": source}))
    assert report.outcome is Outcome.JUDGE_ERROR
    assert words in report.detail
    assert not judge_key(ECHO, package(tmp_path, yaml, {})).cached


def test_a_missing_validator_is_the_judges_fault(tmp_path: Path) -> None:
    verdict = judge_code(ECHO, package(tmp_path, LEGACY, {}))
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert "add its source in output_validators/" in verdict.detail


@pytest.mark.parametrize(
    ("yaml", "kind"),
    [
        (f"{DRAFT}type: submit-answer\n", "submit-answer"),
    ],
)
def test_kinds_that_are_not_supported_say_so(yaml: str, kind: str, tmp_path: Path) -> None:
    key = package(tmp_path, yaml, {"output_validators/v.py": PERMUTATION_PY, "output_validator/v.py": PERMUTATION_PY})
    verdict = judge_code(ECHO, key)
    assert (verdict.outcome, verdict.detail) == (
        Outcome.JUDGE_ERROR,
        f"{kind} problems are not supported yet",
    )


#: Enough of a checker's interface for a checker of ours: the real testlib.h comes with the user's folder.
TESTLIB = "#include <fstream>\n#include <string>\n"
CHECKER = r"""
#include "testlib.h"
int main(int, char** argv) {
    std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
    long n, given;
    input >> n;
    if (!(output >> given)) return 2;
    if (given == 13) return 3;
    return given % n ? 1 : 0;
}
"""


@pytest.mark.parametrize(
    ("prints", "expected"),
    [
        ("20", Outcome.ACCEPTED),
        ("21", Outcome.WRONG_ANSWER),
        ("x", Outcome.WRONG_ANSWER),
        ("13", Outcome.JUDGE_ERROR),
    ],
)
def test_testlib_checkers(prints: str, expected: Outcome, tmp_path: Path) -> None:
    folder = write(
        tmp_path / "1983B",
        {
            "config.yaml": "type: default\ntime_limit: 1s\nmemory_limit: 256m\nchecker: chk.cc\n",
            "chk.cc": CHECKER,
            "testlib.h": TESTLIB,
            "testdata/1.in": "10\n",
            "testdata/1.ans": "10\n",
        },
    )
    key = CodeKey("1983B", Tier.EASY, folder, ProblemLimits(2.0, 256))
    assert judge_code(f'#include <cstdio>\nint main() {{ puts("{prints}"); }}', key).outcome is expected


def test_a_checker_without_testlib_says_what_to_do(tmp_path: Path) -> None:
    files = {
        "config.yaml": "time_limit: 1s\n",
        "chk.cc": CHECKER,
        "testdata/1.in": "1\n",
        "testdata/1.ans": "1\n",
    }
    key = CodeKey("1A", Tier.EASY, write(tmp_path / "1A", files), ProblemLimits(2.0, 256))
    verdict = judge_code(ECHO, key)
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert "put testlib.h beside the checker" in verdict.detail


WORK = """#include <cstdio>
#include <ctime>
int main() {
    while (clock() < %d * (CLOCKS_PER_SEC / 1000)) {}
    int c; while ((c = getchar()) != EOF) putchar(c);
}
"""


def test_a_legacy_package_derives_its_time_limit(tmp_path: Path) -> None:
    """The slowest accepted submission takes 0.4 s, so the limit is 4 * 0.4 s = 2 s, rounded; 3 s are too
    slow.
    """
    files = {
        "data/sample/1.ans": "3 1 2\n",
        "data/secret/01.ans": "9 8\n",
        "submissions/accepted/quick.cpp": WORK % 10,
        "submissions/accepted/slow.cpp": WORK % 400,
        "submissions/accepted/echo.py": "import sys\nsys.stdout.write(sys.stdin.read())\n",
        "submissions/time_limit_exceeded/slower.cpp": WORK % 3000,
        "submissions/wrong_answer/nothing.cpp": NOTHING,
        "submissions/run_time_error/crash.py": "raise ValueError\n",
        "submissions/rejected/typo.cpp": "int main( {}",
        "submissions/wrong_answer/right.cpp": ECHO,
        "submissions/accepted/exotic.hs": "main = interact id\n",
    }
    folder = package(tmp_path, "limits:\n  time_multiplier: 4\n", files).tests
    assert folder is not None
    rows = verify_package(folder)
    assert package_limits(folder, read_tests(folder)).time_s == 2
    found = {row.submission: (row.report.outcome.value, row.agrees) for row in rows}
    assert found == {
        "accepted/echo.py": ("accepted", True),
        "accepted/exotic.hs": ("judge_error", False),
        "accepted/quick.cpp": ("accepted", True),
        "accepted/slow.cpp": ("accepted", True),
        "rejected/typo.cpp": ("compile_error", True),
        "run_time_error/crash.py": ("runtime_error", True),
        "time_limit_exceeded/slower.cpp": ("time_limit", True),
        "wrong_answer/nothing.cpp": ("wrong_answer", True),
        "wrong_answer/right.cpp": ("accepted", False),
    }
    slow = folder / "submissions/time_limit_exceeded/slower.cpp"
    assert judge_package(folder, slow, JudgeSettings()).outcome is Outcome.TIME_LIMIT


class TestWhatRealPackagesBring:
    def test_a_validator_with_its_own_build_and_run(self, tmp_path: Path) -> None:
        """``build`` makes what ``run`` needs; both are scripts of the package."""
        files = {
            "output_validators/check/build": "#!/bin/sh\nset -e\ng++ -O1 -o checker check.cc\n",
            "output_validators/check/run": '#!/bin/sh\nexec "$(dirname "$0")/checker" "$@"\n',
            "output_validators/check/check.cc": PERMUTATION_CPP,
            "output_validators/check/words.h": WORDS_H,
        }
        key = package(tmp_path, LEGACY, files)
        assert judge_code(ECHO, key).outcome is Outcome.ACCEPTED
        assert judge_code(NOTHING, key).outcome is Outcome.WRONG_ANSWER
        assert key.tests is not None
        (key.tests / "output_validators/check/build").write_text("#!/bin/sh\necho broken >&2\nexit 1\n")
        verdict = judge_code(ECHO, key)
        assert verdict.outcome is Outcome.JUDGE_ERROR
        assert "does not compile: broken" in verdict.detail

    def test_a_chatty_validator_is_no_fault(self, tmp_path: Path) -> None:
        noisy = "import sys\nprint('x' * 9000000)\nsys.stderr.write('y' * 9000000)\nsys.exit(42)\n"
        key = package(tmp_path, LEGACY, {"output_validators/a.py": noisy})
        assert judge_code(ECHO, key).outcome is Outcome.ACCEPTED

    def test_answers_with_other_line_ends(self, tmp_path: Path) -> None:
        key = package(
            tmp_path, "validation: default\n", {"data/sample/1.ans": "3 1 2\r\n", "data/secret/01.ans": "9 8\r\n"}
        )
        assert judge_code(ECHO, key).outcome is Outcome.ACCEPTED

    def test_submissions_may_be_newer_or_older_than_the_contests_language(self, tmp_path: Path) -> None:
        """Contest answers are C++17; a package's own submissions are whatever compiles."""
        newer = (
            "#include <compare>\n#include <cstdio>\nstruct A { int x; auto operator<=>(const A&) const = default; };\n"
        )
        newer += "int main() { int c; while ((c = getchar()) != EOF) putchar(c); return A{1} == A{2}; }"
        older = ECHO.replace("int c;", "register int c;").replace("int main", "void f() throw(int) {}\nint main")
        files = {"submissions/accepted/new.cpp": newer, "submissions/accepted/old.cpp": older, ".timelimit": "2\n"}
        files |= {"data/sample/1.ans": "3 1 2\n", "data/secret/01.ans": "9 8\n"}
        files["submissions/accepted/folder/main.cpp"] = '#include "lib/io.h"\nint main() { copy(); }'
        files["submissions/accepted/folder/lib/io.h"] = ECHO.replace("int main", "inline void copy")
        files["submissions/mixed/slow.py"] = "# @EXPECTED_RESULTS@: TIMELIMIT, WRONG-ANSWER\nprint(0)\n"
        key = package(tmp_path, "validation: default\n", files)
        assert key.tests is not None
        rows = verify_package(key.tests)
        assert [(row.submission, row.report.detail) for row in rows if not row.agrees] == []
        assert len(rows) == 4
        for source in (newer, older):
            assert judge_code(source, key).outcome is Outcome.COMPILE_ERROR
