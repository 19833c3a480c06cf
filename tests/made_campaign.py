"""Campaign folders made by hand, for tests of the analysis."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from known_domains import MATH

from r3gym.campaigns import CampaignContest, CampaignManifest, CampaignProblem, CampaignSuite, EpisodeRow, Slot
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.tier import Tier

TIERS = {"E": Tier.EASY, "M": Tier.MEDIUM, "H": Tier.HARD, "U": Tier.UNRATED}
_numbers = itertools.count()


def played_suite(
    contests: Mapping[str, str], domain: Domain = MATH, reference: str = "made", content: str = "hash"
) -> CampaignSuite:
    """A suite from the tiers of its contests: {"x": "EEEMMH"} has the problems x1 to x6."""
    return CampaignSuite(
        reference=reference,
        domain=domain.name,
        name=reference,
        content_hash=content,
        tiers="declared",
        contests=tuple(
            CampaignContest(
                id=contest,
                problems=tuple(CampaignProblem(id=f"{contest}{n}", tier=TIERS[t]) for n, t in enumerate(tiers, 1)),
            )
            for contest, tiers in contests.items()
        ),
    )


def slot(problem: str, label: str, state: str, spent: int) -> Slot:
    """A slot from one sign: + solved, w wrong answer, - missing, m malformed, u unparsable."""
    parse = {"+": "answered", "w": "answered", "-": "missing", "m": "malformed", "u": "unparsable"}[state]
    verdict = {"+": "accepted", "w": "wrong_answer"}.get(state)
    return Slot.model_validate(
        {
            "problem": problem,
            "label": label,
            "correct": state == "+",
            "parse": parse,
            "verdict": verdict,
            "spent": spent,
        }
    )


def row(kind: str, suite: CampaignSuite, contest: str, states: str, **given: Any) -> EpisodeRow:
    """A row; ``states`` has a sign for each problem, ``spent`` a number for each."""
    problems = next(c for c in suite.contests if c.id == contest).problems
    ids = [given["problem"]] if len(states) == 1 and given.get("problem") else [p.id for p in problems]
    spent: Sequence[int] = given.pop("spent", None) or [0] * len(states)
    labels = get_domain(suite.domain).labels(len(states))
    fields: dict[str, Any] = {
        "id": f"row-{next(_numbers)}",
        "kind": kind,
        "policy": "p",
        "setting": "agentic",
        "domain": suite.domain,
        "suite": suite.reference,
        "contest": contest,
        "seed": 0,
        "used": sum(spent),
        "slots": [slot(p, label, s, n) for p, label, s, n in zip(ids, labels, states, spent, strict=True)],
        "ending": "finished",
    }
    return EpisodeRow.model_validate(fields | given)


def paid(path: str, suite: CampaignSuite) -> list[int]:
    """What a path paid for each problem."""
    return [path.count(label) for label in get_domain(suite.domain).labels(len(suite.contests[0].problems))]


def write_campaign(
    folder: Path,
    suites: Sequence[CampaignSuite],
    rows: Sequence[EpisodeRow],
    *,
    repeats: int,
    grid: Sequence[float],
    tail: str = "",
) -> Path:
    """A campaign's folder; ``tail`` is written behind the last row as it stands."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = CampaignManifest(name="made", definition="made", repeats=repeats, grid=tuple(grid), suites=tuple(suites))
    (folder / "manifest.json").write_text(manifest.model_dump_json(), "utf-8")
    (folder / "rows.jsonl").write_text("".join(r.model_dump_json() + "\n" for r in rows) + tail, "utf-8")
    return folder
