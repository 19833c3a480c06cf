"""Fields that a provider wants in a request beyond the common ones."""

from __future__ import annotations

import json
from typing import Any

#: What the product says itself; a profile that said it too would change the protocol behind its back.
OWN_FIELDS = frozenset(
    {"model", "messages", "tools", "tool_choice", "response_format", "stream", "stream_options", "n", "seed"}
    | {"max_tokens", "max_completion_tokens", "temperature", "top_p", "reasoning_effort"}
)


def provider_fields(value: dict[str, Any]) -> dict[str, Any]:
    """The fields, checked: JSON values, and none that the product sets itself."""
    taken = sorted(OWN_FIELDS & set(value))
    if taken:
        raise ValueError(f"{', '.join(taken)}: set by r3gym itself; give only what your provider adds")
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        raise ValueError("must hold JSON values only") from None
    return value
