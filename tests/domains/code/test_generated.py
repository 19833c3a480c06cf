"""Tests that a package's generator makes at first use: known by their hashes, made in the sandbox, never altered."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.languages import CPP
from r3gym.domains.code.packages import PackageError, hash_tests, read_tests

DOUBLE = b"#include <iostream>\nint main() { long long x; std::cin >> x; std::cout << 2 * x << std::endl; }\n"
WRONG = DOUBLE.replace(b"2 * x", b"(x > 1000 ? x : 2 * x)")
GENERATOR = """
import random
RNG = random.Random(7)

def tests():
    yield "sample/1", "3\\n"
    yield "secret/1", "5\\n"
    yield "secret/2-large", f"{RNG.randint(10**6, 10**9)}\\n"
    yield "secret/10", "7\\n"
"""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def large() -> tuple[str, str]:
    import random

    value = random.Random(7).randint(10**6, 10**9)
    return f"{value}\n", f"{2 * value}\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))
    text, answer = large()
    files = {
        "problem.yaml": "problem_format_version: 2023-07-draft\nname: Double\nlimits: {time_limit: 2}\n",
        "data/sample/1.in": "3\n",
        "data/sample/1.ans": "6\n",
        "data/secret/1.in": "5\n",
        "data/secret/1.ans": "10\n",
        "data/secret/10.in": "7\n",
        "data/secret/10.ans": "14\n",
        "generators/gen.py": GENERATOR,
        "generators/generated.json": json.dumps({"secret/2-large": {"input": digest(text), "answer": digest(answer)}}),
        "submissions/accepted/main.cpp": DOUBLE.decode(),
    }
    for name, content in files.items():
        path = tmp_path / "double" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return tmp_path / "double"


def judge(package: Path, program: bytes) -> tuple[Outcome, str]:
    tests = read_tests(package)
    report = judge_sources({"a.cpp": program}, CPP, tests, tests.limits, JudgeSettings(use_cache=False))
    return report.outcome, report.detail


def test_generated_tests_are_known_in_their_order_before_they_are_made(package: Path) -> None:
    tests = read_tests(package)
    assert [case.name for case in tests.cases] == ["sample/1", "secret/1", "secret/2-large", "secret/10"]
    assert not tests.cases[2].input.exists()


def test_the_hash_is_the_same_as_if_the_package_carried_them(package: Path) -> None:
    before = hash_tests(read_tests(package))
    text, answer = large()
    (package / "generators" / "generated.json").unlink()
    (package / "data/secret/2-large.in").write_text(text)
    (package / "data/secret/2-large.ans").write_text(answer)
    assert hash_tests(read_tests(package)) == before


def test_the_judge_makes_them_and_they_decide(package: Path) -> None:
    assert judge(package, WRONG) == (Outcome.WRONG_ANSWER, "test 3 of 4: wrong answer")
    assert judge(package, DOUBLE)[0] is Outcome.ACCEPTED
    assert (read_tests(package).cases[2].input.read_text(), read_tests(package).cases[2].answer.read_text()) == large()


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("generators/gen.py", "Random(7)", "Random(8)", "the input of secret/2-large came out differently"),
        ("submissions/accepted/main.cpp", "2 * x", "3 * x", "the answer of secret/2-large came out differently"),
        ("submissions/accepted/main.cpp", "std::cout", "oops", "the reference solution does not compile"),
        ("generators/gen.py", "2-large", "2-other", "the generator makes no test secret/2-large"),
        ("generators/gen.py", "import random", "import nothing_such", "the generator failed: ModuleNotFoundError"),
    ],
)
def test_what_comes_out_differently_is_a_judge_error(package: Path, file: str, old: str, new: str, said: str) -> None:
    path = package / file
    path.write_text(path.read_text().replace(old, new))
    outcome, detail = judge(package, DOUBLE)
    assert outcome is Outcome.JUDGE_ERROR
    assert said in detail


@pytest.mark.parametrize("listed", ["[]", "{", '{"secret/x": {}}', '{"../x": {"input": "", "answer": ""}}'])
def test_a_faulty_list_is_named_with_its_fix(package: Path, listed: str) -> None:
    (package / "generators" / "generated.json").write_text(listed)
    with pytest.raises(PackageError, match=r"generated\.json: not a list of generated tests.*SHA-256"):
        read_tests(package)
