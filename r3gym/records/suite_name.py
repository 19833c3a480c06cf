"""A suite's reference without the machine's folders, as it is kept in a record."""

from __future__ import annotations

from pathlib import PurePath


def portable_reference(reference: str) -> str:
    """Return the kind of a suite and the last part of its folder; folders in options are shortened likewise.

    >>> portable_reference("embedded"), portable_reference("r3bench:/home/me/data/r3bench?order=file&tests=/x/y")
    ('embedded', 'r3bench:r3bench?order=file&tests=y')
    >>> portable_reference("../suites/mine/")
    'folder:mine'
    """
    head, mark, options = reference.partition("?")
    kind, colon, location = head.partition(":")
    if "/" in kind or (not colon and not head.startswith("embedded")):
        kind, colon, location = ("folder", ":", head)
    short = f"{kind}{colon}{PurePath(location).name}"
    pairs = "&".join(_last_part(pair) for pair in options.split("&"))
    return f"{short}{mark}{pairs}"


def _last_part(option: str) -> str:
    name, sign, value = option.partition("=")
    return f"{name}{sign}{PurePath(value).name}" if "/" in value else option
