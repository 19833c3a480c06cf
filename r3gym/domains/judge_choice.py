"""The base class of a domain's judge settings in a judges file."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class JudgeChoice(BaseModel):
    """A section of a judges file: the judge and its settings; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
