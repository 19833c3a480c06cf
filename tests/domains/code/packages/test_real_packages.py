"""Published contest problems, as their authors wrote them, load without a word of help."""

from __future__ import annotations

import re
from pathlib import Path

import gymnasium as gym
import pytest
from contest_actions import do, run
from shared_data import shared_data

import r3gym  # noqa: F401  (registers the environments)
from r3gym.core.actions import Verb
from r3gym.core.problem import ProblemLimits
from r3gym.domains.code.judging.default_validator import difference, parse_flags
from r3gym.domains.code.judging.judge import JudgeSettings
from r3gym.domains.code.judging.verify import judge_package
from r3gym.domains.code.packages import ValidatorKind, hash_tests, read_problem, read_tests
from r3gym.suites import load_suite

#: Number of tests per package, counted in the folders.
COUNTS = {
    "a1paper": 13, "adolescentarchitecture2": 74, "alternativearchitecture": 32, "breedingbugs": 77,
    "brentering": 25, "circularpainting": 19, "cowcrane": 29, "enjoyableentree": 56,
    "germanconferenceforpubliccounting": 62, "hotdogdeals": 61, "indexcase": 50, "kaldoriaknights": 50,
    "kokids": 46, "lookingforwaldo": 37, "montyshall": 16, "radar": 17,
}  # fmt: skip


def test_all_load() -> None:
    folders = sorted(path.parent for path in shared_data("packages").glob("*/problem.yaml"))
    found = {folder.name: len(read_tests(folder).cases) for folder in folders}
    assert found == COUNTS
    for folder in folders:
        problem, tests = read_problem(folder), read_tests(folder)
        assert problem.title
        assert "\\" not in problem.title
        assert "## Input" in problem.statement
        assert "## Output" in problem.statement
        prose = re.sub(r"\$\$?[^$]+\$\$?", "", problem.statement)
        assert not re.search(r"\\[a-zA-Z]+|[{}]|``|''|~", prose), re.search(r".*\\[a-zA-Z]+.*", prose)
        assert len(problem.samples) >= 1
        assert tests.validator is ValidatorKind.DEFAULT
        assert hash_tests(tests) == hash_tests(read_tests(folder))


def test_every_answer_is_right_under_its_own_flags() -> None:
    for folder in sorted(path.parent for path in shared_data("packages").glob("*/problem.yaml")):
        for case in read_tests(folder).cases:
            answer = case.answer.read_bytes()
            assert difference(answer, answer, parse_flags(case.flags)) is None
            assert difference(answer + b" x", answer, parse_flags(case.flags)) is not None


def test_titles_and_stray_files() -> None:
    packages = shared_data("packages")
    titles = [read_problem(packages / name).title for name in ("a1paper", "kokids", "hotdogdeals", "montyshall")]
    assert titles == ["A1 Paper", "K.O. Kids", "Hot Dog Deals", "Monty's Hall"]
    assert read_tests(packages / "cowcrane").ignored == ("edge_case1", "edge_case2")


def test_every_picture_is_named_and_every_sample_and_limit_is_there() -> None:
    for folder in sorted(path.parent for path in shared_data("packages").glob("*/problem.yaml")):
        source = (folder / "problem_statement" / "problem.en.tex").read_text("utf-8")
        pictures = re.findall(r"\\includegraphics\s*(?:\[[^\]]*\])?\s*\{([^}]+)\}", source)
        pictures += re.findall(r"\\illustration\{[^}]*\}\{([^}]+)\}", source)
        problem = read_problem(folder)
        assert sorted(re.findall(r"\(Image: ([^)]+)\)", problem.statement)) == sorted(pictures), folder.name
        inputs = sorted((folder / "data" / "sample").rglob("*.in"))
        assert sorted(s.input for s in problem.samples) == sorted(p.read_text().replace("\r\n", "\n") for p in inputs)
        assert problem.limits == ProblemLimits(4.0, 2048), "none of them states a limit, so the defaults hold"
        assert len(problem.statement) > 500


#: Programs of our own for the simple ones among the problems.
PROGRAMS = {
    "brentering": r"""
        #include <iostream>
        int main() {
            std::string s;
            std::cin >> s;
            std::cout << s.substr(0, s.find_last_of("aeiou") + 1) << "ntry";
        }""",
    "hotdogdeals": r"""
        #include <algorithm>
        #include <iostream>
        int main() {
            int n, m, best = 1 << 30;
            std::cin >> n >> m;
            for (int a = 0; a <= 500; ++a)
                for (int b = 0; b <= 500; ++b)
                    best = std::min(best, 499 * a + 549 * b + 299 * std::max(0, n - a - 2 * b) +
                                              249 * std::max(0, m - a - b));
            std::cout << best;
        }""",
    "montyshall": r"""
        #include <algorithm>
        #include <cstdio>
        int main() {
            double d, s, e;
            if (scanf("%lf %lf %lf", &d, &s, &e) != 3) return 1;
            double others = d - s - e, switched = std::min(s, others);
            printf("%.12f", switched * (d - s) / d / others + (s - switched) / d);
        }""",
    "kokids": r"""
        #include <iostream>
        int main() {
            int n, k, known = 0, dry = 0;
            std::string s;
            std::cin >> n >> k >> s;
            for (int kid = 0; kid < k; ++kid) {
                bool fell = false;
                for (; known < n && !fell; ++known) {
                    char guess = known == 0 || s[known - 1] == 'R' ? 'L' : 'R';
                    fell = guess != s[known];
                }
                dry += !fell;
            }
            std::cout << dry;
        }""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_right_program_is_accepted_on_every_test_and_a_wrong_one_is_not(name: str, tmp_path: Path) -> None:
    package = shared_data("packages") / name
    for text, verdict in ((PROGRAMS[name], "accepted"), ("int main() {}", "wrong_answer")):
        (tmp_path / "a.cpp").write_text(text)
        report = judge_package(package, tmp_path / "a.cpp", JudgeSettings(use_cache=False))
        assert report.outcome.value == verdict, report.detail
        assert report.total == COUNTS[name]


def test_an_episode_on_the_real_packages_ends_with_accepted_programs() -> None:
    suite = f"packages:{shared_data('packages')}"
    contest = load_suite(suite, "code").contests[0]
    solved = {at: PROGRAMS[p.id] for at, p in enumerate(contest.problems, 1) if p.id in PROGRAMS}
    env = gym.make("R3Contest-Code-v0", suite=suite, contest=0, budget=4)
    try:
        _, info = env.reset(seed=0)
        assert all(f"===== Problem {label}" in info["instruction"] for label in "ABCDEF")
        first = min(solved)
        label = "ABCDEF"[first - 1]
        env.step(do(Verb.FOCUS, first))
        env.step(run(f"cat > /app/solution_{label}.cpp <<'END'\n{solved[first]}\nEND"))
        build = f"cd /app && g++ -O2 -o t solution_{label}.cpp && ./t < problem_{label}/sample_1.in && echo && echo RAN"
        obs, *_ = env.step(run(build))
        assert "RAN" in obs["text"]
        for at, program in solved.items():
            if at != first:
                env.step(do(Verb.SUBMIT, at, program))
        *_, terminated, _, info = env.step(do(Verb.FINISH))
    finally:
        env.close()
    assert terminated
    assert {at: info["result"]["problems"][at - 1]["verdict"] for at in solved} == dict.fromkeys(solved, "accepted")
    assert info["result"]["score"] == len(solved) >= 1
    assert info["result"]["judge_errors"] == []
