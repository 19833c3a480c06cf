"""Interactive problems: guess a number between 1 and 1000 in at most 12 questions, with an interactor that answers."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from written_files import write

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.languages import language_of
from r3gym.domains.code.judging.report import JudgeReport
from r3gym.domains.code.judging.verify import verify_package
from r3gym.domains.code.packages import open_tests

#: The helper header that validators of real packages bring along, and a validator that uses it.
VALIDATE_H = r"""
#pragma once
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
std::ifstream judge_in, judge_ans;
std::string feedback;
inline void init(int argc, char** argv) {
    if (argc < 4) { std::cerr << "usage: input answer feedback\n"; exit(1); }
    judge_in.open(argv[1]), judge_ans.open(argv[2]), feedback = argv[3];
}
[[noreturn]] inline void finish(int code, const std::string& words) {
    std::ofstream(feedback + "/judgemessage.txt") << words << "\n";
    std::ofstream(feedback + "/teammessage.txt") << "think again\n";
    exit(code);
}
"""
INTERACTOR_CPP = r"""
#include "validate.h"
int main(int argc, char** argv) {
    init(argc, argv);
    int secret, guess;
    judge_in >> secret;
    for (int turn = 0; turn < 12; turn++) {
        if (!(std::cin >> guess)) finish(43, "no guess");
        if (guess < 1 || guess > 1000) { std::cout << "what?" << std::endl; finish(43, "out of range"); }
        if (guess == secret) {
            std::cout << "correct" << std::endl;
            std::string rest;
            finish(std::cin >> rest ? 43 : 42, "found");
        }
        std::cout << (guess < secret ? "higher" : "lower") << std::endl;
    }
    finish(43, "too many guesses");
}
"""
INTERACTOR_PY = """
import sys
from rules import LIMIT, compare
secret = int(open(sys.argv[1]).read())
open(sys.argv[3] + "/judgemessage.txt", "x").close()
for turn in range(LIMIT):
    line = sys.stdin.readline()
    if not line.strip().isdigit() or not 1 <= int(line) <= 1000:
        print("what?", flush=True)
        sys.exit(43)
    print(compare(int(line), secret), flush=True)
    if int(line) == secret:
        sys.exit(43 if sys.stdin.readline().strip() else 42)
sys.exit(43)
"""
RULES_PY = """
LIMIT = 12
def compare(guess, secret):
    return "correct" if guess == secret else "higher" if guess < secret else "lower"
"""

GOOD_CPP = r"""
#include <iostream>
#include <string>
int main() {
    int low = 1, high = 1000;
    std::string said;
    for (;;) {
        int middle = (low + high) / 2;
        std::cout << middle << std::endl;
        std::cin >> said;
        if (said == "correct") return 0;
        (said == "higher" ? low : high) = said == "higher" ? middle + 1 : middle - 1;
    }
}
"""
GOOD_PY = """
low, high = 1, 1000
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    said = input()
    if said == "correct":
        break
    if said == "higher":
        low = middle + 1
    else:
        high = middle - 1
