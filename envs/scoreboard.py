"""The scoreboard: a budget bar and a row per problem, as text and as a picture. It shows the visible state only."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from r3gym.core.contest import Contest
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.result import ContestResult
from r3gym.core.state import ContestState, ProblemState
from r3gym.prompts.instruction import BudgetView

Picture = np.ndarray[Any, np.dtype[np.uint8]]

WIDTH = 78
_BAR = 30
#: The height of a line of the picture.
_LINE = 25

#: Cursor home and clear: on a terminal the scoreboard stays in place instead of scrolling by.
CLEAR_SCREEN = "\x1b[H\x1b[2J"


@dataclass(frozen=True)
class Scoreboard:
    """What a scoreboard shows: the visible state, as much of the budget as ``view`` allows, and the result at the end.

    ``last`` is the text of the last action; ``spent`` the units of the budget spent on each problem, by label.
    """

    state: ContestState
    contest: Contest
    view: BudgetView
    last: str
    result: ContestResult | None
    spent: Mapping[str, int]


def render_scoreboard(board: Scoreboard, mode: str) -> str | Picture | None:
    """Render in a Gymnasium render mode: ``ansi`` text, a picture, or (``human``) the text on the terminal."""
    if mode == "rgb_array":
        return render_picture(board)
    text = render_text(board, colour=mode == "human" and sys.stdout.isatty())
    if mode == "human":
        print(f"{CLEAR_SCREEN}{text}" if sys.stdout.isatty() else text, flush=True)
        return None
    return text


def render_text(board: Scoreboard, *, colour: bool = False) -> str:
    """Return the scoreboard as text for a terminal."""
    result, last = board.result, board.last
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    for name in ("", "problem", "paid", "answer", "state", "exit", "verdict" if result else ""):
        table.add_column(name, overflow="ellipsis", no_wrap=True)
    for row in rows(board):
        table.add_row(*map(Text, row), style="bold cyan" if row[0] == ">" else None)
    console = Console(file=StringIO(), width=WIDTH, force_terminal=colour, color_system="standard" if colour else None)
    console.print(
        Panel(
            table,
            title=escape(board.contest.id),
            subtitle=f"score {result.score}" if result else None,
            subtitle_align="right",
            width=WIDTH,
        )
    )
    console.print(budget_bar(board.state, board.view), markup=False, highlight=False)
    if last:
        console.print("last: " + _one_line(last), markup=False, highlight=False, overflow="ellipsis", no_wrap=True)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().rstrip("\n")


def rows(board: Scoreboard) -> list[tuple[str, ...]]:
    """Return one row per problem: focus mark, name, units spent, candidate, shelved, last exit, verdict at the end."""
    state, contest, result = board.state, board.contest, board.result
    verdicts = {p.label: p.word for p in result.problems} if result else {}
    return [
        (
            ">" if p.label == state.focus else " ",
            f"{p.label} {contest.problem(p.label).title or contest.problem(p.label).id}"[:30],
            str(board.spent.get(p.label, 0)),
            f"v{p.candidate_version}" if p.candidate else "-",
            _state(p, state.focus),
            "-" if p.last_exit is None else str(p.last_exit),
            verdicts.get(p.label, ""),
        )
        for p in state.problems
    ]


def budget_bar(state: ContestState, view: BudgetView) -> str:
    """Return the budget as a bar, as much of it as the view shows.

    >>> from r3gym.core.known_domains import get_domain
    >>> budget_bar(ContestState(get_domain("math"), (), None, 4, 1, 3), BudgetView.RUNNING)
    'budget [#######.......................] 1 of 4 used'
    """
    if state.total is None:
        return f"budget: unlimited, {state.used} used"
    if view is BudgetView.HIDDEN:
        return "budget: not shown"
    if view is BudgetView.TOTAL:
        return f"budget: {state.total} in all"
    filled = _BAR if not state.total else _BAR * state.used // state.total
    return f"budget [{'#' * filled}{'.' * (_BAR - filled)}] {state.used} of {state.total} used"


def render_picture(board: Scoreboard) -> Picture:
    """Return the scoreboard as an RGB picture, for video recorders; its height depends on the number of problems."""
    from PIL import Image, ImageDraw, ImageFont

    height = 320 + _LINE * max(0, len(board.contest.problems) - PROBLEMS_PER_CONTEST)
    image = Image.new("RGB", (800, height), (18, 22, 28))
    draw = ImageDraw.Draw(image)
    font, small = ImageFont.load_default(18), ImageFont.load_default(15)
    draw.text((20, 14), board.contest.id, font=font, fill=(235, 238, 242))
    if board.result is not None:
        score = f"score {board.result.score} of {len(board.result.problems)}"
        draw.text((660, 14), score, font=font, fill=(120, 220, 150))
    _draw_bar(draw, small, board.state, board.view)
    columns = (20, 40, 330, 390, 460, 560, 620)
    for number, row in enumerate([("", "problem", "paid", "answer", "state", "exit", ""), *rows(board)]):
        colour = (140, 150, 165) if number == 0 else (110, 200, 255) if row[0] == ">" else (215, 220, 228)
        for x, cell in zip(columns, row, strict=True):
            draw.text((x, 84 + _LINE * number), cell, font=small, fill=colour)
    draw.text((20, height - 36), _one_line(board.last)[:95], font=small, fill=(140, 150, 165))
    return np.asarray(image, dtype=np.uint8).copy()


def _draw_bar(draw: Any, font: Any, state: ContestState, view: BudgetView) -> None:
    if view is not BudgetView.RUNNING or not state.total:
        draw.text((20, 50), budget_bar(state, view), font=font, fill=(215, 220, 228))
        return
    draw.rectangle((20, 50, 520, 68), outline=(90, 100, 115))
    draw.rectangle((20, 50, 20 + 500 * state.used // state.total, 68), fill=(0, 128, 128))
    draw.text((540, 50), f"{state.used} of {state.total} used", font=font, fill=(215, 220, 228))


def _state(problem: ProblemState, focus: str | None) -> str:
    if problem.label == focus:
        return "focus"
    return "shelved" if problem.shelved else "open"


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
