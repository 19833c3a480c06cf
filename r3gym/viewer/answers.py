"""The answers of an episode: the verdict of each problem with the judge's words, and every version of its answer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from r3gym.records.ending import CandidateVersion, ExtractedAnswer, FinalArtifact
from r3gym.records.record import EpisodeRecord
from r3gym.report import phrases
from r3gym.report.episode_report import EpisodeReport, ReportProblem
from r3gym.viewer.differences import line_differences
from r3gym.viewer.entries import SIGNS, sign
from r3gym.viewer.highlighting import Source, file_source, plain_source


def problems(record: EpisodeRecord, report: EpisodeReport, tiers: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return every problem with its verdict, or with what was spent on it where there is none."""
    extracted = {one.label: one for one in record.answers or ()}
    verdicts = () if record.result is None else record.result.problems  # the report shows these, or all that were set
    found = []
    for place, shown in enumerate(report.problems):
        verdict = verdicts[place] if verdicts else None
        label = shown.label if verdict is None else verdict.label
        answer = extracted.get(label)
        mark = "" if verdict is None else sign(verdict.correct, verdict.left_unsure, verdict.parse, verdict.verdict)
        second = None if verdict is None else verdict.second
        found.append(
            {
                "label": label,
                "problem": shown.problem,
                "tier": tiers.get(shown.problem, ""),
                "sign": mark,
                "means": SIGNS.get(mark, "not judged"),
                "word": shown.word.replace("_", " ") or "not judged",
                "tone": phrases.verdict_tone(shown.word),
                "parse": shown.parse,
                "judge": shown.judge,
                "standing": shown.standing,
                "detail": "" if verdict is None else verdict.detail,
                "notes": [note for note in _notes(shown, answer) if verdict is None or note != verdict.detail],
                "spent": shown.spent,
                "score": None if verdict is None else verdict.score,
                "second": None if second is None else [second.judge, second.verdict.value.replace("_", " ")],
                "tests": None
                if verdict is None or verdict.tests is None
                else [[test.number, test.outcome.value.replace("_", " ")] for test in verdict.tests],
                "answer": None if answer is None else answer.answer,
            }
        )
    return found


def versions(record: EpisodeRecord) -> list[dict[str, Any]]:
    """Return for each problem all versions of its answer, each with the difference from the one before it."""
    together: dict[str, list[CandidateVersion]] = {}
    for version in record.candidates or ():
        together.setdefault(version.label, []).append(version)
    spent = {step.id: step.state.spent for step in record.steps}
    found = []
    for label, mine in together.items():
        texts = [record.contents.get(version.content) for version in mine]
        changes = [None, *(_change(a, b) for a, b in pairwise(texts))]
        path = _path_of(record, mine[-1].content)
        found.append(
            {
                "label": label,
                "path": path,
                "versions": [
                    {
                        "version": version.version,
                        "step": version.step,
                        "spent": spent.get(version.step),
                        "source": _source(path, text),
                        "change": change,
                    }
                    for version, text, change in zip(mine, texts, changes, strict=True)
                ],
                "overall": _change(texts[0], texts[-1]) if len(texts) > 2 else None,
            }
        )
    return found


def files(record: EpisodeRecord) -> list[dict[str, Any]]:
    """Return the files that were judged, then the contestant's own, each with its text where the record has it."""
    found = [
        {
            "path": one.path,
            "what": "judged",
            "note": _artifact_note(one),
            "source": _content(record, one.path, one.content),
        }
        for one in record.artifacts
    ]
    if record.scratch is None:
        return found
    for one in record.scratch.files:
        size = "too long to be read" if one.size is None else f"{one.size:,} bytes"
        note = ", ".join(filter(None, (size, "text not kept" if one.content is None else "", one.area or "")))
        source = _content(record, one.path, one.content)
        found.append({"path": one.path, "what": "own", "note": note, "source": source})
    return found


def _notes(shown: ReportProblem, answer: ExtractedAnswer | None) -> list[str]:
    return [note for note in (shown.reading, shown.booking, "" if answer is None else answer.detail) if note]


def _artifact_note(one: FinalArtifact) -> str:
    if one.refused is not None:
        return f"refused: {one.refused}"
    return "absent" if one.content is None else ""


def _content(record: EpisodeRecord, path: str, own: str | None) -> Source | None:
    text = None if own is None else record.contents.get(own)
    return None if text is None else file_source(path, text)


def _source(path: str, text: str | None) -> Source | None:
    if text is None:
        return None
    return file_source(path, text) if path else plain_source(text)


def _change(before: str | None, after: str | None) -> list[list[str]] | None:
    return None if before is None or after is None else line_differences(before, after)


def _path_of(record: EpisodeRecord, content: str) -> str:
    return next((one.path for one in record.artifacts if one.content == content), "")