"""
SUBMISSIONS: dict[str, tuple[str, Outcome]] = {
    "good.cpp": (GOOD_CPP, Outcome.ACCEPTED),
    "good.py": (GOOD_PY, Outcome.ACCEPTED),
    "waits for the interactor, which waits for it.py": (
        GOOD_PY + "import sys\nassert sys.stdin.read() == ''\n",
        Outcome.TIME_LIMIT,
    ),
    "closes its output.py": (
        GOOD_PY + "import os, time\nos.close(1)\ntime.sleep(0.5)\nos._exit(0)\n",
        Outcome.ACCEPTED,
    ),
    "closes its output too early and ends.py": ("import os, time\nos.close(1)\ntime.sleep(1)\n", Outcome.WRONG_ANSWER),
    "closes its output and crashes.py": (
        "import os, time\nos.close(1)\ntime.sleep(1)\nos.abort()\n",
        Outcome.RUNTIME_ERROR,
    ),
    "closes its output and goes on writing.cpp": (
        '#include <cstdlib>\n#include <unistd.h>\nint main() { close(1); usleep(700000); exit(write(1, "5", 1) < 0); }',
        Outcome.RUNTIME_ERROR,
    ),
    "closes its output and stays.cpp": (
        "#include <cstdio>\nint main() { fclose(stdout); for (volatile long i = 0;; i++) {} }",
        Outcome.TIME_LIMIT,
    ),
    "closes its output and sleeps.py": ("import os, time\nos.close(1)\ntime.sleep(100)\n", Outcome.TIME_LIMIT),
    "much on stderr.py": ("import sys\nsys.stderr.write('x' * 3000000)\n" + GOOD_PY, Outcome.ACCEPTED),
    "gives up.py": ("print(500, flush=True)\ninput()\n", Outcome.WRONG_ANSWER),
    "says nothing.cpp": ("int main() {}", Outcome.WRONG_ANSWER),
    "counts up.py": ("for i in range(1, 1001): print(i, flush=True); input()", Outcome.WRONG_ANSWER),
    "counts up at once.py": ("print(*range(1, 1001), sep='\\n')", Outcome.WRONG_ANSWER),
    "says one thing more.py": (GOOD_PY + "print(7)\n", Outcome.WRONG_ANSWER),
    "dies of the interactor's last word.py": (
        "print(0, flush=True)\nimport sys\nsys.exit(3 if input() == 'what?' else 0)\n",
        Outcome.WRONG_ANSWER,
    ),
    "dies when it is over.cpp": (
        '#include <cstdlib>\n#include <iostream>\n#include <string>\nint main() { std::cout << "x" << std::endl;'
        " std::string s; while (std::cin >> s) {} abort(); }",
        Outcome.WRONG_ANSWER,
    ),
    "crashes at once.cpp": ("int main() { volatile int* p = nullptr; *p = 1; }", Outcome.RUNTIME_ERROR),
    "crashes in the middle.py": ("print(500, flush=True)\ninput()\nprint(1 // 0)\n", Outcome.RUNTIME_ERROR),
    "crashes after the answer.py": (GOOD_PY + "raise SystemExit(1)\n", Outcome.RUNTIME_ERROR),
    "waits for ever.py": ("input()\n", Outcome.TIME_LIMIT),
    "does not flush.cpp": (
        '#include <cstdio>\nint main() { char s[99]; puts("500"); return scanf("%s", s); }',
        Outcome.TIME_LIMIT,
    ),
    "goes on sleeping.py": (GOOD_PY + "import time\ntime.sleep(100)\n", Outcome.TIME_LIMIT),
    "busy.cpp": ("int main() { for (volatile long i = 0;; i++) {} }", Outcome.TIME_LIMIT),
    "takes memory.py": ("print(500, flush=True)\nb = bytearray(900 << 20)\ninput()\n", Outcome.MEMORY_LIMIT),
    "no program.cpp": ("int main() { return x; }", Outcome.COMPILE_ERROR),
}
LIMITS = ProblemLimits(1.0, 256)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))


LEGACY = "name: Guess\nvalidation: custom interactive\nlimits:\n  validation_time: 3\n  memory: 256\n"
DRAFT = (
    "problem_format_version: 2023-07-draft\nname: Guess\ntype: interactive\n"
    "limits:\n  time_limit: 1\n  validation_time: 3\n  memory: 256\n"
)
CASES = {f"data/secret/{name}.{end}": f"{name}\n" for name in ("1", "640", "1000") for end in ("in", "ans")}
CASES["data/sample/1.interaction"] = ">500\n<higher\n"
PACKAGES: dict[str, dict[str, str]] = {
    "legacy, C++": {
        "problem.yaml": LEGACY,
        "output_validators/guess_validator/validate.cc": INTERACTOR_CPP,
        "output_validators/guess_validator/validate.h": VALIDATE_H,
    },
    "draft, Python": {
        "problem.yaml": DRAFT,
        "output_validator/validate.py": INTERACTOR_PY,
        "output_validator/rules.py": RULES_PY,
    },
}


def judge(
    folder: Path, name: str, source: str, limits: ProblemLimits = LIMITS, *, everything: bool = False
) -> JudgeReport:
    language = language_of([name])
    assert language is not None
    settings = JudgeSettings(use_cache=False, all_tests=everything)
    return judge_sources({name.replace(" ", "_"): source.encode()}, language, open_tests(folder), limits, settings)


#: Submissions in C++ meet the first kind of package only: building them takes longer than what they show.
MEETINGS = [
    (name, package) for package in PACKAGES for name in SUBMISSIONS if package == "legacy, C++" or name.endswith(".py")
]


@pytest.mark.parametrize(("name", "package"), MEETINGS)
def test_outcome(name: str, package: str, tmp_path: Path) -> None:
    source, expected = SUBMISSIONS[name]
    start = time.monotonic()
    report = judge(write(tmp_path / "guess", {**PACKAGES[package], **CASES}), name, source)
    assert report.outcome is expected, report
    assert time.monotonic() - start < 60


def interactor(root: Path, code: str) -> Path:
    return write(root / "guess", {"problem.yaml": DRAFT, "output_validator/validate.py": code, **CASES})


class TestWhoIsToBlame:
    """Faults of the interactor are the judge's, whatever the submission does meanwhile."""

    @pytest.mark.parametrize(
        ("code", "words"),
        [
            ("import sys; sys.exit(1)", "exit code 1"),
            ("raise RuntimeError", "exit code 1"),
            # Which clock strikes first, its own or the silent submission's, is the machine's choice.
            ("while True: pass", "too slow|did not end|ran out of time"),
            ("import time; time.sleep(100)", "did not end"),
            ("import sys\nfor line in sys.stdin: print('higher', flush=True)\nsys.exit(0)", "exit code 0"),
            ("import os; os.kill(os.getpid(), 9)", "exit code 137"),
            (
                "b = bytearray(3 << 30)\nfor i in range(0, 3 << 30, 4096): b[i] = 1",
                "memory|exit code 1|did not end|too slow|ran out of time",
            ),
            ("def broken(:", "does not compile"),
        ],
    )
    def test_a_broken_interactor(self, code: str, words: str, tmp_path: Path) -> None:
        patient = "print(500, flush=True)\ninput()\n"
        report = judge(interactor(tmp_path, code), "a.py", patient)
        assert report.outcome is Outcome.JUDGE_ERROR, report
        assert any(word in report.detail for word in words.split("|")), report.detail
        assert str(tmp_path) not in report.detail

    def test_a_flood_is_the_submissions(self, tmp_path: Path) -> None:
        deaf = interactor(tmp_path, "import time, sys; time.sleep(20); sys.exit(43)")
        assert judge(deaf, "a.py", "while True: print('x' * 99999)").outcome is Outcome.OUTPUT_LIMIT
        listening = interactor(tmp_path, "import sys; sys.stdin.read(); sys.exit(42)")
        assert judge(listening, "a.py", "while True: print('x' * 99999)").outcome is Outcome.OUTPUT_LIMIT

    def test_an_interactor_may_talk_to_one_that_has_left(self, tmp_path: Path) -> None:
        talker = interactor(
            tmp_path, "import sys, time\ntime.sleep(0.5)\nfor i in range(99999): print(i)\nsys.exit(42)"
        )
        assert judge(talker, "a.py", "").outcome is Outcome.ACCEPTED

    def test_the_submission_meets_neither_answer_nor_interactor(self, tmp_path: Path) -> None:
        folder = write(tmp_path / "guess", {**PACKAGES["legacy, C++"], **CASES})
        spy = (
            "import os\nseen = [n for f in ('/app', '/tmp', '/logs') for _, d, n in os.walk(f) for n in d + n]\n"
            "assert seen == ['artifacts', 'spy.py'] or seen == ['spy.py', 'artifacts'], seen\n"
            "for n in range(3, 1000):\n    try: os.fstat(n)\n    except OSError: continue\n"
            "    raise SystemExit(f'descriptor {n}')\n"
        )
        assert judge(folder, "spy.py", spy + GOOD_PY).outcome is Outcome.ACCEPTED


