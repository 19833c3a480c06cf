"""A request that a service refuses for good, as a value that a cassette keeps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refusal:
    """A request that the service rejects permanently; another request may succeed.

    ``attempts`` counts the requests that were sent, ``unsettled`` those that may have been billed.
    """

    reason: str
    status: int
    attempts: int = 1
    unsettled: int = 0
