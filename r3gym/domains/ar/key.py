"""The key of an abstract-reasoning problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from r3gym.core.keys import AnswerKey

#: The "generator" of a problem that has none: its answer must equal the reference exactly.
EXACT_MATCH = "exact"


@dataclass(frozen=True)
class ARKey(AnswerKey):
    """The reference answer of an abstract-reasoning item and the metadata that its reasoning-gym scorer needs."""

    reference: str
    generator: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
