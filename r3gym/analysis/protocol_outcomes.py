"""Protocol outcomes: how episodes ended, how answers were read and judged, what the model's calls came to.

Plain counts over rows alone, each beside what it is a count of (its denominator); docs/analysis.md defines them. A cell
is one kind of run, policy, setting, domain, suite, scheduler and regime. Nothing is resampled, and an incomplete cell
is counted as far as it was played: these are diagnostics, not scores.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from r3gym.analysis.figure import Name
from r3gym.cells.cell import CellKey, sort_key
from r3gym.cells.protocol_columns import READING, SCORE_SCALE, STAGE_NUMBERS, STAGES, USAGE, split_finishes
from r3gym.cells.protocol_columns import usage_numbers as usage_of
from r3gym.cells.table import NO_WORD, EpisodeTable, FailedEpisode, Flags, Ints
from r3gym.core.verdict import AWAITING, Outcome, ParseState
from r3gym.records.ending import FailureClass
from r3gym.records.rows import Ending
from r3gym.records.run_kind import RunKind

#: The words for how a call of the tool-free setting ended (`r3gym.records.turns.StageCall`), and their groups.
CALL_OUTCOMES = {"done": "done", "cap": "cap_reached", "stopped": "stopped", "empty": "empty", "failed": "failed"}
#: What is noticed when a completion is charged (`r3gym.records.protocol_facts`).
METERING = ("cut", "cut_in_reasoning", "over_cap", "hit_safety_cap", "unreported")


@dataclass(frozen=True, slots=True)
class Tally:
    """A count (or sum) and the number of things that it is a count of."""

    count: float
    of: int

    @property
    def rate(self) -> float | None:
        """The count over what it is of; None of nothing."""
        return self.count / self.of if self.of else None

    def __add__(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(self.count + other.count, self.of + other.of)


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeCell:
    """The outcomes of a cell, by figure and group. ``kind`` is contest, curve, target or baseline."""

    kind: str
    key: CellKey
    outcomes: Mapping[Name, Tally]


def protocol_outcomes(table: EpisodeTable) -> tuple[OutcomeCell, ...]:
    """Return the outcomes of every cell: contests first, then in the order of all tables."""
    rows = _rows_by_cell(table)
    failed: dict[tuple[str, CellKey], list[FailedEpisode]] = defaultdict(list)
    for one in table.failed:
        failed[one.kind, _failed_key(one)].append(one)
    nothing = np.zeros(0, np.int64)
    kinds = list(RunKind)
    kinds.sort(key=lambda kind: kind is not RunKind.CONTEST)
    places = {kind.value: n for n, kind in enumerate(kinds)}
    found = [
        OutcomeCell(kind, key, outcome_tallies(table, rows.get((kind, key), nothing), failed.get((kind, key), ())))
        for kind, key in {**rows, **failed}
    ]
    return tuple(sorted(found, key=lambda cell: (places[cell.kind], sort_key(cell.key))))


def outcome_tallies(table: EpisodeTable, rows: Ints, failed: Sequence[FailedEpisode] = ()) -> dict[Name, Tally]:
    """Return the outcomes of these episodes: rows of the table with a result, and episodes without one."""
    total = len(rows) + len(failed)
    causes = Counter(one.failure for one in failed)
    found = {("episodes", "played"): Tally(len(rows), total)}
    found |= {("failed", cause.value): Tally(causes[cause.value], total) for cause in FailureClass}
    endings = _words(table, table.column["ending"][rows])
    found |= {("ending", ending.value): Tally(endings[ending], len(rows)) for ending in Ending}
    found |= _context(table, rows)
    found |= _metering(table, rows)
    found |= _slots(table, _slots_of(table, rows))
    for stage in STAGES:
        found |= _stage(table, rows, failed, stage)
    return found | _calls(table, rows, failed)


def _context(table: EpisodeTable, rows: Ints) -> dict[Name, Tally]:
    errors = table.column["protocol_errors"][rows]
    trims, chars, dropped = (table.column[name][rows] for name in ("trims", "trimmed_chars", "trace_dropped"))
    known, traced = int((trims >= 0).sum()), int((dropped >= 0).sum())
    return {
        ("protocol_errors", "episodes"): Tally(int((errors > 0).sum()), len(rows)),
        ("protocol_errors", "all"): Tally(int(errors.sum()), len(rows)),
        ("trimmed", "episodes"): Tally(int((trims > 0).sum()), known),
        ("trimmed", "cuts"): Tally(int(trims[trims > 0].sum()), known),
        ("trimmed", "characters"): Tally(int(chars[chars > 0].sum()), known),
        ("trace_dropped", "episodes"): Tally(int((dropped > 0).sum()), traced),
        ("trace_dropped", "characters"): Tally(int(dropped[dropped > 0].sum()), traced),
    }


def count_awaiting(table: EpisodeTable) -> int:
    """Return the number of answers that a judge has still to decide; they count zero."""
    slots = _slots_of(table, np.arange(len(table)))
    numbers = [table.number(waiting) for waiting in AWAITING]
    return int(np.isin(table.column["verdict"][slots], numbers).sum())


def _metering(table: EpisodeTable, rows: Ints) -> dict[Name, Tally]:
    said = _words(table, table.column["metering"][rows])
    flags = Counter[str]()
    for words, count in said.items():
        flags.update(dict.fromkeys(words.split(), count))
    return {("completion", flag): Tally(flags[flag], said.total()) for flag in METERING}


def _slots(table: EpisodeTable, slots: Ints) -> dict[Name, Tally]:
    """Return how the answers of these problems were read and judged."""
    column = {name: table.column[name][slots] for name in ("parse", "verdict", "correct", "unsure", "second", "score")}
    read = {name: table.column[name][slots] for name in READING}
    parse, verdict = _words(table, column["parse"]), _words(table, column["verdict"])
    found = {("parse", state.value): Tally(parse[state], len(slots)) for state in ParseState}
    missing = column["parse"] == table.number(ParseState.MISSING)
    known = (read["unmarked"] >= 0) & (read["declined"] >= 0)
    none = (missing & (read["declined"] == 0)) | (read["unmarked"] == 1)
    found["reading", "no_marker"] = _share(none, known)
    for name in ("declined", "unmarked", "duplicate"):
        found["reading", name] = _share(read[name] == 1, read[name] >= 0)
    judged, zeros, scores = column["verdict"] != NO_WORD, column["correct"] == 0, column["score"]
    found |= {("verdict", outcome.value): Tally(verdict[outcome], int(judged.sum())) for outcome in Outcome}
    found["zeros", "unsure"] = _share(column["unsure"] == 1, zeros)
    for waiting in AWAITING:
        found["zeros", waiting.value] = _share(column["verdict"] == table.number(waiting), zeros)
    found["score", "partial"] = _share((scores > 0) & (scores < SCORE_SCALE), scores >= 0)
    found["score", "mean"] = Tally(int(scores[scores > 0].sum()) / SCORE_SCALE, int((scores >= 0).sum()))
    found["second_verdict", "differs"] = _share(column["second"] != NO_WORD, judged)
    found["audit", "flagged"] = _share(read["flagged"] == 1, read["flagged"] >= 0)
    return found


def _stage(table: EpisodeTable, rows: Ints, failed: Sequence[FailedEpisode], number: int) -> dict[Name, Tally]:
    """Return the calls of one stage of the tool-free protocol, those of failed episodes included."""
    void = [stage for one in failed for stage in one.stages if stage.stage == number]
    outcomes = _words(table, table.column[f"stage_{number}_outcome"][rows])
    outcomes.update(stage.outcome for stage in void if stage.outcome is not None)
    finishes = _words(table, table.column[f"stage_{number}_finish"][rows])
    finishes.update(stage.finish for stage in void if stage.finish is not None)
    name, calls = f"stage_{number}", finishes.total()
    found = {(name, said): Tally(outcomes[word], outcomes.total()) for word, said in CALL_OUTCOMES.items()}
    for word in STAGE_NUMBERS:
        values = [*table.column[f"stage_{number}_{word}"][rows].tolist(), *(getattr(stage, word) for stage in void)]
        known = [value for value in values if value is not None and value >= 0]
        found[name, word] = Tally(sum(known), len(known))
    return found | {(f"{name}_finish", word): Tally(count, calls) for word, count in sorted(finishes.items())}


def _calls(table: EpisodeTable, rows: Ints, failed: Sequence[FailedEpisode]) -> dict[Name, Tally]:
    """Return usage per episode and finish reasons per call, those of failed episodes included."""
    there = table.column["calls"][rows] >= 0
    spends = [one.spend for one in failed if one.spend is not None]
    episodes = int(there.sum()) + len(spends)
    sums = [int(table.column[name][rows][there].sum()) for name in USAGE]
    for spend in spends:
        sums = [total + own for total, own in zip(sums, usage_of(spend), strict=True)]
    found = {("usage", name): Tally(total, episodes) for name, total in zip(USAGE, sums, strict=True)}
    finishes = Counter[str]()
    for word, count in _words(table, table.column["finishes"][rows]).items():
        finishes.update({reason: count * calls for reason, calls in split_finishes(word).items()})
    for one in failed:
        finishes.update(one.finishes)
    calls = finishes.total()
    reasons = sorted(dict.fromkeys(("stop", *finishes)))  # the usual one is always there, so that calls are counted
    return found | {("finish", word): Tally(finishes[word], calls) for word in reasons}


def _rows_by_cell(table: EpisodeTable) -> dict[tuple[str, CellKey], Ints]:
    if not len(table):
        return {}
    column, pressure = table.column, table.pressure
    names = ("kind", "policy", "setting", "domain", "suite", "scheduler")
    unpressed = np.isnan(pressure)
    parts = [*(column[name] for name in names), np.nan_to_num(pressure, nan=-1.0).view(np.int64)]
    parts.append(np.where(unpressed, column["budget"], NO_WORD))
    _, inverse = np.unique(np.stack(parts), axis=1, return_inverse=True)
    group = inverse.ravel()
    order = np.argsort(group, kind="stable")
    found = {}
    for mine in np.split(order, np.cumsum(np.bincount(group))[:-1]):
        one = mine[0]
        kind, policy, setting, domain, suite, scheduler = (table.word(column[name][one]) for name in names)
        at = None if unpressed[one] else float(pressure[one])
        budget = int(column["budget"][one]) if unpressed[one] and column["budget"][one] >= 0 else None
        found[kind, CellKey(policy, setting, domain, suite, at, budget, scheduler)] = np.asarray(mine, np.int64)
    return found


def _failed_key(one: FailedEpisode) -> CellKey:
    budget = one.budget if one.pressure is None else None
    return CellKey(one.policy, one.setting, one.domain, one.suite, one.pressure, budget, one.scheduler)


def _slots_of(table: EpisodeTable, rows: Ints) -> Ints:
    """Return the slots of all problems of these episodes."""
    first, count = table.column["first_slot"][rows], table.column["slots"][rows]
    before = np.cumsum(count) - count
    return np.asarray(np.repeat(first - before, count) + np.arange(int(count.sum())), np.int64)


def _words(table: EpisodeTable, numbers: Ints) -> Counter[str]:
    """Return how often each word occurs."""
    found, counts = np.unique(numbers[numbers != NO_WORD], return_counts=True)
    return Counter({table.word(n): c for n, c in zip(found.tolist(), counts.tolist(), strict=True)})


def _share(flags: Flags, among: Flags) -> Tally:
    return Tally(int((flags & among).sum()), int(among.sum()))


def added(parts: Iterable[Mapping[Name, Tally]]) -> dict[Name, Tally]:
    """Return the outcomes of several sets of episodes together, in the order of their first occurrence.

    A finish reason that a set lacks is a count of zero there: it is of all calls of that set.
    """
    every = list(parts)
    found: dict[Name, Tally] = {}
    for part in every:
        for name, tally in part.items():
            found[name] = found.get(name, Tally(0, 0)) + tally
    for figure in {name for name, _ in found if name.endswith("finish")}:
        calls = sum(max((t.of for (name, _), t in part.items() if name == figure), default=0) for part in every)
        found |= {name: Tally(tally.count, calls) for name, tally in found.items() if name[0] == figure}
    return found