def test_thousands_of_turns_are_quick(tmp_path: Path) -> None:
    echo = "import sys\nfor i in range(2000):\n    if int(sys.stdin.readline()) != i: sys.exit(43)\n"
    echo += "    print(i, flush=True)\nsys.exit(42)"
    talk = (
        "#include <cstdio>\nint main() { for (int i = 0, j; i < 2000; i++) {"
        ' printf("%d\\n", i); fflush(stdout); if (scanf("%d", &j) != 1 || i != j) return 1; } }'
    )
    report = judge(interactor(tmp_path, echo), "a.cpp", talk, ProblemLimits(5.0, 256))
    assert report.outcome is Outcome.ACCEPTED, report
    assert max(test.wall_s for test in report.tests) < 60  # under half a second on a quiet machine


def test_large_messages_pass_while_both_speak(tmp_path: Path) -> None:
    """Neither side reads before it has said a megabyte: no pipe holds that, the relay does."""
    speaker = "import sys\nprint('a' * 1000000, flush=True)\nline = sys.stdin.readline()\n"
    folder = interactor(tmp_path, speaker + "sys.exit(42 if len(line) == 1000001 else 43)")
    assert judge(folder, "a.py", speaker + "assert len(line) == 1000001").outcome is Outcome.ACCEPTED


