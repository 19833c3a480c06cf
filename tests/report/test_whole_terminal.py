"""On a terminal of any width a report holds every text whole: reasoning, reasons, the judge's words, outputs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from r3gym.report.episode_report import EpisodeReport
from r3gym.report.reading import read_account
from r3gym.report.terminal import show_episode

HERE = Path(__file__).parent


def squeezed(text: str) -> str:
    """The text without blanks: folding lines and indenting them changes nothing else."""
    return "".join(text.split())


@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize("name", ["agent_episode.json", "../records/format1/math-coverage.json"])
def test_no_text_is_cut(name: str, width: int) -> None:
    one = read_account(HERE / name)
    assert isinstance(one, EpisodeReport)
    screen = io.StringIO()
    show_episode(Console(file=screen, width=width), one)
    shown = squeezed(screen.getvalue())
    wanted = [
        *(text for turn in one.turns for text in (turn.reasoning, turn.content, *turn.said)),
        *(arguments for turn in one.turns for _, arguments in turn.tool_calls),
        *(text for step in one.steps for text in (step.reason, step.text, step.output, step.full_output)),
        *(fault.answer for fault in one.faults),
    ]
    assert len(wanted) > 10
    assert [text for text in wanted if squeezed(text) not in shown] == []
