"""One episode as lanes: a lane for each problem, the budget from left to right, paid, free and blocked steps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from r3gym.core.charge import ChargeKind
from r3gym.errors import InputError
from r3gym.figures.canvas import legend, note
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.fitting import shorter
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import cells_kept
from r3gym.figures.source import FigureSource
from r3gym.figures.style import COLOURS, INK, PAPER, QUIET, WIDTH, styled, tip
from r3gym.figures.table import FigureTable, Value
from r3gym.records.campaign_folder import ROWS
from r3gym.records.reading import RecordError, read_record
from r3gym.records.record import EpisodeRecord
from r3gym.records.row_file import parse_row, read_row_lines
from r3gym.records.rows import EpisodeRow, RunKind

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The look of a step by its charge: marker, colour, size.
MARKS = {
    "paid": ("s", COLOURS[0], 6.0),
    "free": ("|", QUIET, 7.0),
    "blocked": ("x", COLOURS[1], 6.0),
    "protocol error": ("X", COLOURS[3], 5.5),
}
#: The lane of steps that are for no problem: status, finishing, commands before the first focus.
NO_PROBLEM = "–"
_WORDS = {
    ChargeKind.COUNTED: "paid",
    ChargeKind.FREE: "free",
    ChargeKind.BLOCKED: "blocked",
    ChargeKind.PROTOCOL_ERROR: "protocol error",
}


@dataclass(frozen=True)
class Lanes:
    """An episode's steps: kind, label ("" for none), units spent after it, units left, and what it was."""

    steps: list[tuple[str, str, int, int | None, str]]
    #: Label, units spent, number of the version.
    versions: list[tuple[str, int, int]] = field(default_factory=list)
    #: The sentence that says why only paid steps are here; nothing where all are.
    lack: str = ""


