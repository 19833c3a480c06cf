"""What a reader can choose of a figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class FigureOptions:
    """Choices that hold for every figure; each figure uses those that concern it.

    ``paper`` adds the published values where there are some. ``policy``, ``domain`` and ``setting`` keep only these.
    ``contest`` and ``episode`` choose what a figure of a single one shows; without them it is the first. ``index`` maps
    a policy to an outside capability index.
    """

    paper: bool = False
    policy: str | None = None
    domain: str | None = None
    setting: str | None = None
    contest: str | None = None
    episode: str | None = None
    index: Mapping[str, float] = field(default_factory=dict)
