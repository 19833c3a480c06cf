"""Gather a campaign's rows into cells. A row that does not fit the manifest raises an error."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from r3gym.cells.campaign import CampaignData
from r3gym.cells.cell import ENDINGS, STATES, CellKey, ContestCell, CurveCell, TargetCell, sort_key
from r3gym.cells.table import NO_WORD, EpisodeTable, Ints
from r3gym.core.verdict import ParseState
from r3gym.errors import InputError
from r3gym.records.rows import Ending, RunKind


def contest_cells(campaign: CampaignData) -> tuple[ContestCell, ...]:
    """Return all contest cells, in the order of their keys."""
    cells = (_contest_cell(campaign, key, rows) for key, rows in _grouped(campaign, RunKind.CONTEST))
    return tuple(sorted(cells, key=lambda cell: sort_key(cell.key)))


def curve_cells(campaign: CampaignData) -> dict[CellKey, CurveCell]:
    """Return all curve cells. A single problem leaves nothing to schedule: only runs without a scheduler are read."""
    found = {}
    for key, rows in _grouped(campaign, RunKind.CURVE):
        if key.scheduler == "none":
            found[key.curves] = _curve_cell(campaign, key.curves, rows)
    return found


def target_cells(campaign: CampaignData) -> tuple[TargetCell, ...]:
    """Return all cells of target-in-suite runs."""
    cells = (_target_cell(campaign, key, rows) for key, rows in _grouped(campaign, RunKind.TARGET))
    return tuple(sorted(cells, key=lambda cell: sort_key(cell.key)))


def _grouped(campaign: CampaignData, kind: RunKind) -> Iterator[tuple[CellKey, Ints]]:
    """Yield the rows of a kind, cell by cell."""
    table = campaign.table
    rows = np.nonzero(table.column["kind"] == table.number(kind.value))[0]
    if not len(rows):
        return
    names = ["policy", "setting", "domain", "suite", "scheduler"]
    column = {name: table.column[name][rows] for name in (*names, "budget")}
    pressure = table.pressure[rows]
    parts = [column[name] for name in names]
    if kind is RunKind.CONTEST:  # levels of a curve and budgets of a target do not form separate cells
        parts += [np.nan_to_num(pressure, nan=-1.0).view(np.int64), np.where(np.isnan(pressure), column["budget"], -1)]
    _, inverse = np.unique(np.stack(parts), axis=1, return_inverse=True)
    group = inverse.ravel()
    order = np.argsort(group, kind="stable")
    for mine in np.split(order, np.cumsum(np.bincount(group))[:-1]):
        one = mine[0]
        policy, setting, domain, suite, scheduler = (table.word(column[name][one]) for name in names)
        at = None if kind is not RunKind.CONTEST or np.isnan(pressure[one]) else float(pressure[one])
        budget = int(column["budget"][one]) if kind is RunKind.CONTEST and at is None else None
        budget = None if budget == NO_WORD else budget
        yield CellKey(policy, setting, domain, suite, at, budget, scheduler), rows[mine]


def _contest_cell(campaign: CampaignData, key: CellKey, rows: Ints) -> ContestCell:
    table, suite = campaign.table, campaign.suite(key.suite, key.domain)
    contest = _places(table, "contest", rows, suite.contests, key)
    repeat = _repeats(table, rows, campaign.repeats, key)
    _check_once(np.stack([contest, repeat]), key)
    slots = _slots(table, rows, suite.size, key)
    named = _places(table, "slot_problem_id", slots.ravel(), suite.problems, key).reshape(slots.shape)
    if (named != suite.order[contest]).any():
        raise InputError(f"{key}: a run's problems are not those of its contest in the manifest")
    shape = (len(suite.contests), campaign.repeats)
    played = np.zeros(shape, bool)
    played[contest, repeat] = True
    paths: list[list[str | None]] = [[None] * campaign.repeats for _ in suite.contests]
    for c, r, path in zip(contest.tolist(), repeat.tolist(), table.column["path"][rows].tolist(), strict=True):
        paths[c][r] = None if path == NO_WORD else table.word(path)
    return ContestCell(
        key=key,
        suite=suite,
        contests=np.arange(len(suite.contests)),
        budget=_budget(table, rows, key),
        played=played,
        correct=_dense((*shape, suite.size), (contest, repeat), table.column["correct"][slots]),
        parse=_dense((*shape, suite.size), (contest, repeat), _renumbered(table, "parse", slots, STATES)),
        spent=_dense((*shape, suite.size), (contest, repeat), table.column["slot_spent"][slots]),
        booked=_dense((*shape, suite.size), (contest, repeat), table.column["booked"][slots], -1),
        rides=_dense((*shape, suite.size), (contest, repeat), table.column["rides"][slots], -1),
        unsure=_dense((*shape, suite.size), (contest, repeat), table.column["unsure"][slots]),
        used=_dense(shape, (contest, repeat), table.column["spent"][rows]),
        ending=_dense(shape, (contest, repeat), _renumbered(table, "ending", rows, ENDINGS)),
        paths=tuple(map(tuple, paths)),
    )


def _curve_cell(campaign: CampaignData, key: CellKey, rows: Ints) -> CurveCell:
    table, suite = campaign.table, campaign.suite(key.suite, key.domain)
    problem = _places(table, "problem_id", rows, suite.problems, key)
    levels = {level: n for n, level in enumerate(campaign.grid)}
    try:
        level = np.array([levels[at] for at in table.pressure[rows].tolist()])
    except KeyError as at:
        raise InputError(f"{key}: a curve's run at level {at}; the manifest's grid is {campaign.grid}") from None
    repeat = _repeats(table, rows, campaign.repeats, key)
    _check_once(np.stack([problem, level, repeat]), key)
    slots = _slots(table, rows, 1, key)[:, 0]
    caps = np.full(len(campaign.grid), -1)
    budget = table.column["budget"][rows]
    caps[level] = budget
    if (caps[level] != budget).any() or (budget < 0).any():
        raise InputError(f"{key}: the runs of a level do not have one cap: analyse the campaigns one by one")
    shape, place = (len(suite.problems), len(campaign.grid), campaign.repeats), (problem, level, repeat)
    words, ended = run_endings(table, rows, slots)
    return CurveCell(
        key,
        suite,
        campaign.grid,
        caps,
        _dense(shape, place, table.column["correct"][slots], -1),
        _dense(shape, place, table.column["spent"][rows]),
        _dense(shape, place, ended, -1),
        words,
    )


def run_endings(table: EpisodeTable, rows: Ints, slots: Ints) -> tuple[tuple[str, ...], Ints]:
    """Return how each single-problem run ended, as indices into a list of words.

    The judge's verdict where there was an answer (``accepted``, ``wrong_answer``, ``time_limit`` ...); without one
    ``cut`` where the budget stopped the completion, else the parser's status (``missing``, ``malformed``,
    ``unparsable``).
    """
    verdict, parse, ending = table.column["verdict"][slots], table.column["parse"][slots], table.column["ending"][rows]
    cut = (parse != table.number(ParseState.ANSWERED)) & (ending == table.number(Ending.CUT))
    found = np.where(cut, table.number(Ending.CUT), np.where(verdict >= 0, verdict, parse))
    numbers, inverse = np.unique(found, return_inverse=True)
    return tuple(table.word(n) for n in numbers.tolist()), inverse.ravel()


def _target_cell(campaign: CampaignData, key: CellKey, rows: Ints) -> TargetCell:
    table, suite = campaign.table, campaign.suite(key.suite, key.domain)
    contest = _places(table, "contest", rows, suite.contests, key)
    problem = _places(table, "problem_id", rows, suite.problems, key)
    at = suite.order[contest] == problem[:, None]
    if not at.any(axis=1).all():
        raise InputError(f"{key}: a target that is no problem of its contest")
    position = at.argmax(axis=1)
    _check_once(np.stack([contest, position, table.column["repeat"][rows]]), key)
    # A run may list all problems or the target alone.
    first, count = table.column["first_slot"][rows], table.column["slots"][rows]
    if not np.isin(count, (1, suite.size)).all():
        raise InputError(f"{key}: a target's run lists its target or all {suite.size} problems")
    slot = first + np.where(count == 1, 0, position)
    shape = (len(suite.contests), suite.size)
    runs, solved = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    np.add.at(runs, (contest, position), 1)
    np.add.at(solved, (contest, position), table.column["correct"][slot])
    return TargetCell(key, suite, runs, solved)


def _dense(shape: tuple[int, ...], place: tuple[Ints, ...], values: Ints, empty: int = 0) -> Ints:
    found = np.full(shape, empty, np.int64)
    found[place] = values
    return found


def _places(table: EpisodeTable, name: str, rows: Ints, known: tuple[str, ...], key: CellKey) -> Ints:
    """Return for each row the index of the name in its column in a list of the manifest."""
    numbers = {word: n for n, word in enumerate(known)}
    column = table.column[name][rows]
    words, inverse = np.unique(column, return_inverse=True)
    found = [numbers.get(table.word(w), NO_WORD) if w != NO_WORD else NO_WORD for w in words.tolist()]
    if NO_WORD in found:
        stranger = words[found.index(NO_WORD)]
        said = "none" if stranger == NO_WORD else repr(table.word(stranger))
        what = name.removeprefix("slot_").removesuffix("_id")
        raise InputError(f"{key}: a run's {what} is {said}, which the manifest does not list")
    return np.array(found)[inverse.ravel()]


def _renumbered(table: EpisodeTable, name: str, places: Ints, states: tuple[str, ...]) -> Ints:
    """Return a column of words as indices into a fixed list of states; -1 where there is none."""
    translate = np.full(len(table.words) + 1, NO_WORD)  # the last entry is for NOTHING
    for n, state in enumerate(states):
        if state in table.numbers:
            translate[table.number(state)] = n
    return translate[table.column[name][places]]


def _repeats(table: EpisodeTable, rows: Ints, repeats: int, key: CellKey) -> Ints:
    repeat = table.column["repeat"][rows] - 1
    if (repeat >= repeats).any():
        raise InputError(f"{key}: a run is repeat {repeat.max() + 1} of {repeats}, says the manifest")
    return repeat


def _slots(table: EpisodeTable, rows: Ints, size: int, key: CellKey) -> Ints:
    """Return the slots of the problems of each run: runs x size."""
    if (table.column["slots"][rows] != size).any():
        raise InputError(f"{key}: a run does not have {size} problem{'s' * (size != 1)}, as the manifest says")
    return table.column["first_slot"][rows][:, None] + np.arange(size)


def _budget(table: EpisodeTable, rows: Ints, key: CellKey) -> int | None:
    found = set(table.column["budget"][rows].tolist())
    if len(found) > 1:
        raise InputError(f"{key}: budgets {sorted(found)} in one cell: analyse the campaigns one by one")
    budget = found.pop()
    return None if budget < 0 else budget


def _check_once(places: Ints, key: CellKey) -> None:
    if len(np.unique(places, axis=1).T) != places.shape[1]:
        raise InputError(f"{key}: the same run was played under two identities: analyse the campaigns one by one")
