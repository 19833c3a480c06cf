"""The figures of behaviour of campaigns' folders, from the label set that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from r3gym.analysis.bootstrap import Resampling
from r3gym.behaviour.label import AnnotatorType
from r3gym.behaviour.label_set import LabelSet, label_sets
from r3gym.behaviour.rates import BehaviourFigures, behaviour_figures
from r3gym.behaviour.selection import contest_rows
from r3gym.cells.campaign import CampaignData
from r3gym.errors import InputError
from r3gym.oracle.costs import OracleCost

#: People before models before rules: who read the words is believed first.
_PREFERRED = (AnnotatorType.PERSON, AnnotatorType.MODEL, AnnotatorType.RULE)


class NoLabels(InputError):
    """There is no label set; the message says how to make one."""


@dataclass(frozen=True, eq=False)
class RunBehaviour:
    """The figures, and the label set that they come from."""

    figures: BehaviourFigures
    name: str
    annotators: tuple[str, ...]

    @property
    def statement(self) -> str:
        """Whose labels they are, of how many contests."""
        counted = self.figures
        return (
            f"labels {self.name!r} by {', '.join(self.annotators)}: {counted.labelled:,} of {counted.contests:,} "
            f"contests, {counted.clean:,} clean"
        )


def run_behaviour(
    paths: Sequence[Path],
    name: str | None = None,
    *,
    resampling: Resampling | None = None,
    campaign: CampaignData | None = None,
    oracle_cost: OracleCost = OracleCost.NOMINAL,
) -> RunBehaviour:
    """Return the figures of campaigns that belong together.

    ``name`` is a label set beside one of them; without it people's labels come before a model's, and these before
    rules'. Raises `NoLabels` when there is none.
    """
    chosen, labels = _chosen(paths, name)
    rows = contest_rows(paths, campaign=campaign, oracle_cost=oracle_cost)
    return RunBehaviour(behaviour_figures(rows, labels, resampling), chosen, tuple(map(str, labels.annotators)))


def _chosen(paths: Sequence[Path], name: str | None) -> tuple[str, LabelSet]:
    known = {own: file for path in paths for own, file in label_sets(path).items()}
    if name is not None and name not in known:
        raise NoLabels(
            f"no label set {name!r} beside {', '.join(map(str, paths))}; there are: {', '.join(known) or 'none'}"
        )
    sets = {own: LabelSet(file) for own, file in known.items() if name in (None, own)}
    filled = {own: labels for own, labels in sets.items() if labels.annotators}
    if not filled:
        raise NoLabels(
            "it needs annotations (labels of trajectories): `r3gym behaviour label RUN` makes them by rules or by a "
            "model, `r3gym annotate RUN` by people"
        )
    best = min(filled, key=lambda own: (_PREFERRED.index(filled[own].annotators[0].type), own))
    return best, filled[best]
