"""What the browser gets: the codebook, the annotator's progress, and blinded records with the annotator's own labels.

No document holds the name of a run, a file, a model or another annotator. Texts are shown with every character
visible; `r3gym.desk.quoting` leads back from them.
"""

from __future__ import annotations

from typing import Any

from r3gym.behaviour import Label, StandardRecord, codebook_json
from r3gym.behaviour.events import BOOKKEEPING, FACTS
from r3gym.desk.changes import Form, Words
from r3gym.desk.work import NO_ORACLE, Work
from r3gym.viewer.visible_text import visible_json


def desk_document(work: Work) -> dict[str, Any]:
    """Return the codebook and every assigned episode with how far it is."""
    return {
        "annotator": work.annotator.name,
        "codebook": codebook_json(),
        "resume": work.resume_at(),
        "episodes": progress(work),
    }


def progress(work: Work) -> list[dict[str, Any]]:
    """Return every assigned episode with how far it is, in order."""
    return [
        {"id": one.episode, "labels": one.labels, "draft": one.drafted, "finished": one.finished}
        for one in work.standings()
    ]


def record_document(work: Work, episode: str) -> dict[str, Any]:
    """Return a blinded record with the annotator's labels and drafts of it."""
    record = work.record(episode)
    finished = next(one.finished for one in work.standings() if one.episode == episode)
    shown: dict[str, Any] = visible_json(
        {
            "id": episode,
            "finished": finished,
            **_facts(record),
            "events": [
                {
                    "n": one.number,
                    "id": one.id,
                    "kind": one.kind.value,
                    "text": one.text,
                    "problem": one.problem,
                    "step": one.step,
                    "charge": None if one.charge is None else one.charge.value,
                    "remaining": one.remaining,
                    "fact": one.kind in FACTS,
                    "work": one.kind not in BOOKKEEPING,
                }
                for one in record.events
            ],
            "labels": [label_json(one, record) for one in work.labels(episode)],
            "drafts": [one.model_dump(mode="json") for one in work.drafts(episode)],
        }
    )
    return shown


def label_json(label: Label, record: StandardRecord) -> dict[str, Any]:
    """Return a label as its form; ``stale`` says that the verdicts or the oracle's choice have changed since."""
    form = Form(
        kind=label.kind,
        problem=label.problem,
        instance=label.instance,
        value=label.value,
        quotations=tuple(Words(event=one.event, text=one.text, role=one.role) for one in label.quotations),
        note=label.note,
    )
    shown: dict[str, Any] = visible_json(form.model_dump(mode="json") | {"stale": label.facts != record.facts})
    return shown


def _facts(record: StandardRecord) -> dict[str, Any]:
    known = any(one.selected is not None for one in record.problems)
    return {
        "setting": None if record.setting is None else record.setting.value,
        "total": record.total,
        "unit": record.unit,
        "spent": record.spent,
        "available": record.available,
        "no_oracle": "" if known else NO_ORACLE,
        "problems": [
            {
                "label": one.label,
                "correct": one.correct,
                "word": one.word,
                "spent": one.spent,
                "selected": one.selected,
                "missed": known and one.missed and record.available,
            }
            for one in record.problems
        ],
    }
