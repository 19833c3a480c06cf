"""A charge: how one command is counted, with a readable reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

#: The version of the counting rules; it is part of every record.
POLICY_VERSION = "compute_tools-v2"


class ChargeKind(StrEnum):
    """What happens to a command under the paper's ``compute_tools`` policy."""

    COUNTED = "counted"
    FREE = "free"
    BLOCKED = "blocked"
    PROTOCOL_ERROR = "protocol_error"


@dataclass(frozen=True)
class Charge:
    """Kind, category and reason; ``span`` is the byte range of the command's part that decided it.

    ``word`` is the word of the command that decided (``g++``, ``$(``, ``for``), "" when no single word did.
    """

    kind: ChargeKind
    category: str
    reason: str
    span: tuple[int, int] = (0, 0)
    word: str = ""
