"""Common parts of the three files of the paper's public data."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from r3gym.core.tier import Tier
from r3gym.domains.rows import ProblemId

#: Not stripped: the statement hashes are computed from the text as published.
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


class PublicDataRow(BaseModel):
    """The fields that the three files share; their other fields are provenance and are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    problem_id: ProblemId
    suite_id: NonEmpty
    position: int
    difficulty: Tier
    statement_sha256: str | None = None

    @property
    def public_id(self) -> str:
        """The id that contestants see."""
        return self.problem_id
