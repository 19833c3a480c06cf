"""Redirections of a free command as what a sandbox opens."""

from __future__ import annotations

from collections.abc import Callable

from r3gym.shell.stages import RedirectionKind, StageRedirection
from r3gym.shell.tree import Heredoc, Redirection, Word

_OPENS = {
    "<": (0, RedirectionKind.READ),
    ">": (1, RedirectionKind.WRITE),
    ">|": (1, RedirectionKind.WRITE),
    ">>": (1, RedirectionKind.APPEND),
}
_BOTH = {"&>": RedirectionKind.WRITE, "&>>": RedirectionKind.APPEND, ">&": RedirectionKind.WRITE}
#: The sandbox of free commands has no /proc, into which these links of /dev lead.
_DESCRIPTORS = {"/dev/stdin": "0", "/dev/stdout": "1", "/dev/stderr": "2"}


def stage_redirections(given: tuple[Redirection, ...], text: Callable[[Word], str]) -> tuple[StageRedirection, ...]:
    """Return redirections in order; ``text`` expands a word."""
    found: list[StageRedirection] = []
    for redirection in given:
        target = redirection.target
        if isinstance(target, Heredoc):
            line_end = "\n" if redirection.operator == "<<<" else ""
            data = text(target.word) + line_end
            found.append(StageRedirection(redirection.fd or 0, RedirectionKind.DATA, data))
            continue
        found += _opened(redirection, text(target))
    return tuple(found)


def _opened(redirection: Redirection, target: str) -> list[StageRedirection]:
    operator, fd = redirection.operator, redirection.fd
    if operator in (">&", "<&") and target.isdecimal():
        return [StageRedirection((operator == ">&") if fd is None else fd, RedirectionKind.COPY, target)]
    if operator in _BOTH:
        return [
            StageRedirection(1, _BOTH[operator], target),
            StageRedirection(2, RedirectionKind.COPY, "1"),
        ]
    default, kind = _OPENS[operator]
    fd = default if fd is None else fd
    if target in _DESCRIPTORS:
        return [StageRedirection(fd, RedirectionKind.COPY, _DESCRIPTORS[target])]
    return [StageRedirection(fd, kind, target)]
