"""Programs judged outside of a contest: a file or a text against a package, by the local judge or by a service."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from r3gym.core.verdict import Verdict
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.languages import CPP, PYTHON, language_of
from r3gym.domains.code.judging.report import JudgeReport
from r3gym.domains.code.judging.settings import LightCPCode, LocalCode
from r3gym.domains.code.judging.verify import judge_package, package_limits
from r3gym.domains.code.packages import open_tests
from r3gym.errors import InputError


class ProgramRow(BaseModel):
    """A program, as text (C++17) or as a file, and its package; paths are relative to the current directory."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    package: Path
    program: str | None = None
    file: Path | None = None


def judge_file(package: Path, program: Path, settings: LocalCode | LightCPCode) -> JudgeReport | Verdict:
    """Judge a program in a file. The service needs only the package's name.

    Return the local judge's whole report or the service's verdict. Raise `InputError` when a path does not exist or
    the service does not take the program.
    """
    if isinstance(settings, LocalCode) and not package.exists():
        raise InputError(f"{package}: not found; give a problem package or a folder of tests")
    if not program.exists():
        raise InputError(f"{program}: not found; give a source file, or a folder of them")
    if isinstance(settings, LightCPCode):
        if program.is_dir():
            raise InputError(f"{program}: LightCPVerifier takes one file; give a source file")
        return _judge_remotely(program.read_text("utf-8", errors="replace"), program.name, package, settings)
    return judge_package(package, program, local_settings(settings))


def local_settings(chosen: LocalCode) -> JudgeSettings:
    """Return the local judge's settings outside of a contest."""
    return JudgeSettings(
        chosen.sandbox or "bubblewrap", chosen.all_tests, chosen.time_factor, judge_wall_s=chosen.judge_wall_s
    )


def judge_program_row(row: ProgramRow, settings: LocalCode | LightCPCode) -> Verdict:
    """Judge the program of a row against its package; raise `InputError` for an incomplete row or a missing path."""
    if (row.program is None) == (row.file is None):
        raise InputError("give program (text) or file (a path), one of them")
    if row.file is not None:
        found = judge_file(row.package, row.file, settings)
        return found.verdict if isinstance(found, JudgeReport) else found
    assert row.program is not None
    if isinstance(settings, LightCPCode):
        return _judge_remotely(row.program, "program.cpp", row.package, settings)
    if not row.package.exists():
        raise InputError(f"{row.package}: not found; give a problem package or a folder of tests")
    chosen, tests = local_settings(settings), open_tests(row.package)
    data = row.program.encode("utf-8", errors="surrogatepass")
    limits = package_limits(row.package, tests, chosen)
    return judge_sources({"solution.cpp": data}, CPP, tests, limits, chosen).verdict


def _judge_remotely(program: str, name: str, package: Path, chosen: LightCPCode) -> Verdict:
    from r3gym.domains.code.judging.lightcp_client import judge_remotely

    language = {CPP: "cpp", PYTHON: "py"}.get(language_of([name]) or CPP)
    if language is None or language_of([name]) is None:
        raise InputError(f"{name}: LightCPVerifier takes C++ and Python programs")
    return judge_remotely(program, package.resolve().name, chosen, language=language)
