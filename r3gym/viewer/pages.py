"""The files of the front end, as they lie in the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

#: The kinds of files that a page loads, by the end of their names.
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


@cache
def page_files() -> dict[str, bytes]:
    """Return the files by name."""
    folder = files("r3gym.viewer") / "static"
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.name.rpartition(".")[2] in TYPES}


def content_type(name: str) -> str:
    """Return the media type of a file by its name.

    >>> content_type("main.js")
    'text/javascript; charset=utf-8'
    """
    return f"{TYPES[name.rpartition('.')[2]]}; charset=utf-8"
