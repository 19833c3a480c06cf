"""The keys of a suite that can be read, and why the others cannot: one broken package does not hide the rest."""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey
from r3gym.errors import InputError, ModelFailure
from r3gym.sandbox.results import SandboxError
from r3gym.suites import load_keys


@dataclass(frozen=True)
class ReadableKeys:
    """Keys by problem, and for each problem without one the reason; no reason names a folder or quotes a key."""

    keys: dict[str, AnswerKey] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)


def readable_keys(suite: str, domain: Domain, wanted: Collection[str]) -> ReadableKeys:
    """Load the keys of these problems; when they cannot be loaded together, one by one. Never raise."""
    if not wanted:
        return ReadableKeys()
    try:
        found = dict(load_keys(suite, domain, wanted))
    except Exception as error:
        if len(wanted) == 1:
            return ReadableKeys(faults=dict.fromkeys(wanted, f"the key cannot be read: {error_text(error)}"))
        each = [readable_keys(suite, domain, [one]) for one in sorted(wanted)]
        return ReadableKeys(
            {name: key for one in each for name, key in one.keys.items()},
            {name: fault for one in each for name, fault in one.faults.items()},
        )
    return ReadableKeys(found, dict.fromkeys(sorted(set(wanted) - set(found)), "the suite has no key for it"))


def error_text(error: Exception) -> str:
    """Describe an error without the host's folders, and without a message that might quote a key."""
    if isinstance(error, InputError | SandboxError | ModelFailure):
        return re.sub(r"(?<![\w.])/(?:[^\s/:,;'\"()]+/)+", "", " ".join(str(error).split()))
    if isinstance(error, OSError):
        place = f" ({Path(str(error.filename)).name})" if error.filename else ""
        return f"{error.strerror or type(error).__name__}{place}"
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {where.name} ({Path(where.filename).name}, line {where.lineno})"
