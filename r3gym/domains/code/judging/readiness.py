"""Whether programs can be judged at all: the sandbox, the compiler, and the hidden tests of every problem."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from r3gym.core.bank import JudgingFault
from r3gym.domains.code.judging.build import MissingTool
from r3gym.domains.code.judging.judge import tool_version
from r3gym.domains.code.judging.judgeable import why_not_judgeable
from r3gym.domains.code.judging.languages import CPP17, Language, language_of
from r3gym.domains.code.judging.lightcp_client import why_unreachable
from r3gym.domains.code.judging.settings import LightCPCode
from r3gym.domains.code.key import CodeKey
from r3gym.domains.code.packages import PackageError, PackageTests, open_tests
from r3gym.sandbox.results import SandboxError

_WHERE = "point the suite to a folder that holds them (?tests=DIR): a package, or .in/.ans pairs"


def local_faults(keys: Mapping[str, CodeKey], sandbox: str) -> Iterator[JudgingFault]:
    """Yield what would make the local judge fail; nothing is run but the compilers' version commands."""
    tools: dict[str, Language] = {CPP17.name: CPP17}
    for name, key in keys.items():
        opened = _open(name, key)
        if isinstance(opened, JudgingFault):
            yield opened
            continue
        reason = why_not_judgeable(opened)
        if reason is not None:
            yield JudgingFault(name, f"its tests cannot be judged: {reason}", "mend the package")
            continue
        for program in opened.programs:
            language = language_of([path.name for path in program.files])
            assert language is not None, "judgeable tests have validators in a known language"
            tools[language.name] = language
    for tool in tools.values():
        try:
            tool_version(sandbox, tool)
        except MissingTool as error:
            yield JudgingFault("", str(error), f"install {tool.tool} for the sandbox {sandbox!r}")
        except (SandboxError, OSError) as error:
            yield JudgingFault("", f"the sandbox {sandbox!r} does not open: {error}", "`r3gym sandbox check` says more")
            return


def service_faults(settings: LightCPCode) -> Iterator[JudgingFault]:
    """Yield why a LightCPVerifier service cannot be used."""
    reason = why_unreachable(settings)
    if reason is not None:
        yield JudgingFault("", f"LightCPVerifier: {reason}", "start it, or correct [code] url in judges")


def _open(name: str, key: CodeKey) -> PackageTests | JudgingFault:
    if key.tests is None or not key.tests.is_dir():
        return JudgingFault(name, "it has no hidden tests", _WHERE)
    try:
        tests = open_tests(key.tests)
        for case in tests.cases:
            if case.digests is None and not all(os.access(file, os.R_OK) for file in (case.input, case.answer)):
                return JudgingFault(name, f"test {case.name} lacks a file", "complete the pair of input and answer")
    except PackageError as error:
        return JudgingFault(name, f"its tests cannot be read: {error.rule}", error.fix)
    except OSError as error:
        return JudgingFault(name, f"its tests cannot be read: {error.strerror}", "mend the folder of its tests")
    return tests if tests.cases else JudgingFault(name, "it has no hidden tests", _WHERE)
