"""The base of what a judges file says about a domain's judge."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class JudgeChoice(BaseModel):
    """A judge's section of a judges file: which judge, and its settings; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
