"""Settings of the judges for programs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from r3gym.domains.judge_choice import JudgeChoice
from r3gym.utils.services import ServiceUrl

#: The default bound on the wall-clock time of all tests of one program together.
JUDGE_WALL_S = 3600.0


class LocalCode(JudgeChoice):
    """Hidden tests run in a local sandbox; ``sandbox`` defaults to the contest's own.

    ``judge_wall_s`` bounds the wall-clock time of all tests of one program together.
    """

    judge: Literal["local"] = "local"
    sandbox: str | None = None
    time_factor: float = Field(default=1.0, gt=0, le=100)
    all_tests: bool = False
    judge_wall_s: float = Field(default=JUDGE_WALL_S, gt=0, le=7 * 86400)


class LightCPCode(JudgeChoice):
    """A LightCPVerifier server. ``problems`` maps problem ids to the server's ids where they differ."""

    judge: Literal["lightcpverifier"]
    url: ServiceUrl
    problems: dict[str, str] = Field(default_factory=dict)
    timeout_s: float = Field(default=600, gt=0, le=86400)


CodeJudge = Annotated[LocalCode | LightCPCode, Field(discriminator="judge")]
