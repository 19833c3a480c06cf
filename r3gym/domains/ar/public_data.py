"""Rows of the paper's ``abstract_reasoning.jsonl``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from r3gym.core.problem import Problem
from r3gym.domains.ar.key import ARKey
from r3gym.domains.public_data import NonEmpty, PublicDataRow
from r3gym.utils.hashing import hash_bytes


class ARDataRow(PublicDataRow):
    """A row of ``abstract_reasoning.jsonl``."""

    question: NonEmpty
    answer: str
    generator: NonEmpty
    metadata: dict[str, Any]

    @property
    def public_id(self) -> str:
        """A neutral id: the published one names the generator's difficulty setting, which is a hint."""
        return f"{self.generator}-{hash_bytes(self.problem_id.encode())[:8]}"

    def public(self) -> Problem:
        """Return the public part."""
        return Problem(self.public_id, "ar", "", self.question)

    def key(self, tests: Path | None) -> ARKey:  # noqa: ARG002
        """Return the private part, with the metadata that the item's generator stored for its scorer."""
        metadata = self.metadata.get("generator_metadata", {})
        return ARKey(self.public_id, self.difficulty, self.answer, self.generator, metadata)
