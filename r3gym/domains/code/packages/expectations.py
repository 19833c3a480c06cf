"""``submissions/submissions.yaml`` of the newer format: the verdicts expected of submissions, by name pattern.

::

    accepted/*.py: {authors: Ann}
    mixed/slow.cpp:
            permitted: [AC, TLE]      # no test may have another verdict
            required: [TLE]           # some test must have this verdict

The judge stops at the first failed test, so only the overall verdict is compared: it must be permitted, and it must not
be acceptance where something else is required. Scores and single test groups are ignored.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator

from r3gym.domains.code.packages.config import LenientModel, check
from r3gym.domains.code.packages.model import ExpectedVerdict, PackageError
from r3gym.domains.code.packages.yaml_files import load_yaml

_VERDICTS = {
    "AC": ExpectedVerdict.ACCEPTED,
    "WA": ExpectedVerdict.WRONG_ANSWER,
    "TLE": ExpectedVerdict.TIME_LIMIT,
    "RTE": ExpectedVerdict.RUNTIME_ERROR,
}


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


Verdicts = Annotated[list[str] | None, BeforeValidator(_several)]


class _Entry(LenientModel):
    permitted: Verdicts = None
    required: Verdicts = None


def stated_expectations(root: Path) -> dict[str, tuple[ExpectedVerdict, ...]]:
    """Return the acceptable verdicts for each pattern of ``submissions.yaml`` that states any, acceptance last."""
    path = root / "submissions.yaml"
    if not path.is_file():
        return {}
    stated: dict[str, tuple[ExpectedVerdict, ...]] = {}
    for pattern, value in load_yaml(path).items():
        entry = check(_Entry, value if isinstance(value, dict) else {}, path)
        permitted = _read(path, pattern, entry.permitted)
        required = _read(path, pattern, entry.required)
        if permitted is None and required is None:
            continue
        allowed = dict.fromkeys(_VERDICTS.values() if permitted is None else permitted)
        if required is not None and ExpectedVerdict.ACCEPTED not in required:
            allowed.pop(ExpectedVerdict.ACCEPTED, None)
        if not allowed:
            raise PackageError(path, f"{pattern!r} permits nothing", "name at least one of AC, WA, TLE, RTE")
        stated[str(pattern)] = tuple(sorted(allowed, key=lambda expected: expected is ExpectedVerdict.ACCEPTED))
    return stated


def expected_of(name: str, stated: dict[str, tuple[ExpectedVerdict, ...]]) -> tuple[ExpectedVerdict, ...]:
    """Return the verdicts expected of the submission ``folder/name``: those of the last matching pattern, or none."""
    fitting = [
        wanted for pattern, wanted in stated.items() if fnmatchcase(name, pattern) or pattern == name.split("/")[0]
    ]
    return fitting[-1] if fitting else ()


def _read(path: Path, pattern: object, words: list[str] | None) -> list[ExpectedVerdict] | None:
    if words is None:
        return None
    unknown = [word for word in words if word not in _VERDICTS]
    if unknown:
        raise PackageError(path, f"{pattern!r}: the verdict {unknown[0]!r} is unknown", "use AC, WA, TLE or RTE")
    return [_VERDICTS[word] for word in words]
