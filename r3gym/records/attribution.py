"""What a record shows of the work that was done for each problem, wherever it was booked.

A counted command is booked on the problem in focus; what it computed can serve another one. So beside what was booked
on a problem stands how often counted commands that were booked elsewhere named it in their output or wrote for it
before its final answer was there. Both are what can be seen, not what happened: see docs/analysis.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.core.charge import ChargeKind
from r3gym.core.setting import Setting
from r3gym.records.record import EpisodeRecord
from r3gym.records.steps import Step


@dataclass(frozen=True)
class ProblemAttribution:
    """One problem of an agentic episode. None: the record does not say, being older than this.

    - ``booked``: counted actions that were booked on it.
    - ``elsewhere``: counted actions booked on other problems, in or before the step that brought its final answer; 0
      for a problem that never had an answer.
    - ``rides``: those of them that named it in their output or changed its files.
    """

    booked: int
    elsewhere: int | None
    rides: int | None


def attribution(record: EpisodeRecord) -> dict[str, ProblemAttribution]:
    """Return the attribution of every problem, by label; empty for a tool-free episode."""
    if record.settings.setting is not Setting.AGENTIC:
        return {}
    counted = [
        (place, step)
        for place, step in enumerate(record.steps)
        if step.charge is not None and step.charge.kind is ChargeKind.COUNTED
    ]
    place_of = {step.id: place for place, step in enumerate(record.steps)}
    final: dict[str, int] = {}  # the place of the step that brought the latest version of each answer
    for version in record.candidates or ():
        final[version.label] = place_of.get(version.step, -1)
    found = {}
    for label in record.settings.labels:
        before = [step for place, step in counted if step.problem != label and place <= final.get(label, -1)]
        known = record.candidates is not None
        found[label] = ProblemAttribution(
            booked=sum(step.problem == label for _, step in counted),
            elsewhere=len(before) if known else None,
            rides=_rides(before, label) if known else None,
        )
    return found


def _rides(steps: list[Step], label: str) -> int | None:
    """Return how many of these steps named a problem or wrote for it; None when one of them does not say."""
    rides = 0
    for step in steps:
        seen = step.effects
        if seen is None or (seen.wrote is None and label not in seen.named):
            return None
        rides += label in seen.named or label in (seen.wrote or ())
    return rides
