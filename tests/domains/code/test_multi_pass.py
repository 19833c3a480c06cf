"""Multi-pass problems: a message is packed in the first pass and unpacked in the second, by the same program."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.judgeable import why_not_judgeable
from r3gym.domains.code.judging.languages import PYTHON
from r3gym.domains.code.judging.report import JudgeReport
from r3gym.domains.code.judging.verify import verify_package
from r3gym.domains.code.packages import ValidatorKind, hash_tests, read_tests
from r3gym.domains.code.packages.importing import import_problems

DRAFT = "problem_format_version: 2023-07-draft\nname: Pack\nlicense: cc0\nlimits:\n  time_limit: 1\n"
CASES = {f"data/secret/{n}.{end}": f"{n * 1000003}\n" for n in range(1, 4) for end in ("in", "ans")}

#: Pass 1 gets a number and must print at most 6 letters; pass 2 gets "unpack" with them and must print the number.
VALIDATOR = r"""
#include <fstream>
#include <iostream>
#include <string>
int main(int, char** argv) {
    std::ifstream input(argv[1]), answer(argv[2]);
    std::string feedback = argv[3], given, extra, wanted, first;
    std::getline(input, first);
    std::cin >> given;
    answer >> wanted;
    if (first.rfind("unpack", 0) == 0) {
        std::ifstream remembered(feedback + "/passes.txt");
        int passes = 0;
        if (!(remembered >> passes) || passes != 1) return 1;
        return given == wanted ? 42 : 43;
    }
    if (given.empty() || given.size() > 6) return 43;
    std::ofstream(feedback + "/passes.txt") << 1;
    std::ofstream(feedback + "/nextpass.in") << "unpack " << given << "\n";
    return 42;
}
"""
PACK_CPP = r"""
#include <iostream>
#include <string>
int main() {
    std::string what;
    std::cin >> what;
    if (what != "unpack") {
        for (long n = std::stol(what); n; n /= 26) std::cout << char('a' + n % 26);
        std::cout << std::endl;
    } else {
        std::string packed;
        std::cin >> packed;
        long n = 0;
        while (!packed.empty()) n = 26 * n + packed.back() - 'a', packed.pop_back();
        std::cout << n << std::endl;
    }
}
"""
REMEMBERS = "import os\ntry: print(open('kept').read())\nexcept OSError: open('kept', 'w').write(input()); print('a')\n"
SUBMISSIONS = {
    "submissions/accepted/pack.cpp": PACK_CPP,
    "submissions/wrong_answer/too_long.py": "print(input())\n",
    "submissions/wrong_answer/forgets.py": "print('aaa')\n",
    "submissions/wrong_answer/remembers_in_a_file.py": REMEMBERS,
    "submissions/run_time_error/second_pass.py": "a = input()\nprint(1 // 0 if 'unpack' in a else 'abc')\n",
    "submissions/time_limit_exceeded/second_pass.py": "a = input()\nwhile 'unpack' in a: pass\nprint('abc')\n",
}
PACKAGE = {"problem.yaml": f"{DRAFT}type: multi-pass\n", "output_validator/v.cpp": VALIDATOR, **CASES, **SUBMISSIONS}
STATEMENT = {"statement/problem.en.md": "Pack it.\n", "data/sample/1.in": "5\n", "data/sample/1.ans": "5\n"}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))


def judge(folder: Path, program: str) -> JudgeReport:
    tests = read_tests(folder)
    settings = JudgeSettings(use_cache=False)
    return judge_sources({"a.py": program.encode()}, PYTHON, tests, ProblemLimits(2, 256), settings)


def test_every_submission_gets_its_verdict(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack", PACKAGE)
    assert why_not_judgeable(read_tests(folder)) is None
    rows = verify_package(folder)
    assert len(rows) == len(SUBMISSIONS)
    assert [(row.submission, row.report.outcome, row.report.detail) for row in rows if not row.agrees] == []


def test_the_failed_pass_is_in_the_report_and_not_in_the_verdict(tmp_path: Path) -> None:
    folder = write(tmp_path / "pack", PACKAGE)
    report = judge(folder, "print('aaa')\n")
    assert report.tests[0].note.startswith("pass 2: ")
    assert "pass 2" not in report.verdict.detail


def test_a_legacy_package_says_multipass(tmp_path: Path) -> None:
    legacy = {
        "problem.yaml": "name: Pack\nvalidation: custom multipass\n",
        "output_validators/v.cpp": VALIDATOR,
        **CASES,
    }
    tests = read_tests(write(tmp_path / "pack", legacy))
    assert (tests.validator, tests.stated.passes) == (ValidatorKind.MULTI_PASS, 2)


@pytest.mark.parametrize(
    ("validator", "words"),
    [
        ("open(sys.argv[3] + '/nextpass.in', 'w').write('again')\nsys.exit(42)", "more than 3 passes"),
        ("open(sys.argv[3] + '/nextpass.in', 'w').write('again')\nsys.exit(43)", "rejected pass 1 and asked"),
        ("os.symlink('/etc/passwd', sys.argv[3] + '/nextpass.in')\nsys.exit(42)", "cannot be read"),
        ("os.mkfifo(sys.argv[3] + '/nextpass.in')\nsys.exit(42)", "cannot be read"),
    ],
)
def test_a_validator_that_breaks_the_rules_is_a_judge_error(validator: str, words: str, tmp_path: Path) -> None:
    stated = f"{DRAFT}  validation_passes: 3\ntype: multi-pass\n"
    files = {"problem.yaml": stated, "output_validator/v.py": f"import os, sys\n{validator}\n", **CASES}
    report = judge(write(tmp_path / "pack", files), "print(1)\n")
    assert report.outcome is Outcome.JUDGE_ERROR
    assert words in report.detail, report.detail


INTERACTOR = """
import os, sys
first, feedback = open(sys.argv[1]).read().split(), sys.argv[3]
if first[0] != "guess":
    print("hide", first[0], flush=True)
    open(feedback + "/nextpass.in", "w").write("guess " + sys.stdin.readline())
    sys.exit(42)
