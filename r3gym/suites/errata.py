"""Errata of a suite: keys that are known to be wrong or undecidable, and what is done about each.

``r3bench:DIR?errata=FILE`` names a JSON or TOML file, relative to the suite's folder or to the current one::

    {"format": "r3gym-errata-1", "errata": [
        {"domain": "math", "problem": "p7", "what": "correct", "answer": "12", "why": "...", "source": "..."},
        {"domain": "math", "problem": "p9", "what": "exclude", "why": "...", "source": "..."}]}

``correct`` gives the judge another reference. ``exclude`` leaves out the whole contest of the problem: one with a
problem fewer would be another task under another pressure. Both change the suite's hash, so that results with and
without errata are never taken for the same suite.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from r3gym.core.contest import Suite
from r3gym.core.keys import AnswerKey
from r3gym.domains.rows import NonEmpty, describe
from r3gym.errors import SuiteError
from r3gym.suites.reference import SuiteReference
from r3gym.utils.hashing import hash_json

FORMAT = "r3gym-errata-1"


class Erratum(BaseModel):
    """One known fault of a key: the problem, what is done, why, and who says so."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    domain: NonEmpty
    problem: NonEmpty
    what: Literal["exclude", "correct"]
    answer: NonEmpty | None = None
    why: NonEmpty
    source: NonEmpty

    @model_validator(mode="after")
    def _has_an_answer_where_it_corrects(self) -> Erratum:
        if (self.what == "correct") != (self.answer is not None):
            raise ValueError("'correct' needs the new answer, and 'exclude' has none")
        return self


class ErrataFile(BaseModel):
    """The file: its format, and at most one erratum for each problem."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: Literal["r3gym-errata-1"]
    errata: tuple[Erratum, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_each_problem_once(self) -> ErrataFile:
        named = [(one.domain, one.problem) for one in self.errata]
        if twice := sorted({name for name in named if named.count(name) > 1}):
            raise ValueError(f"{twice[0][1]!r} is listed twice")
        return self


def errata_path(parsed: SuiteReference) -> Path | None:
    """Return the errata file that a reference names, beside the suite or in the current folder; None without one."""
    if "errata" not in parsed.options:
        return None
    given = parsed.options["errata"]
    beside = Path(parsed.location) / given
    path = beside if parsed.kind != "embedded" and beside.is_file() else Path(given)
    if not path.is_file():
        raise SuiteError(f"suite option errata={given!r}: there is no such file, beside the suite or here")
    return path.absolute()


def read_errata(parsed: SuiteReference, domain: str) -> tuple[Erratum, ...]:
    """Return the errata of a reference for one domain; raise `SuiteError` for a file that cannot be read."""
    path = errata_path(parsed)
    if path is None:
        return ()
    try:
        text = path.read_text("utf-8")
        value: Any = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        found = ErrataFile.model_validate(value)
    except ValidationError as error:
        raise SuiteError(f"{path}: {describe(error)}") from None
    except (OSError, ValueError) as error:  # decoding errors of all three kinds are value errors
        raise SuiteError(f"{path}: cannot be read as errata ({error})") from None
    return tuple(one for one in found.errata if one.domain == domain)


def apply_to_suite(suite: Suite, errata: Collection[Erratum]) -> Suite:
    """Return the suite without the contests of excluded problems, with another hash, naming its errata."""
    if not errata:
        return suite
    known = {problem.id for contest in suite.contests for problem in contest.problems}
    if unknown := sorted(one.problem for one in errata if one.problem not in known):
        raise SuiteError(f"errata: suite {suite.name!r} has no problem {', '.join(unknown)}")
    excluded = {one.problem for one in errata if one.what == "exclude"}
    kept = tuple(c for c in suite.contests if not excluded & {problem.id for problem in c.problems})
    if not kept:
        raise SuiteError(f"errata: they leave out every contest of suite {suite.name!r}")
    corrected = len(errata) - len(excluded)
    left_out = len(suite.contests) - len(kept)
    note = f"errata: {corrected} keys corrected, {left_out} contests left out for {len(excluded)} undecidable keys"
    listed = [one.model_dump() for one in sorted(errata, key=lambda one: one.problem)]
    return replace(
        suite,
        contests=kept,
        provenance=f"{suite.provenance}; {note}",
        content_hash=hash_json([suite.content_hash, listed]),
    )


def apply_to_keys(keys: Mapping[str, AnswerKey], errata: Collection[Erratum]) -> dict[str, AnswerKey]:
    """Return the keys with corrected references; raise `SuiteError` for a key that has no single reference."""
    found = dict(keys)
    for one in errata:
        key = found.get(one.problem)
        if one.what != "correct" or key is None:
            continue
        if "reference" not in {field.name for field in fields(key)}:
            raise SuiteError(f"errata: {one.problem}: the key is no single answer; only 'exclude' is possible")
        changed: dict[str, Any] = {"reference": one.answer}
        found[one.problem] = replace(key, **changed)
    return found