def episode_lanes(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw one episode; without a choice the first agentic contest."""
    folder, row = chosen_row(source, options)
    lanes = _from_record(folder, row)
    labels = [slot.label for slot in row.slots]
    if any(label not in labels for _, label, *_ in lanes.steps):
        labels.append(NO_PROBLEM)
    budget = row.budget if row.budget is not None else max(1, row.spent)
    with styled():
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator

        picture = Figure(figsize=(WIDTH, 1.6 + 0.33 * len(labels)), layout="constrained")
        axes = picture.subplots()
        handles = _draw_lanes(axes, row, lanes, labels)
        if row.spent < budget:
            left = axes.axvspan(row.spent, budget, color=QUIET, alpha=0.14, linewidth=0)
            tip(left, f"{budget - row.spent} units left at the end")
            handles["left over"] = left
        axes.set_xlim(-0.4, budget + 0.4)
        axes.set_xlabel("budget spent (counted actions)")
        if row.budget is not None:
            remaining = axes.secondary_xaxis("top", functions=(partial(_left, budget), partial(_left, budget)))
            remaining.set_xlabel("units left", fontsize=7.5)
            remaining.tick_params(labelsize=7)
            remaining.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        legend(picture, list(handles.values()), list(handles))
        solved = sum(slot.correct for slot in row.slots)
        none = f" Lane {NO_PROBLEM}: steps for no problem." if NO_PROBLEM in labels else ""
        foot = (
            f"{shorter(row.policy)}, {row.domain}, contest {shorter(row.contest)}, scheduler {row.scheduler}, repeat "
            f"{row.repeat}, episode {row.id[:12]}: {solved} of {len(row.slots)} solved, {row.spent} of {row.budget} "
            f"units spent. Numbers: versions of the answer.{none}{lanes.lack}"
        )
        note(picture, foot)
    columns = ("step", "kind", "problem", "units spent", "units left", "what")
    rows: list[tuple[Value, ...]] = [(n, *step) for n, step in enumerate(lanes.steps, 1)]
    return Drawn(picture, FigureTable.of(columns, rows), "One episode, step by step.", foot)


def _left(budget: int, spent: Any) -> Any:
    """Return what is left of a budget, of a number or an array of them; it is its own inverse."""
    return budget - spent


def chosen_row(source: FigureSource, options: FigureOptions) -> tuple[Path, EpisodeRow]:
    """Return the row that was asked for; else the first contest of the cell with the largest budget."""
    if options.episode is not None:
        for folder, row in _rows(source, options.episode):
            if row.id.startswith(options.episode):
                return folder, row
        raise InputError(f"episode {options.episode!r}: no agentic contest of this run has an id that begins so")
    cells = [
        cell
        for run in source.runs
        for cell in cells_kept(run, options)
        if any(path is not None for runs in cell.paths for path in runs)
    ]
    for cell in sorted(cells, key=lambda one: -(one.budget or 0)):
        contest = options.contest or cell.suite.contests[int(cell.contests[0])]
        for folder, row in _rows(source, contest):
            own = (row.policy, row.domain, row.suite, row.scheduler, row.budget, row.contest)
            key = cell.key
            if own == (key.policy, key.domain, key.suite, key.scheduler, cell.budget, contest):
                return folder, row
    if cells and options.contest is not None:
        raise InputError(f"contest {options.contest!r}: no agentic run of it has a result")
    raise MissingData("no agentic contest with a result: only agentic episodes have steps")


def _rows(source: FigureSource, word: str) -> Iterator[tuple[Path, EpisodeRow]]:
    """Yield the agentic contests with a result among the lines that hold a word; other lines are not even parsed."""
    sought = {json.dumps(word)[1:-1].encode(), word.encode("utf-8", "surrogatepass")}
    for run in source.runs:
        for folder in run.campaign.paths:
            for line in read_row_lines(folder / ROWS):
                if any(one in line.data for one in sought):
                    row = parse_row(folder / ROWS, line)
                    if row.kind is RunKind.CONTEST and row.failure is None and row.path is not None:
                        yield folder, row


def _from_path(row: EpisodeRow, lack: str) -> Lanes:
    left = row.budget
    steps = [("paid", label, n, None if left is None else left - n, "") for n, label in enumerate(row.path or "", 1)]
    return Lanes(steps, lack=lack)


def _from_record(folder: Path, row: EpisodeRow) -> Lanes:
    """Return the lanes of the kept record; of the row, and why, where there is none that can be read."""
    if row.record is None or not (folder / row.record).is_file():
        return _from_path(row, " No record was kept: paid steps only.")
    try:
        record: EpisodeRecord = read_record(folder / row.record)
    except RecordError as why:
        return _from_path(row, f" The record cannot be read ({shorter(str(why), 120)}): paid steps only.")
    steps: list[tuple[str, str, int, int | None, str]] = []
    versions: list[tuple[str, int, int]] = []
    seen: dict[str, int] = {}
    spent = 0
    for step in record.steps:
        kind = "free" if step.charge is None else _WORDS[step.charge.kind]
        spent += kind == "paid"
        left = None if row.budget is None else row.budget - spent
        said = " ".join(step.action.text.split())[:80]
        steps.append((kind, step.problem or "", spent, left, f"{step.action.verb} {said}".strip()))
        for problem in step.state.problems or ():
            if problem.candidate_version > seen.get(problem.label, 0):
                seen[problem.label] = problem.candidate_version
                versions.append((problem.label, max(1, spent), problem.candidate_version))
    return Lanes(steps, versions)


def _draw_lanes(axes: Axes, row: EpisodeRow, lanes: Lanes, labels: list[str]) -> dict[str, object]:
    handles: dict[str, object] = {}
    for place, slot in enumerate(row.slots):
        axes.axhline(place, color=QUIET, linewidth=0.4, zorder=0)
        verdict = "solved" if slot.correct else (slot.verdict or slot.parse).replace("_", " ")
        axes.annotate(
            f"{verdict}, {slot.spent}",
            (1.01, place),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=7.2,
            color=INK,
            fontweight="bold" if slot.correct else "normal",
        )
    at_once: dict[int, int] = {}
    for number, (kind, label, spent, left, what) in enumerate(lanes.steps, 1):
        marker, colour, size = MARKS[kind]
        # A paid step fills its unit; what costs nothing stands at the border between two units, side by side.
        at_once[spent] = at_once.get(spent, 0) + (kind != "paid")
        x = spent - 0.5 if kind == "paid" else spent - 0.22 + 0.44 * (at_once[spent] % 8) / 8
        (dot,) = axes.plot(
            x,
            labels.index(label if label in labels else NO_PROBLEM),
            marker=marker,
            color=colour,
            markersize=size,
            linestyle="none",
        )
        remaining = "" if left is None else f"{left} units left; "
        if kind == "paid":
            dot.set(markeredgecolor=PAPER, markeredgewidth=0.5)
        tip(
            dot,
            f"step {number}, {label or 'no problem'}: {kind}; {remaining}{shorter(what, 60)}",
        )
        handles.setdefault(kind, dot)
    for label, spent, version in lanes.versions:
        if label in labels:
            where = (spent - 0.5, labels.index(label))
            axes.annotate(str(version), where, (0, 4), textcoords="offset points", ha="center", fontsize=6.5)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_ylabel("problem")
    axes.grid(visible=False, axis="y")
    return handles
