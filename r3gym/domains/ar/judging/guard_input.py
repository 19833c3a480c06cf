"""What a guard looks at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class GuardInput:
    """A stripped answer to an item, with the item's reference answer and metadata."""

    answer: str
    reference: str
    metadata: Mapping[str, Any]


Guard = Callable[[GuardInput], bool]
