"""What the three files of the paper's public data share."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from r3gym.core.tier import Tier
from r3gym.domains.rows import ProblemId

#: Not stripped: the statement hashes are of the text as it was published.
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


class PublicDataRow(BaseModel):
    """What the three files share; further fields of theirs are provenance and stay unread."""

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