def test_nothing_stays_between_tests(tmp_path: Path) -> None:
    folder = write(tmp_path / "guess", {**PACKAGES["draft, Python"], **CASES})
    once = "import os\nassert not os.path.exists('/tmp/mark')\nopen('/tmp/mark', 'w').close()\n"
    report = judge(folder, "a.py", once + GOOD_PY, everything=True)
    assert [test.outcome for test in report.tests] == [Outcome.ACCEPTED] * 3


def test_a_whole_package_is_verified(tmp_path: Path) -> None:
    files = {
        **PACKAGES["legacy, C++"],
        **CASES,
        ".timelimit": "1\n",
        "submissions/accepted/good.cpp": GOOD_CPP,
        "submissions/accepted/in_a_folder/main.py": "import helper\n",
        "submissions/accepted/in_a_folder/helper.py": GOOD_PY,
        "submissions/wrong_answer/counts.py": SUBMISSIONS["counts up.py"][0],
        "submissions/run_time_error/crash.py": SUBMISSIONS["crashes in the middle.py"][0],
        "submissions/time_limit_exceeded/wait.py": SUBMISSIONS["waits for ever.py"][0],
    }
    rows = verify_package(write(tmp_path / "guess", files), JudgeSettings(use_cache=False))
    assert [(row.submission, row.report.outcome.value) for row in rows if not row.agrees] == []
    assert len(rows) == 5


class TestTestlib:
    """LightCPVerifier: ``interactor input output answer``, exit 0 when all is well."""

    INTERACTOR = r"""
#include "testlib.h"
int main(int argc, char** argv) {
    if (argc != 4) return 3;
    int secret = number_in(argv[1]), guess;
    std::ofstream(argv[2]) << "log";
    for (int turn = 0; turn < 12 && std::cin >> guess; turn++) {
        std::cout << (guess == secret ? "correct" : guess < secret ? "higher" : "lower") << std::endl;
        if (guess == secret) return number_in(argv[3]) == secret ? 0 : 3;
    }
    return 1;
}
"""
    HEADER = r"""
#include <fstream>
#include <iostream>
inline int number_in(const char* path) { int n = -1; std::ifstream(path) >> n; return n; }
"""

    def problem(self, root: Path, config: str) -> Path:
        files = {"config.yaml": config, "interactor.cc": self.INTERACTOR, "testlib.h": self.HEADER}
        return write(root, {**files, "testdata/1.in": "77\n", "testdata/1.ans": "77\n"})

    @pytest.mark.parametrize(
        "config", ["type: interactive\ntime_limit: 1s\n", "interactor: interactor.cc\ntime_limit: 1s\n"]
    )
    def test_verdicts(self, config: str, tmp_path: Path) -> None:
        folder = self.problem(tmp_path, config)
        assert judge(folder, "a.cpp", GOOD_CPP).outcome is Outcome.ACCEPTED
        assert judge(folder, "a.py", SUBMISSIONS["gives up.py"][0]).outcome is Outcome.WRONG_ANSWER
        assert judge(folder, "a.py", SUBMISSIONS["crashes in the middle.py"][0]).outcome is Outcome.RUNTIME_ERROR
        (folder / "testdata/1.ans").write_text("78\n")
        assert judge(folder, "a.cpp", GOOD_CPP).outcome is Outcome.JUDGE_ERROR


def test_without_isolation_it_works_as_well(tmp_path: Path) -> None:
    tests = open_tests(write(tmp_path / "guess", {**PACKAGES["draft, Python"], **CASES}))
    language = language_of(["a.py"])
    assert language is not None
    settings = JudgeSettings(sandbox="LOCAL-WITHOUT-ISOLATION", use_cache=False)
    assert judge_sources({"a.py": GOOD_PY.encode()}, language, tests, LIMITS, settings).outcome is Outcome.ACCEPTED
