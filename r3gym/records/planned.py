"""An episode that is planned: all that defines its row before anything is played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from r3gym.core.known_domains import check_domain
from r3gym.core.setting import Setting
from r3gym.records.run_kind import RunKind


@dataclass(frozen=True)
class PlannedEpisode:
    """An episode to play; the fields are those of its row. ``id`` is "" while its budget is not known yet.

    ``target`` is the label of a target-in-suite episode.
    """

    id: str
    kind: RunKind
    policy: str
    setting: Setting
    domain: str
    suite: str
    contest: str
    problem_id: str | None
    target: str | None
    scheduler: str
    pressure: float | None
    budget: int | None
    repeat: int
    seed: int

    def to_json(self) -> str:
        """As one line of JSON, without its end."""
        fields = {"problem" if name == "problem_id" else name: value for name, value in vars(self).items()}
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> PlannedEpisode:
        """The episode of a line, as plain JSON."""
        own = {"problem_id" if name == "problem" else name: value for name, value in fields.items()}
        words = {"kind": RunKind(fields["kind"]), "setting": Setting(fields["setting"])}
        return cls(**{**own, **words, "domain": check_domain(fields["domain"])})
