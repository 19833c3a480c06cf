"""The code judge on small programs: every verdict, every way to misbehave, and nothing of the tests in the
verdict.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from r3gym.core.problem import ProblemLimits
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging import judge as code_judge
from r3gym.domains.code.judging.judge import JudgeSettings, judge_code, judge_key
from r3gym.domains.code.key import CodeKey
from r3gym.sandbox.results import SandboxUnavailable

DOUBLE = '#include <cstdio>\nint main() { long long n; scanf("%lld", &n); printf("%lld\\n", 2 * n); }'
SECRET = "918273645"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def key(tmp_path: Path) -> CodeKey:
    """Three plain tests of "print twice the number", the last one hard to guess; one second, 128 MB."""
    folder = tmp_path / "tests"
    folder.mkdir()
    for name, number in (("1", 1), ("2", 21), ("10", int(SECRET))):
        (folder / f"{name}.in").write_text(f"{number}\n")
        (folder / f"{name}.ans").write_text(f"{2 * number}\n")
    return CodeKey("double", Tier.EASY, folder, ProblemLimits(1.0, 128))


def main(body: str, *headers: str) -> str:
    includes = "".join(f"#include <{name}>\n" for name in ("cstdio", "cstdlib", "unistd.h", *headers))
    return f'{includes}int main() {{ long long n; if (scanf("%lld", &n) != 1) return 9; {body} }}'


PROGRAMS = {
    "right": (DOUBLE, Outcome.ACCEPTED),
    "right, with a flood of stderr": (
        main('for (int i = 0; i < 300000; i++) fputs("noise noise noise\\n", stderr); printf("%lld", 2 * n);'),
        Outcome.ACCEPTED,
    ),
    "right, with a deep stack": (
        "#include <cstdio>\n"
        "int deep(int n) { volatile char pad[64]; pad[0] = 1; return n ? deep(n - 1) + pad[0] : 0; }\n"
        'int main() { long long n; scanf("%lld", &n); printf("%lld", 2 * n + 0 * deep(500000)); }',
        Outcome.ACCEPTED,
    ),
    "right, for want of what it left behind": (
        main(
            'for (const char* p : {"/tmp/seen", "/app/seen", "/dev/shm/seen"}) {'
            ' if (fopen(p, "r")) return 1; fclose(fopen(p, "w")); }'
            " if (shmget(4711, 99, IPC_CREAT | IPC_EXCL | 0600) >= 0) return 2;"
            ' if (fork() == 0) { sleep(1); unlink("/app/program"); sleep(99); }'
            ' rename("/app/program", "/app/moved"); printf("%lld", 2 * n);',
            "sys/ipc.h",
            "sys/shm.h",
            "initializer_list",
        ),
        Outcome.ACCEPTED,
    ),
    "right, by the names of its streams": (
        "#include <cstdio>\n"
        'int main() { long long n; fscanf(fopen("/dev/stdin", "r"), "%lld", &n);'
        ' fprintf(fopen("/dev/stdout", "w"), "%lld", 2 * n); }',
        Outcome.ACCEPTED,
    ),
    "wrong everywhere": (main('printf("%lld", n);'), Outcome.WRONG_ANSWER),
    "wrong on the last test": (main('printf("%lld", n < 1000 ? 2 * n : n);'), Outcome.WRONG_ANSWER),
    "silent": (main(""), Outcome.WRONG_ANSWER),
    "bytes that are no text": (main('fwrite("\\xff\\x00\\xfe", 1, 3, stdout);'), Outcome.WRONG_ANSWER),
    "busy": (main("for (volatile long i = 0;; i++) {}"), Outcome.TIME_LIMIT),
    "asleep": (main("sleep(100);"), Outcome.TIME_LIMIT),
    "busy in a child": (
        main("if (fork() == 0) for (volatile long i = 0;; i++) {} sleep(100);"),
        Outcome.TIME_LIMIT,
    ),
    "exit code": (main('printf("%lld", 2 * n); return 3;'), Outcome.RUNTIME_ERROR),
    "segmentation fault": (main("volatile int* p = nullptr; *p = 1;"), Outcome.RUNTIME_ERROR),
    "abort": (main("abort();"), Outcome.RUNTIME_ERROR),
    "endless recursion": (
        "#include <cstdio>\n"
        "long deep(long n) { volatile char pad[500]; pad[0] = 1; return deep(n + 1) + pad[0]; }\n"
        'int main() { printf("%ld", deep(0)); }',
        Outcome.RUNTIME_ERROR,
    ),
    "right, with threads": (
        "#include <cstdio>\n#include <thread>\n#include <vector>\n"
        'int main() { long long n; scanf("%lld", &n); long long a[20] = {}; std::vector<std::thread> t;'
        " for (int i = 0; i < 20; i++) t.emplace_back([&, i] { a[i] = n; }); for (auto& x : t) x.join();"
        ' printf("%lld", a[3] + a[19]); }',
        Outcome.ACCEPTED,
    ),
    "memory": (
        main(
            "for (int i = 0; i < 400; i++) { volatile char* p = (volatile char*)malloc(1 << 20);"
            " for (int j = 0; j < 1 << 20; j += 512) p[j] = 1; }"
        ),
        Outcome.MEMORY_LIMIT,
    ),
    "memory refused": (
        main("char* p = new char[1ull << 62]; p[n] = 1; puts(p);", "new"),
        Outcome.MEMORY_LIMIT,
    ),
    "static memory, touched": (
        "#include <cstdio>\nstatic char a[1u << 30];\n"
        'int main() { for (unsigned i = 0; i < sizeof a; i += 512) a[i] = 1; printf("%d", a[7]); }',
        Outcome.MEMORY_LIMIT,
    ),
    "static memory with values, larger than a file may be": (
        "int a[1 << 29] = {1};\nint main() { return a[5]; }",
        Outcome.MEMORY_LIMIT,
    ),
    "static memory with values, too large a program": (
        "int a[1 << 26] = {1};\nint main() { return a[5]; }",
        Outcome.MEMORY_LIMIT,
    ),
    "static memory with values, and no program": (
        "int a[1 << 29] = {1};\nint main() { return x; }",
        Outcome.COMPILE_ERROR,
    ),
    "output": (main('for (int i = 0; i < 4000000; i++) puts("12345");'), Outcome.OUTPUT_LIMIT),
    "output, signal ignored": (
        main('signal(SIGXFSZ, SIG_IGN); for (int i = 0; i < 4000000; i++) puts("12345"); return 0;', "csignal"),
        Outcome.OUTPUT_LIMIT,
    ),
    "own output replaced by a pipe": (
        main(
            'char path[200]; long k = readlink("/proc/self/fd/1", path, 199); path[k] = 0;'
            " unlink(path); mkfifo(path, 0666);",
            "sys/stat.h",
        ),
        Outcome.WRONG_ANSWER,
    ),
    "no program": ("int main() { return x; }", Outcome.COMPILE_ERROR),
    "empty": ("", Outcome.COMPILE_ERROR),
    "endless include": ('#include "/dev/zero"\nint main() {}', Outcome.COMPILE_ERROR),
    "endless recursion of templates": (
        "template <int N> struct T { static const long v = T<N + 1>::v + T<N + 2>::v; };\n"
        "int main() { return T<0>::v; }",
        Outcome.COMPILE_ERROR,
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_outcome(name: str, key: CodeKey) -> None:
    program, expected = PROGRAMS[name]
    start = time.monotonic()
    verdict = judge_code(program, key)
    assert verdict.outcome is expected, verdict
    assert verdict.correct is (expected is Outcome.ACCEPTED)
    assert time.monotonic() - start < 60
    assert str(key.tests) not in verdict.detail
    assert SECRET not in verdict.detail


def test_the_first_failure_decides_and_ends_it(key: CodeKey) -> None:
    report = judge_key(PROGRAMS["wrong on the last test"][0], key)
    assert [test.outcome.value for test in report.tests] == ["accepted", "accepted", "wrong_answer"]
    assert [test.name for test in report.tests] == ["1", "2", "10"]
    assert report.detail == "test 3 of 3: wrong answer"
    early = judge_key(PROGRAMS["wrong everywhere"][0], key)
    assert (len(early.tests), early.detail) == (1, "test 1 of 3: wrong answer")
    everything = judge_key(PROGRAMS["wrong everywhere"][0], key, JudgeSettings(all_tests=True))
    assert [test.outcome.value for test in everything.tests] == ["wrong_answer"] * 3
    assert everything.outcome is Outcome.WRONG_ANSWER


def test_the_program_is_alone(key: CodeKey) -> None:
    """A program that searches its whole world for the answer finds no answer file, and no other input than
    its own.
    """
    search = (
        "find / -xdev -name '*.ans' -o -name '*.in' 2>/dev/null | grep -c tests; "
        "env | grep -ci r3gym; ls /app | tr '\\\\n' ' '"
    )
    spy = main(f'FILE* p = popen("{search}", "r"); char line[200]; while (fgets(line, 200, p)) printf("%s", line);')
    shown = key.tests
    assert shown is not None
    (shown / "1.ans").write_text("0 0 program\n")
    assert judge_key(spy, key, JudgeSettings(all_tests=True)).tests[0].outcome is Outcome.ACCEPTED


def test_time_factor_scales_the_limit(key: CodeKey) -> None:
    work = main(
        "timespec t; do { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); }"
        " while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < 600);"
        ' printf("%lld", 2 * n);',
        "ctime",
    )
    short = CodeKey(key.problem_id, key.tier, key.tests, ProblemLimits(0.3, 128))
    assert judge_code(work, short).outcome is Outcome.TIME_LIMIT
    assert judge_code(work, short, time_factor=5).outcome is Outcome.ACCEPTED
    with pytest.raises(ValueError, match="time_factor is 0"):
        judge_code(work, short, time_factor=0)


def test_without_tests_the_judge_says_so() -> None:
    verdict = judge_code(DOUBLE, CodeKey("1983B", Tier.EASY, None, ProblemLimits(1.0, 256)))
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert "no hidden tests were given for 1983B" in verdict.detail


def test_unreadable_tests_are_the_judges_fault(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere", tmp_path):
        verdict = judge_code(DOUBLE, CodeKey("p", Tier.EASY, place, ProblemLimits(1.0, 256)))
        assert verdict.outcome is Outcome.JUDGE_ERROR
        assert "Fix:" in verdict.detail
        assert str(tmp_path.parent) not in verdict.detail


def test_a_failing_sandbox_is_the_judges_fault(key: CodeKey, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name = "broken"

        def probe(self) -> str:
            return "broken"

        def open(self, _limits: object) -> object:
            raise SandboxUnavailable("namespaces are off, see /etc/sysctl.d/secret.conf")

    monkeypatch.setattr(code_judge, "backend_named", lambda _name: Broken())
    code_judge.tool_version.cache_clear()
    verdict = judge_code(DOUBLE, key)
    code_judge.tool_version.cache_clear()
    assert verdict.outcome is Outcome.JUDGE_ERROR
    assert verdict.detail == "the sandbox failed: namespaces are off, see secret.conf"


def test_an_unknown_sandbox_is_the_callers_mistake(key: CodeKey) -> None:
    with pytest.raises(ValueError, match="no sandbox backend 'nowhere'"):
        judge_code(DOUBLE, key, sandbox="nowhere")


class TestCache:
    def test_same_content_is_judged_once(self, key: CodeKey) -> None:
        first = judge_key(DOUBLE, key)
        start = time.process_time()
        second = judge_key(DOUBLE, key)
        assert time.process_time() - start < 0.1
        assert (first.cached, second.cached) == (False, True)
        assert (second.verdict, second.tests) == (first.verdict, first.tests)

    def test_anything_that_matters_misses(self, key: CodeKey) -> None:
        judge_key(DOUBLE, key)
        assert not judge_key(DOUBLE + "\n", key).cached
        assert not judge_key(DOUBLE, key, JudgeSettings(time_factor=2)).cached
        assert not judge_key(DOUBLE, key, JudgeSettings(use_cache=False)).cached
        assert key.tests is not None
        (key.tests / "10.ans").write_text("7\n")
        changed = judge_key(DOUBLE, key)
        assert (changed.cached, changed.outcome) == (False, Outcome.WRONG_ANSWER)

    def test_a_torn_file_is_judged_again(self, key: CodeKey, tmp_path: Path) -> None:
        judge_key(DOUBLE, key)
        (kept,) = (tmp_path / "cache").rglob("*.json")
        kept.write_bytes(kept.read_bytes()[:40])
        again = judge_key(DOUBLE, key)
        assert (again.cached, again.outcome) == (False, Outcome.ACCEPTED)
        assert judge_key(DOUBLE, key).cached

    def test_what_may_come_out_differently_is_not_kept(self, key: CodeKey, tmp_path: Path) -> None:
        judge_key(PROGRAMS["asleep"][0], key)
        judge_code(DOUBLE, CodeKey("p", Tier.EASY, tmp_path / "nowhere", key.limits))
        assert not list((tmp_path / "cache").rglob("*.json"))
