"""One episode as lanes: a lane for each problem, the budget from left to right, paid, free and blocked steps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from r3gym.core.charge import ChargeKind
from r3gym.errors import InputError
from r3gym.figures.canvas import legend, note
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import cells_kept, shorter
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
    whole: bool = True


def episode_lanes(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw one episode; without a choice the first agentic contest."""
    folder, row = chosen_row(source, options)
    lanes = _from_record(folder, row) or _from_path(row)
    labels = [slot.label for slot in row.slots]
    budget = row.budget if row.budget is not None else max(1, row.spent)
    with styled():
        from matplotlib.figure import Figure

        picture = Figure(figsize=(WIDTH, 1.35 + 0.33 * len(labels)), layout="constrained")
        axes = picture.subplots()
        handles = _draw_lanes(axes, row, lanes, labels)
        if row.spent < budget:
            left = axes.axvspan(row.spent, budget, color=QUIET, alpha=0.14, linewidth=0)
            tip(left, f"{budget - row.spent} units left at the end")
            handles["left over"] = left
        axes.set_xlim(-0.4, budget + 0.4)
        axes.set_xlabel("budget spent (counted actions)")
        legend(picture, list(handles.values()), list(handles))
        solved = sum(slot.correct for slot in row.slots)
        only = "" if lanes.whole else " No record was kept: paid steps only."
        foot = (
            f"{shorter(row.policy)}, {row.domain}, contest {shorter(row.contest)}, scheduler {row.scheduler}, repeat "
            f"{row.repeat}, episode {row.id[:12]}: {solved} of {len(labels)} solved, {row.spent} of {row.budget} units "
            f"spent. Numbers: versions of the answer.{only}"
        )
        note(picture, foot)
    columns = ("step", "kind", "problem", "units spent", "units left", "what")
    rows: list[tuple[Value, ...]] = [(n, *step) for n, step in enumerate(lanes.steps, 1)]
    return Drawn(picture, FigureTable.of(columns, rows), "One episode, step by step.", foot)


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
        if any(path is not None for path in cell.paths[0])
    ]
    for cell in sorted(cells, key=lambda one: -(one.budget or 0)):
        contest = options.contest or cell.suite.contests[int(cell.contests[0])]
        for folder, row in _rows(source, contest):
            own = (row.policy, row.domain, row.suite, row.scheduler, row.budget, row.contest)
            key = cell.key
            if own == (key.policy, key.domain, key.suite, key.scheduler, cell.budget, contest):
                return folder, row
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


def _from_path(row: EpisodeRow) -> Lanes:
    left = row.budget
    steps = [("paid", label, n, None if left is None else left - n, "") for n, label in enumerate(row.path or "", 1)]
    return Lanes(steps, whole=False)


def _from_record(folder: Path, row: EpisodeRow) -> Lanes | None:
    """Return the lanes of the kept record; None where there is none that can be read."""
    if row.record is None or not (folder / row.record).is_file():
        return None
    try:
        record: EpisodeRecord = read_record(folder / row.record)
    except RecordError:
        return None
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
        if label not in labels:
            continue
        marker, colour, size = MARKS[kind]
        # A paid step fills its unit; what costs nothing stands at the border between two units, side by side.
        at_once[spent] = at_once.get(spent, 0) + (kind != "paid")
        x = spent - 0.5 if kind == "paid" else spent - 0.22 + 0.44 * (at_once[spent] % 8) / 8
        (dot,) = axes.plot(x, labels.index(label), marker=marker, color=colour, markersize=size, linestyle="none")
        if kind == "paid":
            dot.set(markeredgecolor=PAPER, markeredgewidth=0.5)
        tip(dot, f"step {number}, {label}: {kind}; {'' if left is None else f'{left} units left; '}{shorter(what, 60)}")
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
