"""A planned episode: all that defines its row before anything is played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from r3gym.core.known_domains import check_domain
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.campaign_place import CampaignPlace
from r3gym.records.record import EpisodeRecord
from r3gym.records.run_kind import RunKind
from r3gym.utils.hashing import hash_json


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
        """Return the episode as one line of JSON, without a line end."""
        fields = {"problem" if name == "problem_id" else name: value for name, value in vars(self).items()}
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> PlannedEpisode:
        """Return the episode of a line's parsed JSON."""
        own = {"problem_id" if name == "problem" else name: value for name, value in fields.items()}
        words = {"kind": RunKind(fields["kind"]), "setting": Setting(fields["setting"])}
        return cls(**{**own, **words, "domain": check_domain(fields["domain"])})

    def place(self, edition: int = 0) -> CampaignPlace:
        """Return the episode's place in its campaign, as its record keeps it."""
        return CampaignPlace(**vars(self), edition=edition)

    @classmethod
    def from_place(cls, place: CampaignPlace) -> PlannedEpisode:
        """Return the episode that was planned for a record's place."""
        return cls(**{name: value for name, value in vars(place).items() if name != "edition"})

    @classmethod
    def from_record(cls, record: EpisodeRecord) -> PlannedEpisode:
        """Return the plan of a record: its place in its campaign; else what an episode outside of one amounts to.

        Outside of a campaign that is one repeat and a budget without a pressure, with the hash of the settings and the
        contestant's name as its id. Raises `InputError` for a record of an older format that does not say its setting,
        domain or contest.
        """
        if record.place is not None:
            return cls.from_place(record.place)
        settings = record.settings
        if settings.setting is None or settings.domain is None or settings.contest is None:
            raise InputError("the record does not name its setting, domain and contest: it makes no row")
        single = len(settings.problems) == 1
        by_label = {problem.label: problem.problem_id for problem in settings.problems}
        policy = "" if record.contestant is None else record.contestant.display_name
        return cls(
            id=hash_json([settings.model_dump(mode="json"), policy])[:16],
            kind=_kind(record, single),
            policy=policy or "unknown",
            setting=settings.setting,
            domain=check_domain(settings.domain),
            suite=settings.suite.reference or "",
            contest=settings.contest,
            problem_id=settings.problems[0].problem_id if single else by_label.get(settings.target),
            target=settings.target,
            scheduler=settings.scheduler or "none",
            pressure=None,
            budget=settings.budget.total,
            repeat=1,
            seed=settings.seed or 0,
        )


def _kind(record: EpisodeRecord, single: bool) -> RunKind:
    settings = record.settings
    if settings.target is not None:
        return RunKind.TARGET
    if single:
        return RunKind.SINGLE if settings.budget.total is None else RunKind.CURVE
    return RunKind.BASELINE if settings.budget.total is None else RunKind.CONTEST
