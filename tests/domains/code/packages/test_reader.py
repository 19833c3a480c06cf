"""Reading ICPC / Kattis packages, legacy and draft: what is found, in which order, what the errors say."""

from __future__ import annotations

from pathlib import Path

import pytest
from known_domains import CODE
from written_files import write

from r3gym.core.problem import ProblemLimits, Sample
from r3gym.domains.code.packages import (
    ExpectedVerdict,
    PackageError,
    ValidatorKind,
    hash_problem,
    hash_tests,
    read_problem,
    read_submissions,
    read_tests,
)

LEGACY = {
    "problem.yaml": "source: Some Contest 2014\nlicense: cc by-sa\n",
    "problem_statement/problem.tex": ("\\problemname{Two \\emph{Sums}}\nAdd them.\n\\section*{Input}\nTwo numbers."),
    "data/sample/1.in": "1 2\r\n",
    "data/sample/1.ans": "3\r\n",
    "data/secret/10.in": "5 5\n",
    "data/secret/10.ans": "10\n",
    "data/secret/9.in": "4 5\n",
    "data/secret/9.ans": "9\n",
}
DRAFT = {
    "problem.yaml": (
        "problem_format_version: 2023-07-draft\nname:\n  en: Two Sums\n  sv: Två summor\n"
        "limits:\n  time_limit: 1.5\n  memory: 256\n  output: 3\nconstants:\n  max_n: 1000\n"
    ),
    "statement/problem.en.md": (
        "Add $n \\le {{max_n}}$ numbers.\n\n![A picture](x.png)\n\n## Input\n\n{{nextsample}}\n"
    ),
    "statement/problem.sv.md": "Addera.\n",
    **{name: text for name, text in LEGACY.items() if name.startswith("data")},
}


def test_legacy(tmp_path: Path) -> None:
    folder = write(tmp_path / "twosums", LEGACY)
    problem = read_problem(folder)
    assert (problem.id, problem.domain, problem.title) == ("twosums", CODE.name, "Two *Sums*")
    assert problem.statement == "Add them.\n\n## Input\n\nTwo numbers."
    assert problem.samples == (Sample("1 2\n", "3\n"),)
    assert problem.limits == ProblemLimits(4.0, 2048)
    tests = read_tests(folder)
    assert [case.name for case in tests.cases] == ["sample/1", "secret/9", "secret/10"]
    assert [case.sample for case in tests.cases] == [True, False, False]
    assert (tests.stated.time_s, tests.stated.memory_mb, tests.stated.time_multiplier) == (None, None, 5.0)
    assert (tests.validator, tests.ignored) == (ValidatorKind.DEFAULT, ())


def test_draft(tmp_path: Path) -> None:
    folder = write(tmp_path / "p", DRAFT)
    problem = read_problem(folder)
    assert problem.title == "Two Sums"
    assert problem.statement == "Add $n \\le 1000$ numbers.\n\n(Image: x.png: A picture)\n\n## Input"
    assert problem.limits == ProblemLimits(1.5, 256)
    assert read_tests(folder).stated.output_mb == 3


@pytest.mark.parametrize(
    ("name", "text", "seconds"),
    [
        (".timelimit", "3\n", 3.0),
        ("domjudge-problem.ini", "short-name = A\ntimelimit='2.5'\ncolor='#ff0000'\n", 2.5),
        ("domjudge-problem.ini", "timelimit = 7\n", 7.0),
        ("domjudge-problem.ini", "color = red\n", None),
    ],
)
def test_time_limits_from_other_files(name: str, text: str, seconds: float | None, tmp_path: Path) -> None:
    folder = write(tmp_path, {**LEGACY, name: text})
    assert read_tests(folder).stated.time_s == seconds
    assert read_problem(folder).limits == ProblemLimits(seconds or 4.0, 2048)


def test_titles_without_a_name(tmp_path: Path) -> None:
    plain = {**LEGACY, "problem_statement/problem.tex": "Add them."}
    assert read_problem(write(tmp_path / "folder-name", plain)).title == "folder-name"


def test_other_folders_in_data_are_ignored_and_named(tmp_path: Path) -> None:
    extra = {"data/edge_case1": "1 2\n", "data/invalid_input/1.in": "x\n", "data/bad/7.in": "x\n"}
    tests = read_tests(write(tmp_path, {**LEGACY, **extra}))
    assert len(tests.cases) == 3
    assert tests.ignored == ("bad", "edge_case1", "invalid_input")


