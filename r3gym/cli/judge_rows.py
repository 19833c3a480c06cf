"""The rows of ``r3gym judge --batch``: stored answers with their reference, package, or place in a suite."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from r3gym.core.domain import Domain
from r3gym.core.domain_name import DomainName
from r3gym.core.keys import AnswerKey, ARKey, MathKey
from r3gym.core.known_domains import domains, get_domain
from r3gym.core.standing import judge_standing
from r3gym.core.tier import Tier
from r3gym.core.verdict import Verdict
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.languages import CPP, PYTHON, language_of
from r3gym.domains.code.judging.report import JudgeReport
from r3gym.domains.code.judging.verify import judge_package, package_limits
from r3gym.domains.code.packages import open_tests
from r3gym.errors import InputError
from r3gym.judging.artifacts import judge_answer
from r3gym.judging.judges import Judges, LightCPCode, LocalCode, load_judges
from r3gym.suites import load_keys, load_suite
from r3gym.suites.reference import NoSuchDomain
from r3gym.suites.rows import describe


class _Row(BaseModel):
    """Further fields are the user's own business."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class MathRow(_Row):
    """A mathematical answer and its reference."""

    domain: Literal["math"]
    answer: str
    reference: str = Field(min_length=1)


class ARRow(_Row):
    """An answer to a reasoning-gym item, with what its scorer needs."""

    domain: Literal["ar"]
    answer: str
    reference: str
    generator: str = Field(min_length=1)
    metadata: dict[str, Any] = Field(default_factory=dict)

    def scorer_metadata(self) -> Mapping[str, Any]:
        """What the generator noted down; the paper's public rows keep it one level deeper."""
        inner = self.metadata.get("generator_metadata")
        return inner if isinstance(inner, dict) else self.metadata


class CodeRow(_Row):
    """A program, as text (C++17) or as a file, and its package; paths are relative to the current directory."""

    domain: Literal["code"]
    package: Path
    program: str | None = None
    file: Path | None = None


class SuiteRow(_Row):
    """An answer to a problem of a suite; ``domain`` is needed only where an id is used twice."""

    suite: str
    problem: str
    answer: str
    domain: DomainName | None = None


def _kind(value: Any) -> Any:
    return "suite" if isinstance(value, dict) and "suite" in value else (value or {}).get("domain")


_ROWS: TypeAdapter[MathRow | ARRow | CodeRow | SuiteRow] = TypeAdapter(
    Annotated[
        Annotated[MathRow, Tag("math")]
        | Annotated[ARRow, Tag("ar")]
        | Annotated[CodeRow, Tag("code")]
        | Annotated[SuiteRow, Tag("suite")],
        Discriminator(
            _kind,
            custom_error_type="row",
            custom_error_message="give a domain (math, ar or code), or a suite and a problem",
        ),
    ]
)


def judge_row(value: dict[str, Any], judges: Judges) -> dict[str, Any]:
    """The answer to one row; `InputError` when the row is wrong."""
    try:
        row = _ROWS.validate_python(value)
    except ValidationError as error:
        raise InputError(describe(error)) from None
    if isinstance(row, CodeRow):
        return verdict_json(_judge_program(row, judges))
    if isinstance(row, MathRow):
        key: AnswerKey = MathKey("row", Tier.UNRATED, row.reference)
    elif isinstance(row, ARRow):
        key = ARKey("row", Tier.UNRATED, row.reference, row.generator, row.scorer_metadata())
    else:
        key = _suite_key(row)
    return verdict_json(judge_answer(row.answer, key, judges=judges))


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as every verb prints it."""
    return {
        "verdict": verdict.outcome.value,
        "correct": verdict.correct,
        "judge": verdict.judge,
        "standing": judge_standing(verdict.judge).value,
        "detail": verdict.detail,
    }


def judge_file(package: Path, program: Path, judges: Judges) -> JudgeReport | Verdict:
    """A program in a file: our own judge's whole report, or a service's verdict (which needs only a package's name)."""
    if isinstance(judges.code, LocalCode) and not package.exists():
        raise InputError(f"{package}: not found; give a problem package or a folder of tests")
    if not program.exists():
        raise InputError(f"{program}: not found; give a source file, or a folder of them")
    if isinstance(judges.code, LightCPCode):
        if program.is_dir():
            raise InputError(f"{program}: LightCPVerifier takes one file; give a source file")
        return _judge_remotely(program.read_text("utf-8", errors="replace"), program.name, package, judges.code)
    return judge_package(package, program, local_settings(judges.code))


def local_settings(chosen: LocalCode) -> JudgeSettings:
    """The local judge's settings outside of a contest."""
    return JudgeSettings(chosen.sandbox or "bubblewrap", chosen.all_tests, chosen.time_factor)


def with_options(judges: Judges, **given: Any) -> Judges:
    """The judges with options of the command line in place of the file's."""
    chosen = {name: value for name, value in given.items() if value is not None}
    if not chosen:
        return judges
    if not isinstance(judges.code, LocalCode):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in chosen)
        raise InputError(f"{names}: for the local code judge only; LightCPVerifier has its own limits")
    return load_judges({**judges.to_json(), "code": {**judges.code.model_dump(), **chosen}})


def _judge_program(row: CodeRow, judges: Judges) -> Verdict:
    if (row.program is None) == (row.file is None):
        raise InputError("give program (text) or file (a path), one of them")
    if row.file is not None:
        found = judge_file(row.package, row.file, judges)
        return found.verdict if isinstance(found, JudgeReport) else found
    assert row.program is not None
    if isinstance(judges.code, LightCPCode):
        return _judge_remotely(row.program, "program.cpp", row.package, judges.code)
    if not row.package.exists():
        raise InputError(f"{row.package}: not found; give a problem package or a folder of tests")
    settings, tests = local_settings(judges.code), open_tests(row.package)
    data = row.program.encode("utf-8", errors="surrogatepass")
    limits = package_limits(row.package, tests, settings)
    return judge_sources({"solution.cpp": data}, CPP, tests, limits, settings).verdict


def _judge_remotely(program: str, name: str, package: Path, chosen: LightCPCode) -> Verdict:
    from r3gym.domains.code.judging.lightcp_client import judge_remotely

    language = {CPP: "cpp", PYTHON: "py"}.get(language_of([name]) or CPP)
    if language is None or language_of([name]) is None:
        raise InputError(f"{name}: LightCPVerifier takes C++ and Python programs")
    return judge_remotely(program, package.resolve().name, chosen, language=language)


def _suite_key(row: SuiteRow) -> AnswerKey:
    among = [get_domain(row.domain)] if row.domain else domains()
    holding = [domain for domain in among if row.problem in _problem_ids(row.suite, domain)]
    if not holding:
        raise InputError(f"problem {row.problem!r}: suite {row.suite!r} has no such problem")
    if len(holding) > 1:
        raise InputError(f"problem {row.problem!r} is in {', '.join(map(str, holding))}; say which domain")
    # Programs are checked by their tests one by one, which takes a while; the other keys are one file.
    wanted = frozenset({row.problem}) if holding[0].name == "code" else _problem_ids(row.suite, holding[0])
    return _keys(row.suite, holding[0], wanted)[row.problem]


@lru_cache(maxsize=64)
def _problem_ids(suite: str, domain: Domain) -> frozenset[str]:
    try:
        return frozenset(p.id for c in load_suite(suite, domain).contests for p in c.problems)
    except NoSuchDomain:
        return frozenset()


@lru_cache(maxsize=512)
def _keys(suite: str, domain: Domain, wanted: frozenset[str]) -> dict[str, AnswerKey]:
    return load_keys(suite, domain, wanted)
