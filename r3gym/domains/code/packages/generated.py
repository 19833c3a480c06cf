"""Tests that a package's generator makes instead of storing them: large inputs, and their answers.

``generators/generated.json`` names each such test with the hashes of its input and of its answer::

    {"secret/16-large": {"input": "5f2c...", "answer": "91ab..."}}

The content is in the cache folder under its hash once the judge has made it (`r3gym.domains.code.judging.generated`).
Until then, the hashes are sufficient to identify the tests.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from r3gym.domains.code.packages.model import Digests, PackageError, TestCase
from r3gym.utils.cache_dir import cache_dir

_HASH = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"secret/[A-Za-z0-9][A-Za-z0-9._-]*")


def generated_cases(folder: Path, flags: tuple[str, ...] = ()) -> tuple[TestCase, ...]:
    """Return the generated tests of a package, with the given validator flags; empty if it lists none."""
    path = folder / "generators" / "generated.json"
    if not path.is_file():
        return ()
    try:
        listed = json.loads(path.read_text("utf-8"))
        return tuple(_case(name, Digests(row["input"], row["answer"]), flags) for name, row in listed.items())
    except (ValueError, TypeError, KeyError, AttributeError):
        raise PackageError(
            path,
            "not a list of generated tests",
            'write {"secret/NAME": {"input": SHA-256, "answer": SHA-256}}',
        ) from None


def _case(name: str, digests: Digests, flags: tuple[str, ...]) -> TestCase:
    if not _NAME.fullmatch(name) or not all(map(_HASH.fullmatch, (digests.input, digests.answer))):
        raise ValueError(name)
    return TestCase(name, stored(digests.input), stored(digests.answer), flags=flags, digests=digests)


def stored(digest: str) -> Path:
    """Return the path of the content with this hash; the file exists once the content was made."""
    return cache_dir("tests") / digest[:2] / digest[2:]