def test_flags_come_from_the_nearest_file(tmp_path: Path) -> None:
    extra = {
        "problem.yaml": "validator_flags: case_sensitive\n",
        "data/secret/testdata.yaml": "output_validator_flags: float_tolerance 1e-6\n",
        "data/secret/group1/testdata.yaml": "grading: default\n",
        "data/secret/group1/a.in": "1\n",
        "data/secret/group1/a.ans": "1\n",
        "data/secret/group2/test_group.yaml": "output_validator_args: [float_tolerance, 1e-9]\n",
        "data/secret/group2/b.in": "1\n",
        "data/secret/group2/b.ans": "1\n",
        "data/secret/group2/c.in": "1\n",
        "data/secret/group2/c.ans": "1\n",
        "data/secret/group2/c.yaml": "output_validator_args: [space_change_sensitive]\n",
    }
    tests = read_tests(write(tmp_path, {**LEGACY, **extra}))
    assert {case.name: " ".join(case.flags) for case in tests.cases} == {
        "sample/1": "case_sensitive",
        "secret/9": "case_sensitive float_tolerance 1e-6",
        "secret/10": "case_sensitive float_tolerance 1e-6",
        "secret/group1/a": "case_sensitive float_tolerance 1e-6",
        "secret/group2/b": "case_sensitive float_tolerance 1e-9",
        "secret/group2/c": "case_sensitive space_change_sensitive",
    }
    assert [case.name for case in tests.cases][-3:] == [
        "secret/group1/a",
        "secret/group2/b",
        "secret/group2/c",
    ]


def test_samples_as_the_statement_shows_them(tmp_path: Path) -> None:
    extra = {"data/sample/1.in.statement": "shown in\n", "data/sample/1.ans.statement": "shown out\n"}
    folder = write(tmp_path, {**LEGACY, **extra})
    assert read_problem(folder).samples == (Sample("shown in\n", "shown out\n"),)
    assert read_tests(folder).cases[0].input.read_bytes() == b"1 2\r\n"


def test_submissions(tmp_path: Path) -> None:
    names = [
        "wrong_answer/b.cpp", "accepted/z.py", "accepted/a10.cpp", "accepted/a9.cpp", "accepted/README.md",
        "time_limit_exceeded/slow.cc", "run_time_error/dir/main.cpp", "run_time_error/dir/util.h",
        "rejected/x.java", "mixed/y.cpp", "accepted/.hidden",
    ]  # fmt: skip
    found = read_submissions(write(tmp_path, {f"submissions/{name}": "x" for name in names}))
    assert [(item.name, item.expected) for item in found] == [
        ("accepted/a9.cpp", ExpectedVerdict.ACCEPTED),
        ("accepted/a10.cpp", ExpectedVerdict.ACCEPTED),
        ("accepted/z.py", ExpectedVerdict.ACCEPTED),
        ("rejected/x.java", ExpectedVerdict.REJECTED),
        ("run_time_error/dir", ExpectedVerdict.RUNTIME_ERROR),
        ("time_limit_exceeded/slow.cc", ExpectedVerdict.TIME_LIMIT),
        ("wrong_answer/b.cpp", ExpectedVerdict.WRONG_ANSWER),
    ]
    assert [path.name for path in found[4].files] == ["main.cpp", "util.h"]
    assert read_submissions(tmp_path / "nowhere") == ()