print("guess", first[1] if len(first) > 1 else "", flush=True)
sys.exit(42 if sys.stdin.readline().strip() == open(sys.argv[2]).read().strip() else 43)
"""


def test_interactive_passes(tmp_path: Path) -> None:
    stated = f"{DRAFT}type: [interactive, multi-pass]\n"
    folder = write(tmp_path / "hide", {"problem.yaml": stated, "output_validator/v.py": INTERACTOR, **CASES})
    assert read_tests(folder).validator is ValidatorKind.INTERACTIVE_MULTI_PASS
    turn = "what, *rest = input().split()\nprint(*(w[::-1] for w in rest), flush=True)\n"
    assert judge(folder, turn).outcome is Outcome.ACCEPTED
    assert judge(folder, turn.replace("[::-1]", "[1:]")).outcome is Outcome.WRONG_ANSWER


def test_the_number_of_passes_is_a_part_of_the_tests(tmp_path: Path) -> None:
    first = read_tests(write(tmp_path / "a", PACKAGE))
    more = {**PACKAGE, "problem.yaml": f"{DRAFT}  validation_passes: 5\ntype: multi-pass\n"}
    assert hash_tests(read_tests(write(tmp_path / "b", more))) != hash_tests(first)


def test_an_import_stays_multi_pass(tmp_path: Path) -> None:
    more = {**PACKAGE, **STATEMENT, "problem.yaml": f"{DRAFT}  validation_passes: 5\ntype: multi-pass\n"}
    write(tmp_path / "in" / "pack", more)
    (row,) = import_problems(tmp_path / "in", tmp_path / "to", why_not=why_not_judgeable)
    assert row.faults == (), row
    tests = read_tests(tmp_path / "to" / "pack")
    assert (tests.validator, tests.stated.passes) == (ValidatorKind.MULTI_PASS, 5)
