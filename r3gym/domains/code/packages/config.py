"""The configuration files of a package, validated when read: problem.yaml, testdata.yaml, and files with limits.

Real packages are looser than the format: unknown keys are ignored, a missing name is allowed, and numbers may be
strings. The values that are used must be valid: a negative limit or a list in place of a string is an error.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from r3gym.domains.code.packages.constants import named_constants
from r3gym.domains.code.packages.model import PackageError, StatedLimits
from r3gym.domains.code.packages.yaml_files import load_yaml

LEGACY = "legacy"
DRAFT = "2023-07-draft"

#: The most passes that a package may state; the format gives no bound, but every pass takes up to the time limit.
MOST_PASSES = 1000


class LenientModel(BaseModel):
    """A model that ignores unknown keys, because packages carry many for other tools."""

    model_config = ConfigDict(extra="ignore")


def _split_flags(value: object) -> object:
    """Split flags that are one string into a list; pass a list on, and turn None into an empty list."""
    if value is None:
        return []
    return shlex.split(value) if isinstance(value, str) else value


def _text(value: object) -> object:
    return str(value) if isinstance(value, (int, float)) else value


def _named(value: object) -> object:
    """Return the constants by the names that texts use; pass anything else on, to be refused."""
    if value is None:
        return {}
    plain = (str, int, float)
    if isinstance(value, dict) and all(
        isinstance(constant, plain)
        or (isinstance(constant, dict) and all(isinstance(text, plain) for text in constant.values()))
        for constant in value.values()
    ):
        return named_constants(value)
    return value


FlagList = Annotated[list[Annotated[str, BeforeValidator(_text)]], BeforeValidator(_split_flags)]


class TimeMultipliers(LenientModel):
    """The draft's factors; the judge uses only the first."""

    ac_to_time_limit: float | None = Field(default=None, gt=0)


class LimitsConfig(LenientModel):
    """``limits`` of problem.yaml in both versions: seconds and MiB."""

    time_limit: float | None = Field(default=None, gt=0)
    time_multiplier: float | None = Field(default=None, gt=0)
    time_multipliers: TimeMultipliers = TimeMultipliers()
    memory: int | None = Field(default=None, gt=0)
    output: int | None = Field(default=None, gt=0)
    validation_time: float | None = Field(default=None, gt=0)
    validation_memory: int | None = Field(default=None, gt=0)
    validation_passes: int | None = Field(default=None, ge=2, le=MOST_PASSES)


class ProblemConfig(LenientModel):
    """problem.yaml of either version."""

    problem_format_version: str = LEGACY
    name: str | dict[str, str] | None = None
    type: Annotated[list[str], BeforeValidator(_split_flags)] = ["pass-fail"]
    validation: Annotated[list[str], BeforeValidator(_split_flags)] = []
    validator_flags: FlagList = []
    limits: Annotated[LimitsConfig, BeforeValidator(lambda value: {} if value is None else value)] = LimitsConfig()
    constants: Annotated[dict[str, str], BeforeValidator(_named)] = {}

    @property
    def legacy(self) -> bool:
        """Whether the package uses the legacy version of the format."""
        return self.problem_format_version == LEGACY

    def title(self, language: str = "en") -> str | None:
        """Return the name in the wanted language, else in the alphabetically first one, or None."""
        if isinstance(self.name, dict):
            return self.name.get(language) or next((self.name[key] for key in sorted(self.name)), None)
        return self.name


class GroupConfig(LenientModel):
    """testdata.yaml (or test_group.yaml, or a test's own .yaml), of which only the validator's flags are used."""

    output_validator_flags: FlagList | None = None
    output_validator_args: FlagList | None = None

    @property
    def flags(self) -> tuple[str, ...] | None:
        """The flags stated here, or None when the file states none, so that the parent's apply."""
        stated = self.output_validator_args if self.output_validator_args is not None else self.output_validator_flags
        return None if stated is None else tuple(stated)


Model = TypeVar("Model", bound=BaseModel)


def check(model: type[Model], value: dict[str, Any], path: Path) -> Model:
    """Validate ``value`` as ``model``; raise `PackageError` for the first invalid key."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"]) or "the file"
        shown = repr(first["input"])
        shown = shown if len(shown) <= 80 else shown[:77] + "..."
        raise PackageError(path, f"{key} is {shown}: {first['msg']}", f"correct or remove {key}") from None


def load_problem_config(folder: Path) -> ProblemConfig:
    """Read problem.yaml of a package and check its version; raise `PackageError` if it is missing or invalid."""
    path = folder / "problem.yaml"
    if not path.is_file():
        raise PackageError(
            folder, "no problem.yaml here", "give the folder of one problem package (it holds problem.yaml)"
        )
    config = check(ProblemConfig, load_yaml(path), path)
    known = config.problem_format_version
    if known == LEGACY or known == "legacy-icpc":
        return config.model_copy(update={"problem_format_version": LEGACY})
    if re.fullmatch(r"20\d\d-\d\d(-draft)?", known):
        return config
    raise PackageError(path, f"problem_format_version {known!r} is unknown", f"use {LEGACY!r} or {DRAFT!r}")


def load_group_config(path: Path) -> GroupConfig:
    """Read one testdata.yaml, test_group.yaml or per-test .yaml."""
    return check(GroupConfig, load_yaml(path), path)


def stated_limits(folder: Path, config: ProblemConfig) -> StatedLimits:
    """Return the limits of a package.

    The time limit is the first one stated in problem.yaml, ``.timelimit`` (Kattis) and domjudge-problem.ini.
    """
    limits = config.limits
    time_s = limits.time_limit
    if time_s is None:
        time_s = _number_in(folder / ".timelimit", r"\s*([0-9.]+)\s*")
    if time_s is None:
        time_s = _number_in(
            folder / "domjudge-problem.ini",
            r"""(?ms).*?^\s*timelimit\s*=\s*['"]?([0-9.]+)['"]?\s*(?:;.*|#.*)?$.*""",
        )
    defaults = StatedLimits()
    return StatedLimits(
        time_s=time_s,
        memory_mb=limits.memory,
        output_mb=limits.output or defaults.output_mb,
        validation_time_s=limits.validation_time or defaults.validation_time_s,
        validation_memory_mb=limits.validation_memory or defaults.validation_memory_mb,
        passes=limits.validation_passes or defaults.passes,
        time_multiplier=(
            limits.time_multiplier or limits.time_multipliers.ac_to_time_limit or (5.0 if config.legacy else 2.0)
        ),
    )


def _number_in(path: Path, pattern: str) -> float | None:
    """Return the number that ``pattern`` finds in a file; None if the file, or the line of an ini file, is missing."""
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8", errors="replace")
    match = re.fullmatch(pattern, text)
    if match is None:
        if path.name != ".timelimit":
            return None  # an ini file need not state a time limit
        raise PackageError(path, f"{text[:40]!r} is no number", "write the time limit in seconds, as in '2' or '1.5'")
    try:
        number = float(match.group(1))
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise PackageError(
            path, f"the time limit {match.group(1)!r} is not above zero", "write seconds, as in '2' or '1.5'"
        )
    return number