@pytest.mark.parametrize(
    ("changes", "without", "words"),
    [
        ({}, "problem.yaml", ("no problem.yaml", "give the folder of one problem package")),
        ({}, "problem_statement/problem.tex", ("no problem statement", "problem.en.md|tex")),
        ({}, "data/secret/9.ans", ("9.in", "a test without an answer", "add 9.ans")),
        ({"problem.yaml": "name: [1\n"}, "", ("problem.yaml", "not readable as YAML", "correct the syntax")),
        ({"problem.yaml": "- a\n- b\n"}, "", ("problem.yaml", "holds a list", "'key: value'")),
        ({"problem.yaml": "limits:\n  time_limit: -1\n"}, "", ("limits.time_limit is -1", "greater than 0")),
        ({"problem.yaml": "limits:\n  memory: lots\n"}, "", ("limits.memory is 'lots'", "correct or remove")),
        ({"problem.yaml": "limits: 7\n"}, "", ("limits is 7", "correct or remove")),
        ({"problem.yaml": "problem_format_version: v9\n"}, "", ("'v9' is unknown", "'2023-07-draft'")),
        ({"problem.yaml": "validation: custom\n"}, "", ("a custom validator is asked for", "add its source")),
        ({".timelimit": "soon"}, "", (".timelimit", "'soon' is no number", "in seconds")),
        ({".timelimit": "0"}, "", (".timelimit", "not above zero")),
        ({"problem_statement/problem.tex": "% nothing\n"}, "", ("the statement is empty",)),
        (
            {"data/testdata.yaml": "output_validator_flags: {a: b}\n"},
            "",
            ("testdata.yaml", "output_validator_flags"),
        ),
    ],
)
def test_errors_name_the_file_the_rule_and_the_fix(
    changes: dict[str, str], without: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    folder = write(tmp_path, {**LEGACY, **changes}, without)
    with pytest.raises(PackageError) as caught:
        (read_problem(folder), read_tests(folder))
    message = str(caught.value)
    assert all(word in message for word in (*words, "Fix: ", str(tmp_path))), message


def test_a_package_without_tests(tmp_path: Path) -> None:
    folder = write(tmp_path, {name: text for name, text in LEGACY.items() if not name.startswith("data")})
    with pytest.raises(PackageError, match="no tests"):
        read_tests(folder)


class TestHashing:
    def test_the_place_and_the_files_times_do_not_matter(self, tmp_path: Path) -> None:
        one, two = (
            write(tmp_path / "a" / "p", DRAFT),
            write(tmp_path / "b" / "p", dict(reversed(DRAFT.items()))),
        )
        assert hash_problem(read_problem(one)) == hash_problem(read_problem(two))
        assert hash_tests(read_tests(one)) == hash_tests(read_tests(two))

    @pytest.mark.parametrize(
        ("changes", "public", "private"),
        [
            ({"statement/problem.en.md": "Add.\n"}, True, False),
            ({"data/secret/9.ans": "10\n"}, False, True),
            ({"data/secret/9.in": "4 6\n"}, False, True),
            ({"data/secret/testdata.yaml": "output_validator_flags: case_sensitive\n"}, False, True),
            ({"output_validator/v.py": "x"}, False, True),
            ({"data/sample/1.ans": "4\n"}, True, True),
            ({"submissions/accepted/a.cpp": "x"}, False, False),
            ({"generators/g.py": "x"}, False, False),
        ],
    )
    def test_each_part_has_its_own(self, changes: dict[str, str], public: bool, private: bool, tmp_path: Path) -> None:
        folder = write(tmp_path / "p", DRAFT)
        before = hash_problem(read_problem(folder)), hash_tests(read_tests(folder))
        write(folder, changes)
        after = hash_problem(read_problem(folder)), hash_tests(read_tests(folder))
        assert (before[0] != after[0], before[1] != after[1]) == (public, private)


def test_a_note_in_the_source_says_what_is_expected(tmp_path: Path) -> None:
    """Above what the folder says, and where it says nothing; words that nobody knows are none."""
    notes = {
        "mixed/a.py": "# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\n",
        "mixed/b.cpp": "// @EXPECTED_RESULTS@: CORRECT,RUN-ERROR\r\nint main() {}\n",
        "mixed/c.py": "print()\n",
        "mixed/d.py": "# @EXPECTED_RESULTS@: CHECK-MANUALLY\n",
        "accepted/e/main.cpp": "int main() {}\n",
        "accepted/e/note.h": "// nothing\n",
        "wrong_answer/f.py": "# @EXPECTED_RESULTS@: TIME_LIMIT_EXCEEDED\n",
    }
    for name, text in notes.items():
        path = tmp_path / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = {
        item.name: (item.expected.value, *(also.value for also in item.also)) for item in read_submissions(tmp_path)
    }
    assert found == {
        "accepted/e": ("accepted",),
        "mixed/a.py": ("wrong_answer", "time_limit_exceeded"),
        "mixed/b.cpp": ("run_time_error", "accepted"),
        "wrong_answer/f.py": ("time_limit_exceeded",),
    }
