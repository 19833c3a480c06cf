"""The rows of ``r3gym judge --batch``: stored answers with their reference, package, or place in a suite."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from r3gym.core.bank import Bank
from r3gym.core.domain import Domain
from r3gym.core.domain_name import DomainName
from r3gym.core.keys import AnswerKey
from r3gym.core.known_domains import domain_names, domains, get_domain
from r3gym.core.provenance import judge_provenance
from r3gym.core.verdict import Verdict
from r3gym.domains.code.bank import CodeBank
from r3gym.domains.code.judging.settings import LocalCode
from r3gym.domains.rows import describe
from r3gym.errors import InputError, MissingDomainError
from r3gym.judging.judges import Judges, load_judges
from r3gym.suites import load_keys, load_suite


class SuiteAnswerRow(BaseModel):
    """An answer to a problem of a suite; ``domain`` is needed only where an id is used twice."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    suite: str
    problem: str
    answer: str
    domain: DomainName | None = None


def judge_row(value: dict[str, Any], judges: Judges) -> dict[str, Any]:
    """Return the answer to one row; raise `InputError` when the row is invalid."""
    try:
        return verdict_json(_judge_row(value, judges))
    except ValidationError as error:
        raise InputError(describe(error)) from None


def _judge_row(value: dict[str, Any], judges: Judges) -> Verdict:
    if "suite" in value:
        row = SuiteAnswerRow.model_validate(value)
        domain, key = _suite_key(row)
        return _bank(domain).judge(row.answer, key, judges.of(domain.name), "bubblewrap")
    name = value.get("domain")
    if name not in domain_names():
        raise InputError("row: give a domain (math, ar or code), or a suite and a problem")
    return _bank(get_domain(name)).judge_row(value, judges.of(name))


def _bank(domain: Domain) -> Bank[Any]:
    bank: Bank[Any] = domain.bank
    return bank


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain JSON, in the form that every verb prints."""
    return {
        "verdict": verdict.outcome.value,
        "correct": verdict.correct,
        "judge": verdict.judge,
        "standing": judge_provenance(verdict.judge).value,
        "detail": verdict.detail,
        **({"unsure": True} if verdict.undecided and not verdict.correct else {}),
        **({} if verdict.score is None else {"score": verdict.score}),
        **({} if verdict.second is None else {"second": {**vars(verdict.second)}}),
    }


def with_options(judges: Judges, **given: Any) -> Judges:
    """Return the judges with the command line's options for the local code judge instead of the file's."""
    chosen = {name: value for name, value in given.items() if value is not None}
    if not chosen:
        return judges
    settings = judges.of(CodeBank.domain)
    if not isinstance(settings, LocalCode):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in chosen)
        raise InputError(f"{names}: for the local code judge only; LightCPVerifier has its own limits")
    return load_judges({**judges.to_json(), CodeBank.domain: {**settings.model_dump(), **chosen}})


def _suite_key(row: SuiteAnswerRow) -> tuple[Domain, AnswerKey]:
    among = [get_domain(row.domain)] if row.domain else domains()
    holding = [domain for domain in among if row.problem in _problem_ids(row.suite, domain)]
    if not holding:
        raise InputError(f"problem {row.problem!r}: suite {row.suite!r} has no such problem")
    if len(holding) > 1:
        raise InputError(f"problem {row.problem!r} is in {', '.join(map(str, holding))}; say which domain")
    # Keys of programs are checked test by test, which is slow; other keys are in one file.
    wanted = frozenset({row.problem}) if _bank(holding[0]).slow_keys else _problem_ids(row.suite, holding[0])
    return holding[0], _keys(row.suite, holding[0], wanted)[row.problem]


@lru_cache(maxsize=64)
def _problem_ids(suite: str, domain: Domain) -> frozenset[str]:
    try:
        return frozenset(p.id for c in load_suite(suite, domain).contests for p in c.problems)
    except MissingDomainError:
        return frozenset()


@lru_cache(maxsize=512)
def _keys(suite: str, domain: Domain, wanted: frozenset[str]) -> Mapping[str, AnswerKey]:
    return load_keys(suite, domain, wanted)
