"""Reading the YAML files of a package, with bounds: a few lines of YAML can stand for more than any memory holds.

An alias repeats a whole node, so nine lines of nine aliases each are 9**9 nodes to whoever walks over the value. The
bounds are checked on the stream of the parser's events, in which an alias is one event, before anything is built.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from r3gym.domains.code.packages.model import PackageError

#: The safe loader, in C if PyYAML was built with it, which is ten times faster.
_SAFE_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: The bounds: bytes of a file, levels of nesting, and values after every alias is replaced by what it stands for.
MAX_BYTES = 1 << 20
MAX_DEPTH = 50
MAX_NODES = 100_000


class _TooMuch(Exception):
    """Error: a file is within YAML's rules, but beyond the bounds."""


def load_yaml(path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file; an empty file gives an empty mapping.

    Raise `PackageError` for a file that cannot be read, is no YAML, exceeds a bound, or holds anything but a mapping.
    """
    try:
        text = _read(path).decode("utf-8-sig")
        _check_bounds(yaml.parse(text, Loader=_SAFE_LOADER))
        value = yaml.load(text, Loader=_SAFE_LOADER)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise PackageError(
            path, f"not readable as YAML ({reason})", "correct the syntax; the file must be UTF-8"
        ) from None
    except _TooMuch as error:
        raise PackageError(path, str(error), "write the values out, and only those that the format knows") from None
    except OSError as error:
        raise PackageError(path, f"cannot be read ({error.strerror})", "check that it is a readable file") from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise PackageError(
            path,
            f"holds a {type(value).__name__}, not keys and values",
            "write lines of the form 'key: value'",
        )
    return value


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _TooMuch(f"holds more than {MAX_BYTES >> 20} MiB of YAML")
    return data


def _check_bounds(events: Iterable[yaml.Event]) -> None:
    """Raise `_TooMuch` when a document is nested too deeply or has too many values, aliases replaced."""
    sizes: dict[str, int] = {}  # of the anchored nodes that are complete
    open_nodes: list[tuple[str | None, int]] = []  # the anchor of each open collection, and the total before it
    total = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in sizes:
                raise _TooMuch(f"the alias *{event.anchor} stands inside the value that it repeats, or for none")
            total += sizes[event.anchor]
        elif isinstance(event, yaml.ScalarEvent):
            total += 1
            if event.anchor:
                sizes[event.anchor] = 1
        elif isinstance(event, yaml.CollectionStartEvent):
            open_nodes.append((event.anchor, total))
            total += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_nodes.pop()
            if anchor:
                sizes[anchor] = total - before
        if len(open_nodes) > MAX_DEPTH:
            raise _TooMuch(f"nested more than {MAX_DEPTH} levels deep")
        if total > MAX_NODES:
            raise _TooMuch(f"stands for more than {MAX_NODES:,} values, aliases (*name) replaced")
