"""Importing problems: what is recognised, what a tidy package keeps, what is refused and how it is said."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from contest_actions import do
from written_files import write

import r3gym  # noqa: F401  (registers the environments)
from r3gym.core.actions import Verb
from r3gym.core.problem import ProblemLimits
from r3gym.domains.code.judging.judge import JudgeSettings
from r3gym.domains.code.judging.judgeable import why_not_judgeable
from r3gym.domains.code.judging.verify import judge_package
from r3gym.domains.code.package_folders import find_packages
from r3gym.domains.code.packages import ValidatorKind, hash_tests, read_problem, read_submissions, read_tests
from r3gym.domains.code.packages.discover import SourceFormat
from r3gym.domains.code.packages.importing import ImportResult, ImportStatus, import_problems
from r3gym.errors import InputError
from r3gym.suites import build_suite, load_suite

EMBEDDED = Path(__file__).resolve().parents[4] / "r3gym" / "data" / "embedded-v1" / "code" / "packages"
ECHO = "#include <iostream>\nint main() { long long a; std::cin >> a; std::cout << a; }\n"

PLAIN = {
    "statement.md": "# Say it again\n\nPrint the number.\n",
    "tests/1.in": "1\n", "tests/1.out": "1\n", "tests/10.in": "10\n", "tests/10.out": "10\n",
    "samples/a.in": "7\n", "samples/a.out": "7\n",
}  # fmt: skip
LIGHTCP = {
    "config.yaml": "type: default\ntime_limit: 1500ms\nmemory_limit: 256m\n",
    "statement.txt": "Print the number.\n",
    "testdata/1.in": "1\n", "testdata/1.ans": "1\n", "testdata/2.in": "2\n", "testdata/2.ans": "2\n",
}  # fmt: skip
LEGACY = {
    "problem.yaml": "name: Old\nlicense: cc by-sa\nvalidator_flags: float_tolerance 1e-6\nlimits:\n  memory: 512\n",
    "problem_statement/problem.en.tex": "\\problemname{Old}\nPrint $n$.\n\\includegraphics{pic}\n",
    "problem_statement/pic.png": "not really a picture",
    "data/sample/1.in": "1\n", "data/sample/1.ans": "1\n",
    "data/secret/g/testdata.yaml": "output_validator_flags: case_sensitive\n",
    "data/secret/g/1.in": "1\n", "data/secret/g/1.ans": "1\n",
    "domjudge-problem.ini": "timelimit = 3\n",
    "submissions/accepted/a.cpp": ECHO,
    "generators/gen.py": "pass\n",
}  # fmt: skip
DRAFT = {
    "problem.yaml": (
        "problem_format_version: 2023-07-draft\nname: {en: New}\nlicense: cc0\n"
        "uuid: 00000000-0000-0000-0000-000000000001\n"
        "credits: {authors: [{name: Ann}, Bo]}\nsource: {name: A Contest, url: 'https://example.org'}\n"
        "limits: {time_limit: 2.5, memory: 128, output: 3}\nconstants: {top: 99}\n"
    ),
    "statement/problem.en.md": "At most {{top}}.\n",
    "data/sample/1.in": "1\n", "data/sample/1.ans": "1\n",
    "data/secret/1.in": "1\n", "data/secret/1.ans": "1\n",
    "data/secret/1.yaml": "output_validator_args: [case_sensitive]\n",
    "data/secret/2.in": "2\n", "data/secret/2.ans": "2\n",
}  # fmt: skip


def bring(source: Path, to: Path, wanted: SourceFormat | None = None) -> dict[str, ImportResult]:
    rows = import_problems(source, to, wanted=wanted, why_not=why_not_judgeable)
    return {row.id: row for row in rows}


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_plain_folder(tmp_path: Path) -> None:
    row = bring(write(tmp_path / "again", PLAIN), tmp_path / "to")["again"]
    assert (row.status, row.format, row.title) == (ImportStatus.IMPORTED, "plain", "Say it again")
    assert (row.samples, row.hidden, row.validator) == (1, 2, "default")
    assert row.defaulted == ("time limit: 4 s", "memory limit: 2048 MB")
    assert row.missing == ("submissions",)
    package = tmp_path / "to" / "again"
    problem = read_problem(package)
    assert (problem.title, problem.statement) == ("Say it again", "Print the number.")
    assert [case.name for case in read_tests(package).cases] == ["sample/a", "secret/1", "secret/10"]


@pytest.mark.parametrize("name", ["problem.md", "README.md", "Problem.tex", "statement.txt"])
def test_statement_files_of_a_plain_folder(name: str, tmp_path: Path) -> None:
    text = "\\problemname{Twice}\nSay it twice." if name.endswith("tex") else "Say it twice."
    row = bring(write(tmp_path / "two words", {**PLAIN, name: text}, "statement.md"), tmp_path / "to")["two-words"]
    assert row.status is ImportStatus.IMPORTED
    assert read_problem(tmp_path / "to" / "two-words").statement == "Say it twice."
    assert row.title == ("Twice" if name.endswith("tex") else "two words")
    assert ("title: the folder's name" in row.defaulted) is not name.endswith("tex")
    assert "id: two-words (from 'two words')" in row.defaulted


def test_a_lightcp_problem(tmp_path: Path) -> None:
    row = bring(write(tmp_path / "p1", LIGHTCP), tmp_path / "to")["p1"]
    assert (row.status, row.format, row.samples, row.hidden) == (ImportStatus.IMPORTED, "lightcp", 0, 2)
    assert row.missing == ("samples", "submissions")
    assert row.defaulted == ("title: the folder's name",)
    assert read_problem(tmp_path / "to" / "p1").limits == ProblemLimits(1.5, 256)


def test_a_testlib_checker_becomes_an_output_validator(tmp_path: Path) -> None:
    """A checker that takes any number of the same parity as the answer; it reads its three files itself."""
    checker = """
        #include <cstdlib>
        #include <fstream>
        int main(int argc, char *argv[]) {
            if (argc != 4) return 3;
            std::ifstream in(argv[1]), out(argv[2]), ans(argv[3]);
            long long n, mine, theirs;
            if (!(in >> n) || !(ans >> theirs)) return 3;
            if (!(out >> mine)) std::exit(2);
            if ((mine - theirs) % 2) std::exit(1);
        }"""
    bring(write(tmp_path / "parity", {**LIGHTCP, "chk.cc": checker}), tmp_path / "to")
    package = tmp_path / "to" / "parity"
    assert read_tests(package).validator is ValidatorKind.CUSTOM
    programs = {"same": ECHO, "plus 2": ECHO.replace("<< a", "<< a + 2"), "plus 1": ECHO.replace("<< a", "<< a + 1")}
    programs["nothing"] = "int main() {}"
    verdicts = {}
    for name, text in programs.items():
        source = tmp_path / "x.cpp"
        source.write_text(text)
        verdicts[name] = judge_package(package, source, JudgeSettings(use_cache=False)).outcome.value
    wrong = "wrong_answer"
    assert verdicts == {"same": "accepted", "plus 2": "accepted", "plus 1": wrong, "nothing": wrong}


def test_a_testlib_interactor_becomes_an_interactive_validator(tmp_path: Path) -> None:
    """It sends the input and wants it back; it judges what it is told, or that it is told nothing."""
    interactor = """
        #include <fstream>
        #include <iostream>
        int main(int argc, char *argv[]) {
            if (argc != 4) return 3;
            std::ifstream in(argv[1]), ans(argv[3]);
            std::ofstream out(argv[2]);
            long long n, theirs, mine;
            if (!(in >> n) || !(ans >> theirs)) return 3;
            std::cout << n << std::endl;
            if (!(std::cin >> mine)) return 1;
            out << mine;
            return mine == theirs ? 0 : 1;
        }"""
    config = "type: interactive\ninteractor: interactor.cc\ntime_limit: 2s\nmemory_limit: 256m\n"
    problem = {**LIGHTCP, "config.yaml": config, "interactor.cc": interactor}
    row = bring(write(tmp_path / "asks", problem), tmp_path / "to")["asks"]
    assert (row.status, row.validator) == (ImportStatus.IMPORTED, "interactive")
    verdicts = {}
    for name, text in {"right": ECHO, "wrong": ECHO.replace("<< a", "<< a + 1"), "silent": "int main() {}"}.items():
        source = tmp_path / "x.cpp"
        source.write_text(text)
        report = judge_package(tmp_path / "to" / "asks", source, JudgeSettings(use_cache=False))
        verdicts[name] = report.outcome.value
    assert verdicts == {"right": "accepted", "wrong": "wrong_answer", "silent": "wrong_answer"}


def test_generated_tests_stay_generated(tmp_path: Path) -> None:
    made = {"secret/9-large": {"input": "0" * 64, "answer": "1" * 64}}
    more = {"generators/generated.json": json.dumps(made), "generators/gen.py": "pass\n"}
    source = write(tmp_path / "p", {**DRAFT, **more}, "data/secret/1.yaml")
    row = bring(source, tmp_path / "to")["p"]
    assert (row.status, row.hidden, row.notes) == (ImportStatus.IMPORTED, 3, ())
    assert hash_tests(read_tests(tmp_path / "to" / "p")) == hash_tests(read_tests(source))


def test_a_legacy_package_keeps_what_it_says(tmp_path: Path) -> None:
    source = write(tmp_path / "old", LEGACY)
    row = bring(source, tmp_path / "to")["old"]
    package = tmp_path / "to" / "old"
    assert (row.status, row.time_s, row.memory_mb, row.defaulted) == (ImportStatus.IMPORTED, 3.0, 512, ())
    assert row.notes == ("left out: generators",)
    assert hash_tests(read_tests(package)) == hash_tests(read_tests(source))
    assert read_problem(package) == read_problem(source)
    assert [s.name for s in read_submissions(package)] == ["accepted/a.cpp"]
    assert {".timelimit", "problem_statement/pic.png"} <= files_of(package)


def test_a_draft_package_becomes_a_legacy_one(tmp_path: Path) -> None:
    source = write(tmp_path / "new", DRAFT)
    bring(source, tmp_path / "to")
    package = tmp_path / "to" / "new"
    text = (package / "problem.yaml").read_text()
    for words in ("format_version: legacy", "name: New", "author: Ann, Bo", "source: A Contest", "license: cc0"):
        assert words in text
    assert read_problem(package) == read_problem(source)
    assert "At most 99." in (package / "problem_statement" / "problem.en.md").read_text()
    flags = {case.name.rpartition("/")[2]: case.flags for case in read_tests(package).cases if not case.sample}
    assert flags == {"1": ("case_sensitive",), "2": ()}
    before, after = read_tests(source).stated, read_tests(package).stated
    assert (after.time_s, after.memory_mb, after.output_mb) == (before.time_s, before.memory_mb, before.output_mb)


@pytest.mark.parametrize("name", sorted(path.name for path in EMBEDDED.iterdir() if path.is_dir()))
def test_the_embedded_packages_survive_the_import(name: str, tmp_path: Path) -> None:
    row = bring(EMBEDDED / name, tmp_path)[name]
    before, after = (replace(read_tests(root / name), programs=()) for root in (EMBEDDED, tmp_path))
    assert row.status is ImportStatus.IMPORTED
    assert read_problem(tmp_path / name) == read_problem(EMBEDDED / name)
    assert hash_tests(before) == hash_tests(after), "validators move, tests, flags and limits are the same"
    kept = [(s.name, s.expected) for s in read_submissions(tmp_path / name)]
    assert kept == [(s.name, s.expected) for s in read_submissions(EMBEDDED / name)]


def _pool(root: Path) -> Path:
    """Six good problems in all formats and wrappings, among things that are no problems."""
    write(root / "plain1", PLAIN)
    write(root / "contest" / "lightcp1", LIGHTCP)
    write(root / "contest" / "legacy1", LEGACY)
    write(root / "draft1", DRAFT)
    for name, files, inner in (("zipped.zip", LEGACY, "inner/"), ("flat.kpp", DRAFT, "")):
        with zipfile.ZipFile(root / name, "w") as archive:
            for file, text in files.items():
                archive.writestr(inner + file, text)
    write(root, {"README.md": "My problems.\n", "notes/todo.txt": "nothing", ".git/config.yaml": "x: 1"})
    return root


def test_six_problems_of_any_origin_become_a_playable_contest(tmp_path: Path) -> None:
    import gymnasium as gym

    rows = bring(_pool(tmp_path / "mine"), tmp_path / "to")
    assert {row.status for row in rows.values()} == {ImportStatus.IMPORTED}
    assert set(rows) == {"plain1", "lightcp1", "legacy1", "draft1", "inner", "flat"}
    assert set(find_packages(tmp_path / "to")) == set(rows)
    env = gym.make("R3Contest-Code-v0", suite=f"packages:{tmp_path / 'to'}", contest=0, budget=3)
    try:
        env.reset(seed=0)
        for label in range(1, 7):
            env.step(do(Verb.SUBMIT, label, ECHO))
        *_, terminated, _, info = env.step(do(Verb.FINISH))
        assert terminated
        assert info["result"]["score"] == 6, info["result"]
    finally:
        env.close()


def test_an_imported_folder_is_a_pool_for_suites(tmp_path: Path) -> None:
    bring(_pool(tmp_path / "mine"), tmp_path / "to")
    build_suite(tmp_path / "to", "code", tmp_path / "suite")
    assert [len(c.problems) for c in load_suite(str(tmp_path / "suite"), "code").contests] == [6]


def test_again_changes_nothing_and_other_content_is_never_overwritten(tmp_path: Path) -> None:
    source, to = write(tmp_path / "again", PLAIN), tmp_path / "to"
    first = bring(source, to)["again"]
    again = bring(source, to)["again"]
    assert (again.status, again.content_hash) == (ImportStatus.UNCHANGED, first.content_hash)
    (source / "tests" / "1.out").write_text("2\n")
    before = {name: (to / "again" / name).read_bytes() for name in files_of(to / "again")}
    refused = bring(source, to)["again"]
    assert refused.status is ImportStatus.REFUSED
    assert "is there already with other content" in refused.faults[0]["rule"]
    assert {name: (to / "again" / name).read_bytes() for name in files_of(to / "again")} == before
    shutil.rmtree(to / "again")
    assert bring(source, to)["again"].status is ImportStatus.IMPORTED


def test_two_problems_of_one_name(tmp_path: Path) -> None:
    write(tmp_path / "in" / "a" / "p", PLAIN)
    write(tmp_path / "in" / "b" / "p", LIGHTCP)
    rows = import_problems(tmp_path / "in", tmp_path / "to")
    assert [row.status for row in rows] == [ImportStatus.IMPORTED, ImportStatus.REFUSED]
    assert str(tmp_path / "in" / "a" / "p") in rows[1].faults[0]["rule"]


def test_a_bad_problem_stops_no_other_and_leaves_nothing(tmp_path: Path) -> None:
    pool = tmp_path / "in"
    write(pool / "good", PLAIN)
    write(pool / "unanswered", PLAIN, "tests/1.out")
    write(pool / "speechless", PLAIN, "statement.md")
    write(pool / "untested", {"problem.md": "Do it."})
    write(pool / "open", PLAIN, *(name for name in PLAIN if name.startswith("tests")))
    write(pool / "yamlless", {**LEGACY, "problem.yaml": "limits: [1, 2]\n"})
    write(pool / "several", {**LEGACY, "problem_statement/problem.en.tex": "%\n"}, "data/secret/g/1.ans")
    write(pool / "talks", {**DRAFT, "problem.yaml": DRAFT["problem.yaml"] + "type: submit-answer\n"})
    write(pool / "nocheck", {**LEGACY, "problem.yaml": "name: N\nvalidation: custom\n"})
    write(pool / "flags", {**LEGACY, "problem.yaml": "name: N\nvalidator_flags: be_nice\n"})
    write(pool / "seconds", {**LIGHTCP, "config.yaml": "time_limit: 2\n"})
    (pool / "cut.zip").write_bytes(b"PK\x03\x04 and no more")
    rows = bring(pool, tmp_path / "to")
    assert [name for name, row in rows.items() if row.status is ImportStatus.IMPORTED] == ["good"]
    assert files_of(tmp_path / "to") == {f"good/{name}" for name in files_of(tmp_path / "to" / "good")}
    rules = {name: [fault["rule"] for fault in row.faults] for name, row in rows.items() if row.faults}
    wanted = {
        "unanswered": ["a test without an answer"],
        "speechless": ["no problem statement"],
        "untested": ["no tests"],
        "open": ["no hidden tests"],
        "yamlless": ["limits is"],
        "several": ["a test without an answer", "the statement is empty"],
        "talks": ["cannot be judged here: submit-answer"],
        "nocheck": ["a custom validator is asked for and there is none"],
        "flags": ["cannot be judged here: test sample/1: unknown validator flag 'be_nice'"],
        "seconds": ["time_limit is 2"],
        "cut.zip": ["not readable as an archive"],
    }
    assert set(rules) == set(wanted)
    for name, beginnings in wanted.items():
        assert len(rules[name]) == len(beginnings), (name, rules[name])
        assert all(rule.startswith(begin) for rule, begin in zip(rules[name], beginnings, strict=True)), rules[name]
    for row in rows.values():
        assert all(fault["fix"] and str(pool) in fault["file"] for fault in row.faults), row


def test_a_fault_in_an_archive_names_the_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as archive:
        archive.writestr("x/problem.yaml", "name: X\n")
    row = import_problems(tmp_path / "p.zip", tmp_path / "to")[0]
    assert row.source == f"{tmp_path / 'p.zip'}/x"
    assert all(str(tmp_path / "p.zip") in fault["file"] for fault in row.faults)
    assert not (tmp_path / "to").exists()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the host's own")
    pool = write(tmp_path / "in" / "p", PLAIN)
    (pool / "tests" / "2.in").symlink_to(secret)
    (pool / "tests" / "2.out").symlink_to(pool / "tests" / "1.out")
    row = bring(tmp_path / "in", tmp_path / "to")["p"]
    assert "leads out of the given folder" in row.faults[0]["rule"]
    (pool / "tests" / "2.in").unlink()
    (pool / "tests" / "2.in").symlink_to(pool / "tests" / "1.in")
    assert bring(tmp_path / "in", tmp_path / "to")["p"].hidden == 3
    assert not (tmp_path / "to" / "p" / "data" / "secret" / "2.in").is_symlink()


def test_one_format_only(tmp_path: Path) -> None:
    both = write(tmp_path / "in" / "both", {**LIGHTCP, **LEGACY})
    write(tmp_path / "in" / "plain1", PLAIN)
    assert bring(tmp_path / "in", tmp_path / "a")["both"].format == "icpc"
    assert {r.format for r in bring(tmp_path / "in", tmp_path / "b", SourceFormat.LIGHTCP).values()} == {"lightcp"}
    assert set(bring(both, tmp_path / "c", SourceFormat.LIGHTCP)) == {"both"}


def test_the_target_may_lie_in_the_source(tmp_path: Path) -> None:
    write(tmp_path / "again", PLAIN)
    for status in (ImportStatus.IMPORTED, ImportStatus.UNCHANGED):
        rows = bring(tmp_path, tmp_path / "packages")
        assert [(row.id, row.status) for row in rows.values()] == [("again", status)]


def test_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not found"):
        import_problems(tmp_path / "nowhere", tmp_path / "to")
    write(tmp_path / "in", {"notes.txt": "x"})
    with pytest.raises(InputError, match="no problem found; a problem is"):
        import_problems(tmp_path / "in", tmp_path / "to")
    assert not (tmp_path / "to").exists()
    with pytest.raises(InputError, match="choose another folder"):
        import_problems(tmp_path / "in", tmp_path / "in")
