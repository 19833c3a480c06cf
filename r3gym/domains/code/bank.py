"""The bank of code problems: ICPC packages with hidden tests, and a choice of judges."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from r3gym.core.bank import Bank, BankCheck, JudgingFault
from r3gym.core.problem import Problem, ProblemLimits
from r3gym.core.tier import Tier
from r3gym.core.verdict import Verdict
from r3gym.domains.code import package_folders, pool
from r3gym.domains.code.judging.judge import JudgeSettings, judge_key
from r3gym.domains.code.judging.settings import CodeJudge, LightCPCode, LocalCode
from r3gym.domains.code.key import CodeKey
from r3gym.domains.code.packages import hash_tests, open_tests, read_problem
from r3gym.domains.code.packages.hashing import hash_case
from r3gym.domains.code.public_data import CodeDataRow
from r3gym.domains.rows import KeyRow, read_rows
from r3gym.errors import InputError
from r3gym.utils.hashing import hash_json


class CodeBank(Bank[CodeKey]):
    """Packages with hidden tests, judged by running programs on them."""

    domain = "code"
    public_file = "coding.jsonl"
    public_row = CodeDataRow
    judge_settings = CodeJudge
    default_judge = "local"
    # How patient the judge is does not identify a run: with another bound, a campaign resumes where it was.
    private_settings = frozenset({"url", "judge_wall_s"})
    slow_keys = True

    def read_problems(self, folder: Path) -> dict[str, Problem]:
        """Return the problems of a suite folder's packages, by id."""
        packages = sorted(p for p in (folder / "packages").iterdir() if p.is_dir())
        return {p.name: read_problem(p) for p in packages}

    def read_keys(self, folder: Path, wanted: Collection[str]) -> dict[str, CodeKey]:
        """Return the keys of the wanted problems: the folders of their packages, with their tiers."""
        rows = read_rows(folder / "keys.jsonl", KeyRow)
        return {r.id: package_key(folder / "packages" / r.id, r.tier) for r in rows if r.id in wanted}

    def hash_key(self, key: CodeKey) -> str:
        """Return the hash of the tier and the contents of the tests."""
        tests = None if key.tests is None else hash_tests(open_tests(key.tests))
        return hash_json([key.problem_id, key.tier.value, tests])

    def stage_rows(self, source: Path, folder: Path) -> dict[str, Tier]:
        """Write a package for each row of ``source`` and return the tiers by id."""
        return pool.stage_rows(source, folder)

    def stage_packages(self, source: Path, folder: Path) -> dict[str, Tier]:
        """Copy the packages of ``source`` and return the tiers by id."""
        return package_folders.stage_packages(source, folder)

    def read_packages(self, folder: Path) -> dict[str, Problem]:
        """Return the public parts of all packages. Errors of all packages are reported together."""
        return package_folders.read_packages(folder)

    def read_package_keys(self, folder: Path, wanted: Collection[str]) -> Mapping[str, CodeKey]:
        """Return the keys of the wanted packages. Package folders state no tiers, so every tier is unrated."""
        packages = package_folders.find_packages(folder)
        return {p: package_key(packages[p], Tier.UNRATED) for p in wanted if p in packages}

    def judge(self, answer: str, key: CodeKey, settings: LocalCode | LightCPCode, sandbox: str) -> Verdict:
        """Judge a program by its hidden tests in a local sandbox, or by a LightCPVerifier service."""
        if isinstance(settings, LightCPCode):
            from r3gym.domains.code.judging.lightcp_client import judge_remotely

            return judge_remotely(answer, key.problem_id, settings)
        chosen = JudgeSettings(
            settings.sandbox or sandbox, settings.all_tests, settings.time_factor, judge_wall_s=settings.judge_wall_s
        )
        return judge_key(answer, key, chosen).verdict

    def check_judge(self, settings: LocalCode | LightCPCode) -> None:
        """Check that the named sandbox backend exists; raise `InputError` otherwise."""
        if isinstance(settings, LocalCode) and settings.sandbox is not None:
            from r3gym.sandbox import backend_names

            if settings.sandbox not in backend_names():
                names = ", ".join(backend_names())
                raise InputError(f"judges: code.sandbox: no sandbox backend {settings.sandbox!r}; there are: {names}")

    def check_judging(
        self, keys: Mapping[str, CodeKey], settings: LocalCode | LightCPCode, sandbox: str
    ) -> Iterator[JudgingFault]:
        """Check the sandbox, the compiler and the tests of every problem; of a service, that it answers."""
        from r3gym.domains.code.judging.readiness import local_faults, service_faults

        if isinstance(settings, LightCPCode):
            yield from service_faults(settings)
        else:
            yield from local_faults(keys, settings.sandbox or sandbox)

    def waits_for_network(self, settings: LocalCode | LightCPCode) -> bool:
        """Return True for a LightCPVerifier service."""
        return isinstance(settings, LightCPCode)

    def judge_row(self, value: Mapping[str, Any], settings: LocalCode | LightCPCode) -> Verdict:
        """Judge a row's ``program`` or ``file`` against its ``package``."""
        from r3gym.domains.code.judging.programs import ProgramRow, judge_program_row

        return judge_program_row(ProgramRow.model_validate(value), settings)

    def check_keys(self, folder: Path, keys: Mapping[str, CodeKey]) -> Iterator[BankCheck]:  # noqa: ARG002
        """Check that no hidden test repeats another test or a sample, whose answer is in the statement."""
        for name, key in keys.items():
            first: dict[str, str] = {}
            repeated = []
            for case in open_tests(key.tests).cases if key.tests else ():
                digest, _ = hash_case(case)
                if digest in first:
                    repeated.append(f"{case.name} repeats {first[digest]}")
                first.setdefault(digest, case.name)
            yield BankCheck(self.domain, name, "no repeated test", not repeated, "; ".join(repeated))


def package_key(package: Path, tier: Tier) -> CodeKey:
    """Return the key of a code problem that is an ICPC package."""
    limits = read_problem(package).limits
    assert limits is not None, "a package always has limits"
    return CodeKey(package.name, tier, package, ProblemLimits(limits.time_s, limits.memory_mb))
