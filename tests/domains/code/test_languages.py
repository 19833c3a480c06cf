"""Submissions in other languages than C++: every verdict, for each language whose tool the sandbox has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from written_files import write

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.build import MissingTool
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources, tool_version
from r3gym.domains.code.judging.languages import LANGUAGES, Language, language_of
from r3gym.domains.code.judging.report import JudgeReport
from r3gym.domains.code.packages import open_tests
from r3gym.domains.code.packages.reader import SOURCE_SUFFIXES

TESTS = {f"{n}.{end}": f"{n * n if end == 'ans' else n}\n" for n in (3, 12, 40000) for end in ("in", "ans")}
LIMITS = ProblemLimits(4.0, 256)

#: A program that squares a number, by language: its file, its text, and the line to exchange for other behaviours.
SQUARES = {
    "Java": (
        "Square.java",
        "import java.util.*;\npublic class Square {\n    static class Holder { long[] kept; }\n"
        "    public static void main(String[] args) {\n"
        "        long n = new Scanner(System.in).nextLong();\n        System.out.println(n * n);\n    }\n}\n",
    ),
    "Kotlin": ("square.kt", "fun main() {\n    val n = readLine()!!.toLong()\n    println(n * n)\n}\n"),
    "Rust": (
        "square.rs",
        "use std::io;\nfn main() {\n    let mut line = String::new();\n    io::stdin().read_line(&mut line).unwrap();\n"
        '    let n: i64 = line.trim().parse().unwrap();\n    println!("{}", n * n);\n}\n',
    ),
    "Go": (
        "square.go",
        'package main\n\nimport "fmt"\n\nfunc main() {\n    var n int64\n    fmt.Scan(&n)\n    fmt.Println(n * n)\n}\n',
    ),
    "Haskell": ("square.hs", "main :: IO ()\nmain = do\n    n <- readLn :: IO Integer\n    print (n * n)\n"),
    "JavaScript": (
        "square.js",
        "const n = BigInt(require('fs').readFileSync(0, 'utf8').trim());\nconsole.log(String(n * n));\n",
    ),
    "C11": (
        "square.c",
        '#include <stdio.h>\nint main(void) { long long n; scanf("%lld", &n); printf("%lld\\n", n * n); return 0; }\n',
    ),
    "Python 3": ("square.py", "n = int(input())\nprint(n * n)\n"),
    "C++": ("square.cc", "#include <iostream>\nint main() { long long n; std::cin >> n; std::cout << n * n; }\n"),
}
MISBEHAVING = {
    "Java": {
        "System.exit(3);": Outcome.RUNTIME_ERROR,
        "throw new RuntimeException();": Outcome.RUNTIME_ERROR,
        "deep(1); } static long deep(long k) { return deep(k + 1) + 1;": Outcome.RUNTIME_ERROR,
        "while (n != 0) n |= 1;": Outcome.TIME_LIMIT,
        "List<long[]> all = new ArrayList<>(); while (true) all.add(new long[1 << 20]);": Outcome.MEMORY_LIMIT,
        "for (int i = 0; i < 9000000; i++) System.out.println(n);": Outcome.OUTPUT_LIMIT,
        "undeclared();": Outcome.COMPILE_ERROR,
    },
    "JavaScript": {
        "process.exit(3);": Outcome.RUNTIME_ERROR,
        "while (true) {}": Outcome.TIME_LIMIT,
        "const all = []; while (true) all.push(new Array(100000).fill(all.length));": Outcome.MEMORY_LIMIT,
        "this is no program": Outcome.COMPILE_ERROR,
    },
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))


def in_sandbox(name: str) -> Language:
    """Return the language of this name, or skip the test where the sandbox has no tool for it."""
    language = next(language for language in LANGUAGES if language.name == name)
    try:
        tool_version("bubblewrap", language)
    except MissingTool as error:
        pytest.skip(str(error))
    return language


def judge(folder: Path, language: Language, *sources: tuple[str, str]) -> JudgeReport:
    tests = open_tests(write(folder, TESTS))
    files = {name: text.encode() for name, text in sources}
    return judge_sources(files, language, tests, LIMITS, JudgeSettings(use_cache=False))


def test_every_language_has_an_example() -> None:
    assert {language.name for language in LANGUAGES} == set(SQUARES)
    for language in LANGUAGES:
        assert language_of([SQUARES[language.name][0]]) is language
        assert set(language.suffixes) <= SOURCE_SUFFIXES


@pytest.mark.parametrize("name", SQUARES)
def test_right_and_wrong(name: str, tmp_path: Path) -> None:
    language, (file, text) = in_sandbox(name), SQUARES[name]
    report = judge(tmp_path, language, (file, text))
    assert report.outcome is Outcome.ACCEPTED, report
    assert judge(tmp_path, language, (file, text.replace("n * n", "n + n"))).outcome is Outcome.WRONG_ANSWER


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in MISBEHAVING.items() for line in lines])
def test_misbehaving(name: str, line: str, tmp_path: Path) -> None:
    language, (file, text) = in_sandbox(name), SQUARES[name]
    shown = {"Java": "System.out.println(n * n);", "JavaScript": "console.log(String(n * n));"}[name]
    report = judge(tmp_path, language, (file, text.replace(shown, line)))
    assert report.outcome is MISBEHAVING[name][line], report


def test_several_java_files_start_with_main(tmp_path: Path) -> None:
    language = in_sandbox("Java")
    helper = ("Area.java", "class Area { static long of(long n) { return n * n; } }\n")
    main = SQUARES["Java"][1].replace("Square", "Main").replace("n * n", "Area.of(n)")
    assert judge(tmp_path, language, helper, ("Main.java", main)).outcome is Outcome.ACCEPTED


def test_a_missing_tool_is_named(tmp_path: Path) -> None:
    language = next(language for language in LANGUAGES if language.name == "Haskell")
    if shutil.which("ghc"):
        pytest.skip("ghc is here")
    report = judge(tmp_path, language, SQUARES["Haskell"])
    assert (report.outcome, report.detail) == (Outcome.JUDGE_ERROR, "the sandbox has no ghc for Haskell")


@pytest.mark.parametrize("name", ["Rust", "Go", "Haskell", "Kotlin"])
def test_the_commands_are_right_where_the_tool_is_outside_of_the_sandbox(name: str, tmp_path: Path) -> None:
    """A toolchain in a home folder is not in the sandbox; its commands can be tried all the same."""
    language = next(language for language in LANGUAGES if language.name == name)
    if not shutil.which(language.tool):
        pytest.skip(f"no {language.tool} on this machine")
    file, text = SQUARES[name]
    write(tmp_path, {file: text})
    subprocess.run(language.build_commands([file])[0], cwd=tmp_path, check=True)
    command = [word.replace("{memory}", "256") for word in language.run_command([file])]
    done = subprocess.run(command, cwd=tmp_path, input=b"12\n", capture_output=True, check=True)
    assert done.stdout == b"144\n"


def test_a_validator_in_java(tmp_path: Path) -> None:
    in_sandbox("Java")
    validator = (
        "import java.nio.file.*;\nimport java.util.*;\npublic class Check {\n"
        "    public static void main(String[] args) throws Exception {\n"
        "        long n = Long.parseLong(Files.readString(Path.of(args[0])).trim());\n"
        "        System.exit(new Scanner(System.in).nextLong() == n * n ? 42 : 43);\n    }\n}\n"
    )
    files = {f"data/secret/{name}": text for name, text in TESTS.items()}
    files |= {"problem.yaml": "name: Square\nvalidation: custom\n", "output_validators/Check.java": validator}
    tests = open_tests(write(tmp_path / "square", files))
    cpp = next(language for language in LANGUAGES if language.name == "C++")
    for text, expected in ((SQUARES["C++"][1], Outcome.ACCEPTED), ("int main() { }", Outcome.JUDGE_ERROR)):
        report = judge_sources({"a.cc": text.encode()}, cpp, tests, LIMITS, JudgeSettings(use_cache=False))
        assert report.outcome is expected, report
