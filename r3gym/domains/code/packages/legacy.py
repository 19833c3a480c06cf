"""Conversion of the configuration of any format to a legacy problem.yaml."""

from __future__ import annotations

from typing import Any

from r3gym.domains.code.packages.config import ProblemConfig
from r3gym.domains.code.packages.model import PackageTests, ValidatorKind

#: Keys that mean the same in all versions of the format.
_SHARED = ("uuid", "license", "rights_owner", "source_url")
_LIMITS = (
    "memory", "output", "code", "compilation_time", "compilation_memory", "validation_time", "validation_memory",
    "validation_output", "validation_passes",
)  # fmt: skip
_VALIDATION = {
    ValidatorKind.DEFAULT: "default",
    ValidatorKind.CUSTOM: "custom",
    ValidatorKind.INTERACTIVE: "custom interactive",
    ValidatorKind.MULTI_PASS: "custom multi-pass",
    ValidatorKind.INTERACTIVE_MULTI_PASS: "custom interactive multi-pass",
}


def legacy_config(raw: dict[str, Any], config: ProblemConfig, title: str, tests: PackageTests) -> dict[str, Any]:
    """Return the keys of a legacy problem.yaml; those of a legacy package are kept, except flags and time limits.

    Flags are written beside the tests that they apply to, and time limits into ``.timelimit``, where the format's own
    tools look for them.
    """
    if raw and config.legacy:
        kept = {key: value for key, value in raw.items() if key not in ("validator_flags", "problem_format_version")}
        limits = {key: value for key, value in (kept.pop("limits", None) or {}).items() if key != "time_limit"}
        return {"problem_format_version": "legacy", "name": title, **kept, **({"limits": limits} if limits else {})}
    out: dict[str, Any] = {"problem_format_version": "legacy", "name": title}
    out |= {key: raw[key] for key in _SHARED if key in raw}
    if source := _names(raw.get("source")):
        out["source"] = source
    people = raw.get("credits")
    if author := _names(people.get("authors") if isinstance(people, dict) else people):
        out["author"] = author
    out["validation"] = _VALIDATION.get(tests.validator, tests.validator.value)
    stated = raw.get("limits") or {}
    limits = {key: stated[key] for key in _LIMITS if key in stated}
    if tests.stated.memory_mb is not None:
        limits["memory"] = tests.stated.memory_mb
    if config.limits.time_multipliers.ac_to_time_limit is not None:
        limits["time_multiplier"] = config.limits.time_multipliers.ac_to_time_limit
    return {**out, "limits": limits} if limits else out


def _names(value: object) -> str:
    """Return the names of people or sources, given as a string, a mapping with a name, or a list of those."""
    if isinstance(value, list):
        return ", ".join(filter(None, map(_names, value)))
    if isinstance(value, dict):
        return str(value.get("name") or "")
    return "" if value is None else str(value)
