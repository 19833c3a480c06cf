"""The document of one episode: everything that its page shows, with every character visible."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from r3gym.records.ending import EpisodeEnding
from r3gym.records.record import EpisodeRecord
from r3gym.report import phrases
from r3gym.report.episode_report import EpisodeReport
from r3gym.report.extract import make_report
from r3gym.report.outcomes import finish_reasons
from r3gym.viewer.answers import files, problems, versions
from r3gym.viewer.lanes import lanes
from r3gym.viewer.transcript import completion, transcript
from r3gym.viewer.visible_text import visible_json


def episode_document(
    record: EpisodeRecord,
    *,
    key: str,
    file: str,
    policy: str | None = None,
    tiers: Mapping[str, str] | None = None,
    board: str | None = None,
    running: bool = False,
    run: str = "",
) -> dict[str, Any]:
    """Return the document of a record.

    ``policy`` is its name in a campaign, ``run`` says which of the campaign's episodes it is, ``tiers`` are by problem
    id.
    """
    report = make_report(record, file)
    title = [record.settings.contest or "an episode", policy or report.contestant or "unknown contestant"]
    found = {
        "key": key,
        "title": " · ".join(title),
        "policy": policy or report.contestant,
        "contest": record.settings.contest or "",
        "setting": (record.settings.setting or "").replace("_", "-"),
        "board": board,
        "running": running,
        "ending": "" if record.ending is None or running else record.ending.value,
        "score": report.score,
        "banner": _banner(record, report, running),
        "facts": _facts(report, run),
        "problems": problems(record, report, tiers or {}),
        "lanes": lanes(record),
        "transcript": transcript(record),
        "completion": completion(record),
        "versions": versions(record),
        "versions_known": record.candidates is not None,
        "files": files(record),
        "files_left_out": 0 if record.scratch is None else record.scratch.left_out,
        "notes": [*map(phrases.stage_line, report.stages), *_audit(report), *phrases.trim_lines(report.trims)],
        "particulars": _particulars(record, report),
    }
    shown: dict[str, Any] = visible_json(found)
    return shown


def _banner(record: EpisodeRecord, report: EpisodeReport, running: bool) -> list[str] | None:
    """Return the tone and the sentence that a reader must not miss."""
    if running:
        return ["live", "This episode is being played: its steps appear here as they happen."]
    if record.ending is EpisodeEnding.INTERRUPTED:
        return ["bad", "The episode was interrupted: it has no result. This is what was recorded until then."]
    if record.result is None:
        return ["bad", f"Void, not scored: {'' if record.failure is None else record.failure.message}"]
    if report.undecided:
        return ["odd", f"The judge could not decide {', '.join(report.undecided)}."]
    if report.unsure:
        most = (report.score or 0) + len(report.unsure)
        said = f"The judge was unsure about {', '.join(report.unsure)} and gave no credit"
        return ["odd", f"{said}; with it the score would be {most}."]
    return None


def _facts(report: EpisodeReport, run: str) -> list[list[str]]:
    usage = "" if report.usage is None else phrases.usage(report.usage)
    found = [
        ["score", phrases.score(report)],
        ["budget", phrases.budget(report)],
        ["scheduler", report.scheduler or "none"],
        ["run", run],
        ["judged by", phrases.judged_by(report)],
        ["counted by", phrases.counted_by(report)],
        ["usage", usage],
        ["finish reasons", finish_reasons(report.outcomes)],
        ["ended", report.ended],
        ["record", report.record],
    ]
    return [fact for fact in found if fact[1]]


def _audit(report: EpisodeReport) -> list[str]:
    return [] if report.audit is None else [phrases.audit_line(report.audit)]


def _particulars(record: EpisodeRecord, report: EpisodeReport) -> list[list[Any]]:
    """Return what is read when something is odd: [name, pairs or text]."""
    opening, pretty = record.opening, {"ensure_ascii": False, "indent": 1}
    found: list[list[Any]] = [
        ["Contestant", [list(fact) for fact in report.policy]],
        ["Settings", [["environment", report.environment], *map(list, report.settings)]],
        ["Instruction", opening.instruction or ""],
        ["Instruction when the budget is spent", opening.finalization or ""],
        ["Tool schemas", "" if not opening.tools else json.dumps(list(opening.tools), **pretty)],  # type: ignore[arg-type]
        ["Schema of a reply", "" if opening.reply_schema is None else json.dumps(opening.reply_schema, **pretty)],  # type: ignore[arg-type]
    ]
    return [one for one in found if one[1]]
