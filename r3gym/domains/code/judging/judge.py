"""The code judge: compile once, run every hidden test in the sandbox, and report the outcome.

The program, the answers and the checker are kept apart: the program is built in one workspace, run in a second
one that holds only the program (each input arrives on stdin), and its output is judged on the host or in a third
workspace. Failures of the judge itself (no tests, a broken package, a failed sandbox) are reported as
``judge_error`` and never count against the program.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.code.judging import verdict_cache as cache
from r3gym.domains.code.judging.build import BUILD_LIMITS, BuildFailure, MissingTool, build
from r3gym.domains.code.judging.checkers import INTERACTIVE, CheckerFault, open_checker, open_program_checker
from r3gym.domains.code.judging.generated import GenerationError, make_generated
from r3gym.domains.code.judging.interactive import open_interactor
from r3gym.domains.code.judging.known_tests import known_tests
from r3gym.domains.code.judging.languages import CPP, CPP17, Language
from r3gym.domains.code.judging.multi_pass import CheckedPass, MultiPass
from r3gym.domains.code.judging.report import (
    JUDGE_VERSION,
    JudgeReport,
    TestResult,
    Undecided,
    judge_error,
    summarise,
)
from r3gym.domains.code.judging.runner import ProgramRun, Runner, open_runner
from r3gym.domains.code.judging.settings import JUDGE_WALL_S
from r3gym.domains.code.key import CodeKey
from r3gym.domains.code.packages import PackageError, PackageTests, TestCase, ValidatorKind, hash_tests
from r3gym.sandbox.interface import Backend
from r3gym.sandbox.results import SandboxError
from r3gym.utils.hashing import hash_bytes, hash_json
from r3gym.utils.private_folders import keep_private

#: The kinds of validators that can be judged.
SUPPORTED = (
    ValidatorKind.DEFAULT,
    ValidatorKind.CUSTOM,
    ValidatorKind.TESTLIB,
    ValidatorKind.MULTI_PASS,
    *INTERACTIVE,
)

#: Runs a program on one test, judges the result, and returns the run with its final outcome.
Trial = Callable[[Runner, TestCase, bytes], ProgramRun]


@dataclass(frozen=True)
class JudgeSettings:
    """Settings of the judge: the sandbox, whether to continue after a failed test, the time factor, and the cache.

    ``time_factor`` multiplies every time limit, because published limits are for a machine that may be faster than
    this one. ``judge_wall_s`` bounds the wall-clock time of all tests together. ``cache_dir`` None means the user's
    cache folder; with ``use_cache`` false the cache is neither read nor written.
    """

    sandbox: str = "bubblewrap"
    all_tests: bool = False
    time_factor: float = 1.0
    use_cache: bool = True
    cache_dir: Path | None = None
    judge_wall_s: float = JUDGE_WALL_S

    def __post_init__(self) -> None:
        if not self.judge_wall_s > 0:
            raise ValueError(
                f"judge_wall_s is {self.judge_wall_s}; it must be above 0 (seconds for all tests together)"
            )
        if not 0 < self.time_factor <= 100:
            raise ValueError(
                f"time_factor is {self.time_factor}; it must be above 0 and at most 100 (1 = as published)"
            )


def judge_code(
    program: str | bytes,
    key: CodeKey,
    *,
    sandbox: str = "bubblewrap",
    all_tests: bool = False,
    time_factor: float = 1.0,
    use_cache: bool = True,
) -> Verdict:
    """Return the verdict on a C++17 program.

    The verdict's detail names no file and quotes no test; only a test's number appears.
    """
    settings = JudgeSettings(sandbox, all_tests, time_factor, use_cache)
    return judge_key(program, key, settings).verdict


def judge_key(program: str | bytes, key: CodeKey, settings: JudgeSettings | None = None) -> JudgeReport:
    """Judge a C++17 program like `judge_code`, and return the whole report."""
    if key.tests is None:
        return judge_error(
            f"no hidden tests were given for {key.problem_id}; point the suite to a folder that holds them "
            "(an ICPC package, a LightCPVerifier problem, or .in/.ans pairs)"
        )
    data = program.encode("utf-8", errors="surrogatepass") if isinstance(program, str) else program
    try:
        known = known_tests(key.tests)
    except (PackageError, OSError) as error:
        return judge_error(f"the tests of {key.problem_id} cannot be read: {_package_error_text(error)}")
    limits = known.tests.stated.resolve(key.limits)
    return judge_sources({"solution.cpp": data}, CPP17, known.tests, limits, settings, known.hash)


def judge_sources(
    sources: Mapping[str, bytes],
    language: Language,
    tests: PackageTests,
    limits: ProblemLimits,
    settings: JudgeSettings | None = None,
    tests_hash: str | None = None,
) -> JudgeReport:
    """Judge a program given as files against opened tests under ``limits`` (before the settings' time factor).

    ``tests_hash`` is `hash_tests` of the tests, if the caller knows it already.
    """
    settings = settings or JudgeSettings()
    keep_private(tests.folder)
    sources = with_includes(sources, language, tests)
    if tests.validator not in SUPPORTED:
        return judge_error(f"{tests.validator.value} problems are not supported yet", total=len(tests.cases))
    limits = ProblemLimits(limits.time_s * settings.time_factor, limits.memory_mb)
    try:
        if not settings.use_cache:
            return _judge(sources, language, tests, limits, settings)
        folder = settings.cache_dir or cache.default_cache_dir()
        key = _cache_key(sources, language, tests, limits, settings, tests_hash or hash_tests(tests))
        report = cache.load(folder, key)
        if report is None:
            report = _judge(sources, language, tests, limits, settings)
            cache.store(folder, key, report)
    except MissingTool as error:
        return judge_error(_without_paths(str(error)), total=len(tests.cases), undecided=Undecided.NO_TOOL)
    except (CheckerFault, GenerationError) as error:
        return judge_error(_without_paths(str(error)), total=len(tests.cases))
    except SandboxError as error:
        return judge_error(f"the sandbox failed: {_without_paths(str(error))}", total=len(tests.cases))
    except OSError as error:
        return judge_error(f"the judge's machine failed: {_os_error_text(error)}", total=len(tests.cases))
    return report


def with_includes(sources: Mapping[str, bytes], language: Language, tests: PackageTests) -> Mapping[str, bytes]:
    """Return the files of a program with those that the package adds in its language; these replace its own."""
    added = {f.name: f.path.read_bytes() for f in tests.includes if f.language in ("default", language.folder)}
    return {**sources, **added} if added else sources


def _judge(
    sources: Mapping[str, bytes],
    language: Language,
    tests: PackageTests,
    limits: ProblemLimits,
    settings: JudgeSettings,
) -> JudgeReport:
    backend = backend_named(settings.sandbox)
    built = build(backend, language, sources)
    if isinstance(built, BuildFailure):
        outcome = Outcome.MEMORY_LIMIT if built.oversized else Outcome.COMPILE_ERROR
        return JudgeReport(outcome, built.reason, total=len(tests.cases), limits=limits)
    make_generated(backend, tests)
    with open_trial(backend, tests) as trial, open_runner(backend, built, limits, tests.stated.output_mb) as runner:
        return run_tests(
            runner,
            trial,
            tests,
            limits,
            all_tests=settings.all_tests,
            judge_wall_s=settings.judge_wall_s,
            time_factor=settings.time_factor,
        )


@contextmanager
def open_trial(backend: Backend, tests: PackageTests) -> Iterator[Trial]:
    """Open the trial of these tests; the workspace of their validator, if any, stays open until the block ends."""
    if tests.validator in INTERACTIVE:
        with open_interactor(backend, tests) as interactor:
            several = tests.validator is ValidatorKind.INTERACTIVE_MULTI_PASS
            yield MultiPass(interactor, tests.stated.passes) if several else interactor
        return
    if tests.validator is ValidatorKind.MULTI_PASS:
        if len(tests.programs) != 1:
            raise CheckerFault(f"a multi-pass problem has one validator, not {len(tests.programs)}")
        with open_program_checker(backend, tests, tests.programs[0]) as program:
            yield MultiPass(CheckedPass(program), tests.stated.passes)
        return
    with open_checker(backend, tests) as checker:

        def trial(runner: Runner, case: TestCase, data: bytes) -> ProgramRun:
            run = runner.run(data)
            wrong = checker(case, data, run.output) if run.outcome is Outcome.ACCEPTED else None
            return run if wrong is None else replace(run, outcome=Outcome.WRONG_ANSWER, note=wrong)

        yield trial


def run_tests(
    runner: Runner,
    trial: Trial,
    tests: PackageTests,
    limits: ProblemLimits,
    *,
    all_tests: bool,
    judge_wall_s: float = JUDGE_WALL_S,
    time_factor: float = 1.0,
) -> JudgeReport:
    """Run a built program on the tests in order and judge each, up to the first failure unless ``all_tests``.

    After ``judge_wall_s`` no test is started and the running one is stopped. ``time_factor`` is what ``limits`` were
    multiplied by; the verdict states it.
    """
    results: list[TestResult] = []
    repeatable, too_busy, start = True, False, time.monotonic()
    runner.stop_after(judge_wall_s)
    for number, case in enumerate(tests.cases, start=1):
        try:
            if time.monotonic() - start >= judge_wall_s:
                run = _out_of_time(results, judge_wall_s)
            else:
                run = trial(runner, case, case.input.read_bytes())
        except CheckerFault as fault:
            run = ProgramRun(Outcome.JUDGE_ERROR, b"", 0.0, 0.0, _without_paths(str(fault)), repeatable=False)
        repeatable = repeatable and run.repeatable
        if run.outcome is not Outcome.ACCEPTED and all(result.outcome is Outcome.ACCEPTED for result in results):
            too_busy = run.too_busy  # of the first failure, which decides
        results.append(TestResult(number, case.name, run.outcome, run.cpu_s, run.wall_s, run.note, run.second))
        over = time.monotonic() - start >= judge_wall_s
        if run.outcome is Outcome.JUDGE_ERROR or (run.outcome is not Outcome.ACCEPTED and (over or not all_tests)):
            break
    return summarise(
        tuple(results),
        len(tests.cases),
        limits,
        repeatable=repeatable,
        too_busy=too_busy,
        time_factor=time_factor,
    )


def _out_of_time(results: list[TestResult], judge_wall_s: float) -> ProgramRun:
    """Return the outcome of a test that is not started any more: a time limit if the program took half of the time."""
    note = f"all tests together took more than {judge_wall_s:g} s"
    if sum(result.wall_s for result in results) >= judge_wall_s / 2:
        return ProgramRun(Outcome.TIME_LIMIT, b"", 0.0, 0.0, note, repeatable=False)
    return ProgramRun(Outcome.JUDGE_ERROR, b"", 0.0, 0.0, f"the judge was too slow: {note}", repeatable=False)


def backend_named(name: str) -> Backend:
    """Return the sandbox backend of this name. The sandbox is imported only when something is judged."""
    from r3gym.sandbox import backend

    return backend(name)


@lru_cache(maxsize=64)
def tool_version(sandbox: str, language: Language) -> str:
    """Return the version of the compiler or interpreter in the sandbox; raise `MissingTool` if there is none."""
    with backend_named(sandbox).open(BUILD_LIMITS) as workspace:
        result = workspace.execute(language.version, 60)
    if result.exit_code != 0:
        raise MissingTool(f"the sandbox has no {language.tool} for {language.name}")
    return " ".join(result.stdout.decode("utf-8", "replace").split())


def _cache_key(
    sources: Mapping[str, bytes],
    language: Language,
    tests: PackageTests,
    limits: ProblemLimits,
    settings: JudgeSettings,
    tests_hash: str,
) -> str:
    checkers = () if tests.validator is ValidatorKind.DEFAULT else (CPP,)
    return hash_json(
        {
            "judge": JUDGE_VERSION,
            "program": {name: hash_bytes(data) for name, data in sources.items()},
            "language": [language.name, language.build, language.others, language.run],
            "tools": [tool_version(settings.sandbox, tool) for tool in (language, *checkers)],
            "sandbox": settings.sandbox,
            "tests": tests_hash,
            "limits": [limits.time_s, limits.memory_mb],
            "all_tests": settings.all_tests,
        }
    )


def _package_error_text(error: PackageError | OSError) -> str:
    """Describe the error of a package, with the name of its file but not its folder."""
    if isinstance(error, PackageError):
        return _without_paths(f"{Path(error.where).name}: {error.rule}. Fix: {error.fix}")
    return _os_error_text(error)


def _os_error_text(error: OSError) -> str:
    place = f" ({Path(str(error.filename)).name})" if error.filename else ""
    return f"{error.strerror or type(error).__name__}{place}"


def _without_paths(text: str) -> str:
    """Cut absolute paths down to their last part, because verdicts must not reveal the host's folders."""
    return re.sub(r"(?<![\w.])/(?:[^\s/:,;'\"()]+/)+", "", text)
