"""A suite reference: the string by which environments, records and campaigns name a suite.

=====================  ==================================================================================
``embedded``           the problems that ship with r3gym
``r3bench:DIR``        the paper's public data (``math.jsonl``, ``coding.jsonl``, ``abstract_reasoning.jsonl``)
``packages:DIR``       a folder of ICPC / Kattis problem packages
``pool:PATH``          a pool without contests, for runs of single problems (`r3gym.suites.pool_suite`)
``DIR``                a suite folder made by ``r3gym suite build`` or ``r3gym suite import``
=====================  ==================================================================================

Options follow a question mark: ``r3bench:DIR?order=file&tests=DIR2&seed=1``. Every kind takes ``errata=FILE``
(`r3gym.suites.errata`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from r3gym.errors import SuiteError

#: The name of the problems that ship with r3gym.
EMBEDDED_VERSION = "embedded-v1"

#: The kinds of suites that are named before a colon, followed by a path.
PREFIXES = ("r3bench", "packages", "pool")


@dataclass(frozen=True)
class SuiteReference:
    """A parsed reference: the kind of source, its location and its options."""

    kind: str
    location: str
    options: Mapping[str, str] = field(default_factory=dict)

    def check_options(self, known: Collection[str]) -> None:
        """Check the options; raise `SuiteError` for any that this kind of suite does not have."""
        unknown = sorted(set(self.options) - set(known))
        if unknown:
            allowed = ", ".join(sorted(known)) or "none"
            raise SuiteError(f"suite option {', '.join(unknown)}: {self.kind!r} suites take {allowed}")

    def integer(self, name: str, default: int) -> int:
        """Return an integer option; raise `SuiteError` if it is not a whole number."""
        text = self.options.get(name, str(default))
        try:
            return int(text)
        except ValueError:
            raise SuiteError(f"suite option {name}={text!r} must be a whole number") from None


def parse_reference(text: str) -> SuiteReference:
    """Parse a reference; raise `SuiteError` if it names no suite.

    >>> parse_reference("packages:.?seed=1")
    SuiteReference(kind='packages', location='.', options={'seed': '1'})
    """
    head, _, query = str(text).partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    if head in ("embedded", EMBEDDED_VERSION):
        return SuiteReference("embedded", EMBEDDED_VERSION, options)
    kind, colon, location = head.partition(":")
    if colon and kind in PREFIXES and kind != "pool":
        if not Path(location).is_dir():
            raise SuiteError(f"suite={text!r}: there is no folder {location!r}; give the folder that holds the data")
        return SuiteReference(kind, location, options)
    if colon and kind == "pool":
        if not Path(location).exists():
            raise SuiteError(
                f"suite={text!r}: {location!r} not found; give a JSONL file or a folder of problem packages"
            )
        return SuiteReference(kind, location, options)
    if (Path(head) / "suite.json").is_file():
        return SuiteReference("folder", head, options)
    raise SuiteError(
        f"suite={text!r}: give 'embedded', 'r3bench:DIR', 'packages:DIR', 'pool:PATH', or a folder made by "
        "`r3gym suite build` (it holds suite.json)"
    )


def absolute_reference(text: str) -> str:
    """Return the reference with absolute folders, so that it stays valid after a change of directory."""
    parsed = parse_reference(text)
    if parsed.kind == "embedded" and "errata" not in parsed.options:
        return text
    prefix = f"{parsed.kind}:" if parsed.kind in PREFIXES else ""
    where = parsed.location if parsed.kind == "embedded" else str(Path(parsed.location).absolute())
    options = dict(parsed.options)
    if "tests" in options:
        options["tests"] = str(Path(options["tests"]).absolute())
    if "errata" in options and not (Path(parsed.location) / options["errata"]).is_file():
        options["errata"] = str(Path(options["errata"]).absolute())
    query = f"?{urlencode(options, safe='/')}" if options else ""
    return f"{prefix}{where}{query}"
