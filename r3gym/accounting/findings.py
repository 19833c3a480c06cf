"""What the walk over a command's tree finds: pieces that count, pieces that are blocked, and bookkeeping words."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Finding:
    """A piece that is not free: the deciding word, the reason, and where it is.

    ``rule`` is set for what is blocked in every case: ``judge`` or ``network``.
    """

    word: str
    reason: str
    start: int
    end: int
    rule: str = ""


@dataclass(slots=True)
class Findings:
    """All findings of a command in source order, and the places of bookkeeping words."""

    found: list[Finding] = field(default_factory=list)
    helpers: list[tuple[str, int]] = field(default_factory=list)

    @property
    def blocked(self) -> Finding | None:
        """The first request to a judge or the network."""
        return next((f for f in self.found if f.rule), None)

    @property
    def counted(self) -> Finding | None:
        """The first piece that computes."""
        return min((f for f in self.found if not f.rule), key=lambda f: f.start, default=None)
