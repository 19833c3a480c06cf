"""A report as JSON, without the long texts, which are in the record itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from r3gym.analysis.export import outcomes_json
from r3gym.report import phrases
from r3gym.report.episode_report import EpisodeReport
from r3gym.report.reading import UnreadableRecord
from r3gym.report.totals import GroupMeans, grouped


def report_json(accounts: Sequence[EpisodeReport], unreadable: Sequence[UnreadableRecord]) -> dict[str, Any]:
    """Return all episodes, the means of every group, and the files that could not be read."""
    return {
        "episodes": [_episode(one) for one in accounts],
        "means": [_means(group) for group in grouped(accounts)],
        "unreadable": [asdict(one) for one in unreadable],
    }


def _means(group: GroupMeans) -> dict[str, Any]:
    plain = {field.name: getattr(group, field.name) for field in fields(group)}
    return {**plain, "outcomes": outcomes_json(group.outcomes)}


def _episode(one: EpisodeReport) -> dict[str, Any]:
    return {
        "record": one.record,
        "environment": one.environment,
        "setting": one.setting,
        "domain": one.domain,
        "contest": one.contest,
        "scheduler": one.scheduler,
        "contestant": one.contestant,
        "score": one.score,
        "counting_policy": one.counting_policy or None,
        "error": one.error or None,
        "ended": one.ended or None,
        "budget": {"unit": one.unit, "total": one.total, "used": one.used, **dict(one.counts)},
        "usage": None if one.usage is None else asdict(one.usage),
        "settings": dict(one.settings),
        "policy": dict(one.policy),
        "problems": [asdict(p) for p in one.problems],
        "steps": [
            {
                "step": step.number,
                "turn": step.turn,
                "verb": step.verb,
                "focus": step.focus or None,
                "charge": step.charge or None,
                "word": step.word or None,
                "effects": step.effects or None,
                "used": step.used,
                "action": phrases.step_line(step)[0],
                "output": phrases.step_line(step)[1],
            }
            for step in one.steps
        ],
        "completions": [
            {"tokens": c.tokens, "charged": c.charged, "finish": c.finish, "remarks": list(c.remarks)}
            for c in one.completions
        ],
        "stages": [asdict(stage) for stage in one.stages],
        "audit": None if one.audit is None else asdict(one.audit),
        "protocol_errors": [asdict(fault) for fault in one.faults],
        "trims": [asdict(trim) for trim in one.trims],
        "outcomes": outcomes_json(one.outcomes),
    }
