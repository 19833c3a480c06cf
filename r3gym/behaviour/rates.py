"""The figures of behaviour: rates over clean trajectories, shares of causes, the coordinate, with intervals.

Denominators are the paper's. Coverage: problems of clean trajectories. Updates and regret: clean trajectories.
Causes: behaviour-attributable misses, that is oracle-selected misses whose cause is not insufficient. A trajectory is
clean when it has a result and no engineering issue. ``confirmed`` counts true, ``possible`` counts all but false. What
nobody has labelled is in no denominator, and is counted. Means over domains weight them equally; a coordinate is the
mean over all settings, pressures and domains of a policy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from r3gym.analysis.analyse import CellResult
from r3gym.analysis.bootstrap import ResampledFigure, Resampling, macro, resample
from r3gym.analysis.figure import Figure, Name
from r3gym.behaviour.codebook import (
    ADAPTATION,
    CAUSES,
    COVERAGE,
    ENGINEERING,
    MISS_CAUSE,
    OMISSION,
    REGRET,
    Answer,
    Cause,
    Omission,
)
from r3gym.behaviour.label import Label
from r3gym.behaviour.label_set import LabelSet
from r3gym.behaviour.selection import ContestRow
from r3gym.cells.cell import MACRO, CellKey, across_domains, sort_key
from r3gym.core.setting import Setting

CONFIRMED, POSSIBLE = "confirmed", "possible"
#: The two axes of the coordinate.
AXES = (COVERAGE, ADAPTATION[2])


@dataclass(frozen=True)
class EpisodeLabels:
    """The labels of one episode by one annotator, as figures need them."""

    coverage: Mapping[str, str]
    causes: Mapping[str, str]
    omissions: Mapping[str, str]
    #: Kinds about the episode: true where one label is true, else unknown where one is, else false.
    kinds: Mapping[str, str]

    def of(self, kind: str) -> Mapping[str, str]:
        """Return the values of a kind that is about problems, by problem."""
        return {COVERAGE: self.coverage, MISS_CAUSE: self.causes, OMISSION: self.omissions}[kind]

    @property
    def clean(self) -> bool:
        """Whether nothing outside of the contestant failed."""
        return self.kinds.get(ENGINEERING) != Answer.TRUE


@dataclass(frozen=True, eq=False)
class BehaviourFigures:
    """Cells, means over domains, and coordinates of policies; how many contests have labels, and how many are clean."""

    cells: tuple[CellResult, ...]
    macros: tuple[CellResult, ...]
    coordinates: tuple[CellResult, ...]
    contests: int
    labelled: int
    clean: int
    stale: int


def episode_labels(labels: Iterable[Label]) -> EpisodeLabels:
    """Return the labels of one episode and annotator, merged by kind and problem."""
    by_problem: dict[str, dict[str, str]] = {COVERAGE: {}, MISS_CAUSE: {}, OMISSION: {}}
    kinds: dict[str, str] = {}
    for label in labels:
        into = by_problem.get(label.kind)
        if into is not None and label.problem is not None:
            into[label.problem] = _stronger(into.get(label.problem), label.value)
        else:
            kinds[label.kind] = _stronger(kinds.get(label.kind), label.value)
    return EpisodeLabels(by_problem[COVERAGE], by_problem[MISS_CAUSE], by_problem[OMISSION], kinds)


def behaviour_figures(
    rows: Sequence[ContestRow], labels: LabelSet, resampling: Resampling | None = None
) -> BehaviourFigures:
    """Return all figures of the contests that have labels; of several annotators of an episode the first one counts."""
    draws = resampling or Resampling()
    found: dict[CellKey, list[tuple[ContestRow, EpisodeLabels]]] = defaultdict(list)
    labelled = clean = 0
    for row in rows:
        own = _first(labels, row.row.id)
        if own is None or row.row.failure is not None:
            continue
        labelled += 1
        clean += own.clean
        found[row.key].append((row, own))
    drawn: dict[CellKey, dict[Name, ResampledFigure]] = {}
    counts: dict[CellKey, int] = {}
    for key, mine in found.items():
        contests = sorted({one.row.contest for one, _ in mine})
        counts[key] = len(contests)
        drawn[key] = resample(_figures(mine, contests), draws.counts(len(contests), key.domain))
    cells = [_result(key, counts[key], figures) for key, figures in drawn.items()]
    return BehaviourFigures(
        tuple(sorted(cells, key=lambda cell: sort_key(cell.key))),
        tuple(sorted(_macros(drawn, counts), key=lambda cell: sort_key(cell.key))),
        tuple(sorted(_coordinates(drawn, counts), key=lambda cell: sort_key(cell.key))),
        len(rows),
        labelled,
        clean,
        sum(one.row.failure is not None for one in rows),
    )


def _first(labels: LabelSet, episode: str) -> EpisodeLabels | None:
    own = labels.labels(episode)
    return episode_labels(one for one in own if one.annotator == own[0].annotator) if own else None


def _stronger(before: str | None, value: str) -> str:
    """Return the value that counts of two labels of a kind: true before unknown before false; else the later one."""
    ranked = [Answer.FALSE.value, Answer.UNKNOWN.value, Answer.TRUE.value]
    if before is None or before not in ranked or value not in ranked:
        return value
    return max(before, value, key=ranked.index)


def _figures(mine: Sequence[tuple[ContestRow, EpisodeLabels]], contests: Sequence[str]) -> dict[Name, Figure]:
    place = {contest: n for n, contest in enumerate(contests)}
    top: dict[Name, list[int]] = defaultdict(lambda: [0] * len(contests))
    bottom: dict[Name, list[int]] = defaultdict(lambda: [0] * len(contests))
    for row, own in mine:
        at = place[row.row.contest]
        for name, hits, of in _counts(row, own):
            top[name][at] += hits
            bottom[name][at] += of
    return {name: Figure(np.array(top[name], np.int64), np.array(bottom[name], np.int64)) for name in bottom}


def _counts(row: ContestRow, own: EpisodeLabels) -> Iterable[tuple[Name, int, int]]:
    """Yield name, count and denominator of every figure for one episode."""
    slots = row.row.slots
    yield ("clean", ""), int(own.clean), 1
    if not own.clean:
        return
    for name, counts in ((CONFIRMED, {Answer.TRUE}), (POSSIBLE, {Answer.TRUE, Answer.UNKNOWN})):
        words = [own.coverage.get(slot.label, Answer.UNKNOWN) for slot in slots]
        yield (COVERAGE, name), sum(word in counts for word in words), len(slots)
        for kind in (*ADAPTATION, *REGRET):
            yield (kind, name), int(own.kinds.get(kind, Answer.UNKNOWN) in counts), 1
    if row.row.setting is Setting.TOOL_FREE and own.omissions:
        for what in Omission:
            yield (OMISSION, what.value), sum(word == what for word in own.omissions.values()), len(slots)
    if row.selected is None:
        return
    misses = [slot.label for slot in slots if slot.label in row.selected and not slot.correct]
    known = [cause for label in misses if (cause := own.causes.get(label)) not in (None, Cause.INSUFFICIENT)]
    yield ("selected_miss", "all"), len(misses), len(slots)
    yield ("selected_miss", "attributable"), len(known), len(slots)
    yield ("attributable", ""), len(known), len(misses)
    for cause in CAUSES:
        yield (MISS_CAUSE, cause.value), sum(word == cause for word in known), len(known)


def _result(key: CellKey, contests: int, figures: Mapping[Name, ResampledFigure]) -> CellResult:
    return CellResult(key, key.budget, contests, True, {name: one.interval() for name, one in figures.items()})


def _macros(
    drawn: Mapping[CellKey, Mapping[Name, ResampledFigure]], counts: Mapping[CellKey, int]
) -> Iterable[CellResult]:
    for keys in across_domains(drawn):
        found = macro({key.domain: drawn[key] for key in keys})
        yield CellResult(
            replace(keys[0], domain=MACRO, suite=""),
            None,
            sum(counts[key] for key in keys),
            True,
            {name: one.interval() for name, (one, _) in found.items()},
            {name: domains for name, (_, domains) in found.items()},
        )


def _coordinates(
    drawn: Mapping[CellKey, Mapping[Name, ResampledFigure]], counts: Mapping[CellKey, int]
) -> Iterable[CellResult]:
    """Yield the mean over all cells of a policy and scheduler: settings, pressures and domains with equal weight."""
    together: dict[tuple[str, str], list[CellKey]] = defaultdict(list)
    for key in drawn:
        together[key.policy, key.scheduler].append(key)
    wanted = [(axis, word) for axis in AXES for word in (CONFIRMED, POSSIBLE)]
    for (policy, scheduler), keys in together.items():
        found = macro({str(key): {n: f for n, f in drawn[key].items() if n in wanted} for key in keys})
        yield CellResult(
            CellKey(policy, "", MACRO, "", scheduler=scheduler),
            None,
            sum(counts[key] for key in keys),
            True,
            {name: one.interval() for name, (one, _) in found.items()},
        )


def region(coverage: float, updates: float) -> str:
    """Return the name of the coordinate's region; the borders are descriptive, at one half each.

    >>> region(0.9, 0.1), region(0.4, 0.6)
    ('shallow scanner', 'strategic specialist')
    """
    names = {
        (True, True): "portfolio planner",
        (False, True): "strategic specialist",
        (True, False): "shallow scanner",
        (False, False): "tunnel solver",
    }
    return names[coverage >= 0.5, updates >= 0.5]
