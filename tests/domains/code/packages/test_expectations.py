"""What ``submissions.yaml`` expects, and what it is worth against folders and notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from r3gym.domains.code.packages import PackageError, read_submissions

YAML = """
accepted: {authors: Ann}
mixed/slow.py: {permitted: [AC, TLE], required: [TLE]}
mixed/either.py: {permitted: [AC, WA]}
mixed/fails.py: {required: RTE}
wrong_answer/*: {permitted: [WA, RTE]}
wrong_answer/b.py: {permitted: [WA]}
"""
SOURCES = [
    "accepted/a.py",
    "mixed/slow.py",
    "mixed/either.py",
    "mixed/fails.py",
    "mixed/unsaid.py",
    "wrong_answer/a.py",
]


def write(root: Path, text: str) -> Path:
    for name in (*SOURCES, "wrong_answer/b.py"):
        path = root / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# @EXPECTED_RESULTS@: COMPILER-ERROR\n" if name == "wrong_answer/a.py" else "pass\n")
    (root / "submissions" / "submissions.yaml").write_text(text)
    return root


def test_patterns_decide_over_notes_and_folders(tmp_path: Path) -> None:
    found = {s.name: [e.value for e in (s.expected, *s.also)] for s in read_submissions(write(tmp_path, YAML))}
    assert found == {
        "accepted/a.py": ["accepted"],
        "mixed/slow.py": ["time_limit_exceeded"],
        "mixed/either.py": ["wrong_answer", "accepted"],
        "mixed/fails.py": ["wrong_answer", "time_limit_exceeded", "run_time_error"],
        "wrong_answer/a.py": ["wrong_answer", "run_time_error"],
        "wrong_answer/b.py": ["wrong_answer"],
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a/*: {permitted: [XX]}", "the verdict 'XX' is unknown"),
        ("a/*: {permitted: []}", "permits nothing"),
        ("a/*: {permitted: [AC], required: [WA]}", "permits nothing"),
        ("a/*: {permitted: 3}", "permitted"),
        ("- a", "not keys and values"),
    ],
)
def test_a_file_that_says_nothing_clear(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=words):
        read_submissions(write(tmp_path, text))
