"""The output of a free command: head and tail of everything that its pipelines printed, up to a limit."""

from __future__ import annotations


class OutputBuffer:
    """Collects pieces of output; beyond ``limit`` bytes the middle is dropped and counted."""

    def __init__(self, limit: int) -> None:
        self._half, self._head, self._tail, self._lost = max(1, limit // 2), b"", b"", 0

    def add(self, data: bytes, lost: int = 0) -> None:
        """Append a piece of which ``lost`` bytes in the middle are missing already."""
        room = self._half - len(self._head)
        if self._lost or self._tail:
            room = 0
        self._head += data[:room]
        self._tail += data[room:]
        self._lost += lost + max(0, len(self._tail) - self._half)
        self._tail = self._tail[-self._half :]

    @property
    def cut(self) -> bool:
        """Whether something was dropped."""
        return self._lost > 0

    @property
    def text(self) -> str:
        """The output, with the cut marked."""
        if not self._lost:
            return (self._head + self._tail).decode("utf-8", "replace")
        head, tail = self._head.decode("utf-8", "replace"), self._tail.decode("utf-8", "replace")
        return f"{head}\n[... {self._lost} bytes of output cut here ...]\n{tail}"
