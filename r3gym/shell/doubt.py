"""The exception of a command that this package's reader of shell text does not read with certainty."""

from __future__ import annotations


class SyntaxDoubt(Exception):
    """A construct (``what``, at ``start`` to ``end``) that is unknown here or broken; only bash can tell which."""

    def __init__(self, what: str, start: int, end: int) -> None:
        super().__init__(what)
        self.what, self.start, self.end = what, start, end
