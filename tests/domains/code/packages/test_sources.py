"""Tests that come without a package: plain pairs and LightCPVerifier problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from r3gym.core.problem import ProblemLimits
from r3gym.domains.code.packages import PackageError, ValidatorKind, open_tests

PAIR = {"testdata/1.in": "1\n", "testdata/1.ans": "1\n"}


def test_plain_pairs(tmp_path: Path) -> None:
    names = ("10", "9", "sub/2", "sub/11")
    files = {f"{name}.in": "1\n" for name in names} | {f"{name}.ans": "1\n" for name in names[:2]}
    files |= {f"{name}.out": "1\n" for name in names[2:]}
    tests = open_tests(
        write(tmp_path, {**files, "notes.txt": "x", "testdata.yaml": "output_validator_flags: case_sensitive\n"})
    )
    assert (tests.source, tests.validator) == ("plain", ValidatorKind.DEFAULT)
    assert [case.name for case in tests.cases] == ["9", "10", "sub/2", "sub/11"]
    assert {case.flags for case in tests.cases} == {("case_sensitive",)}
    assert tests.stated.resolve(ProblemLimits(3.5, 64)) == ProblemLimits(3.5, 64)


def test_lightcp(tmp_path: Path) -> None:
    config = "type: default\ntime_limit: 1500ms\nmemory_limit: 256 MB\nsubtasks:\n  - score: 100\n    n_cases: 1\n"
    tests = open_tests(write(tmp_path, {"config.yaml": config, **PAIR}))
    assert (tests.source, tests.validator, tests.programs) == ("lightcp", ValidatorKind.DEFAULT, ())
    assert tests.limits == ProblemLimits(1.5, 256)


@pytest.mark.parametrize("name", ["chk.cc", "other.cpp"])
def test_lightcp_checker(name: str, tmp_path: Path) -> None:
    config = "time_limit: 2s\n" + ("" if name == "chk.cc" else f"checker: {name}\n")
    tests = open_tests(write(tmp_path, {"config.yaml": config, name: "", "testlib.h": "", **PAIR}))
    assert tests.validator is ValidatorKind.TESTLIB
    assert [path.name for path in tests.programs[0].files] == [name, "testlib.h"]


def test_lightcp_interactive(tmp_path: Path) -> None:
    files = {"config.yaml": "type: interactive\ninteractor: i.cc\n", **PAIR}
    with pytest.raises(PackageError, match=r"interactor 'i\.cc' is not there"):
        open_tests(write(tmp_path, files))
    tests = open_tests(write(tmp_path, {**files, "i.cc": "int main() {}", "testlib.h": ""}))
    assert tests.validator is ValidatorKind.TESTLIB_INTERACTIVE
    assert [path.name for path in tests.programs[0].files] == ["i.cc", "testlib.h"]
    with pytest.raises(PackageError, match="without an interactor"):
        open_tests(write(tmp_path / "other", {"config.yaml": "type: interactive\n", **PAIR}))


@pytest.mark.parametrize(
    ("text", "seconds"), [("1s", 1.0), ("2.5 s", 2.5), ("250ms", 0.25), ("1m", 60.0), ("500000000ns", 0.5)]
)
def test_lightcp_times(text: str, seconds: float, tmp_path: Path) -> None:
    tests = open_tests(write(tmp_path, {"config.yaml": f"time_limit: {text}\n", **PAIR}))
    assert tests.stated.time_s == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ("time_limit: 2\n", "time_limit is 2"),
        ("time_limit: 1000000000\n", "a number without a unit"),
        ("time_limit: '2'\n", "write a number with its unit"),
        ("time_limit: soon\n", "time_limit is 'soon'"),
        ("time_limit: 0s\n", "time_limit is '0s'"),
        ("memory_limit: 256\n", "memory_limit is 256"),
        ("type: strange\n", "type is 'strange'"),
        ("checker: gone.cc\n", "'gone.cc' is not there"),
        ("checker: ../../chk.cc\n", "lies outside the problem"),
    ],
)
def test_lightcp_errors(config: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(PackageError) as caught:
        open_tests(write(tmp_path, {"config.yaml": config, **PAIR}))
    assert words in str(caught.value)


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=r"not one \*\.in file"):
        open_tests(tmp_path)
    with pytest.raises(PackageError, match="no such folder of tests"):
        open_tests(tmp_path / "nowhere")
    with pytest.raises(PackageError, match="add pairs testdata"):
        open_tests(write(tmp_path, {"config.yaml": "type: default\n"}))
