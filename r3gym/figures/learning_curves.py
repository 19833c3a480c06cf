"""The learning curves of a training run: the learned scheduler against the others at every evaluation."""

from __future__ import annotations

import json
from pathlib import Path

from r3gym.errors import InputError
from r3gym.figures.canvas import left_labels, legend, note, panel_grid, title
from r3gym.figures.drawing import Drawing
from r3gym.figures.fitting import short_names, shorter
from r3gym.figures.style import COLOURS, INK, QUIET, series_style, styled, tip
from r3gym.figures.table import FigureTable, Value

NAME, TITLE = "learning_curves", "Learning curves of a training run"
#: The file of a training run: a line for each evaluation.
VALIDATION = "validation.jsonl"
LEARNED = "learned"
_COLUMNS = ("steps", "cell", "scheduler", "mean", "margin", "within")


def learning_curves(folder: Path) -> Drawing:
    """Draw mean scores by training steps, a panel for each cell of the evaluation."""
    rows = _rows(folder)
    if not rows:
        return Drawing(NAME, TITLE, "", FigureTable.of(_COLUMNS, []), None, f"{folder} has no evaluation yet")
    cells = list(dict.fromkeys(str(row[1]) for row in rows))
    with styled():
        picture, axes = panel_grid(len(cells), 2.0, most=3)
        handles: dict[str, object] = {}
        labels = short_names(str(row[2]) for row in rows)
        for here, cell in zip(axes, cells, strict=True):
            mine = [row for row in rows if row[1] == cell]
            for number, scheduler in enumerate(dict.fromkeys(str(row[2]) for row in mine)):
                own = [(float(str(row[0])), float(str(row[3]))) for row in mine if row[2] == scheduler]
                style = series_style(number)
                learned = scheduler == LEARNED
                (line,) = here.plot(
                    [x for x, _ in own],
                    [y for _, y in own],
                    **style | {"color": COLOURS[0] if learned else style["color"], "linewidth": 2 if learned else 0.9},
                )
                tip(line, f"{scheduler}, {cell}: {own[-1][1]:.2f} after {own[-1][0]:,.0f} steps")
                handles.setdefault(labels[scheduler], line)
            title(here, shorter(cell))
            here.set_xlabel("training steps")
        left_labels(axes, "mean score")
        for here in axes:
            here.tick_params(axis="x", colors=QUIET, labelcolor=INK)
        legend(picture, list(handles.values()), list(handles))
        foot = "Simulated validation contests of the twin; the table has the paired margins with 95 % half-widths."
        note(picture, foot)
    return Drawing(NAME, TITLE, "Mean scores by training steps.", FigureTable.of(_COLUMNS, rows), picture, note=foot)


def _rows(folder: Path) -> list[tuple[Value, ...]]:
    file = folder / VALIDATION
    if not file.is_file():
        raise InputError(
            f"{folder}: no training run with evaluations (it holds no {VALIDATION}); `r3gym train` makes one"
        )
    found: list[tuple[Value, ...]] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        try:
            one = json.loads(line)
            found.extend((one["steps"], *(score[name] for name in _COLUMNS[1:])) for score in one["scores"])
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{file}, line {number}: not an evaluation of a training run") from None
    return found
