"""All figures by name: what each shows, what it needs, and where the paper has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from r3gym.figures.canvas import note
from r3gym.figures.contest_equal_oracle import contest_equal_oracle
from r3gym.figures.context_stress import context_stress
from r3gym.figures.coordinate import coordinate
from r3gym.figures.cumulative_output import cumulative_output
from r3gym.figures.drawing import Drawing, Drawn, MissingData
from r3gym.figures.eci import eci
from r3gym.figures.episode_lanes import episode_lanes
from r3gym.figures.funnel import funnel
from r3gym.figures.gap_waterfall import gap_waterfall
from r3gym.figures.miss_causes import miss_causes
from r3gym.figures.omissions import omissions
from r3gym.figures.options import FigureOptions
from r3gym.figures.oracle_portfolio import oracle_portfolio
from r3gym.figures.paired_difference import paired_difference
from r3gym.figures.position_accuracy import position_accuracy
from r3gym.figures.position_answered import position_answered
from r3gym.figures.problem_curves import problem_curves
from r3gym.figures.published_values import PUBLISHED
from r3gym.figures.response_curves import response_curves
from r3gym.figures.scheduler_table import scheduler_table
from r3gym.figures.score_by_budget import score_by_budget
from r3gym.figures.scoreboard import scoreboard
from r3gym.figures.selected_misses import selected_misses
from r3gym.figures.source import FigureSource, check_choice
from r3gym.figures.style import need_matplotlib
from r3gym.figures.table import FigureTable, Value
from r3gym.figures.wasted_output import wasted_output

_DEFAULT = FigureOptions()


@dataclass(frozen=True)
class FigureKind:
    """One figure: ``needs`` is what a run must have, ``paper`` where the paper has it (None: beyond the paper).

    ``oracle``: it shows an oracle, so caption and table state what that pays.
    """

    name: str
    title: str
    needs: str
    paper: str | None
    function: Callable[[FigureSource, FigureOptions], Drawn]
    oracle: bool = False

    def draw(self, source: FigureSource, options: FigureOptions = _DEFAULT) -> Drawing:
        """Draw the figure; where data is missing, the drawing says in words what.

        Raise `InputError` where the options name what no run has, and where matplotlib is not installed.
        """
        need_matplotlib()
        check_choice(source, options)
        try:
            found = self.function(source, options)
        except MissingData as why:
            return Drawing(self.name, self.title, "", FigureTable.of((), ()), None, str(why))
        caption, table, foot = found.caption, found.table, found.note
        if self.oracle:
            cost = source.runs[0].analysis.oracle_cost
            caption = f"{caption} {cost.statement}"
            costs = ["as published" if row[0] == PUBLISHED else cost.value for row in table.rows]
            table = FigureTable.of((*table.columns, "oracle_cost"), map(_with_last, table.rows, costs))
        changes = [line for run in source.runs for line in run.changes]
        if changes:
            foot = " ".join([foot, *changes])
            note(found.picture, foot)
        return Drawing(self.name, self.title, caption, table, found.picture, note=foot)


def _with_last(row: tuple[Value, ...], last: Value) -> tuple[Value, ...]:
    return (*row, last)


_EVERY = (
    FigureKind("contest_equal_oracle", "Contest, equal split and oracle", "contests; curves for equal and oracle",
               "figure acc_vs_replay", contest_equal_oracle, oracle=True),
    FigureKind("gap_waterfall", "Where the gap comes from", "agentic contests, curves", None, gap_waterfall,
               oracle=True),
    FigureKind("score_by_budget", "Score against budget", "contests, curves", None, score_by_budget, oracle=True),
    FigureKind("response_curves", "Response curves", "curves", "section 3.4", response_curves, oracle=True),
    FigureKind("problem_curves", "Response curves of one contest", "curves, contests", "section 3.4",
               problem_curves, oracle=True),
    FigureKind("oracle_portfolio", "What the oracle selects", "contests, curves", "figure oracle_difficulty",
               oracle_portfolio, oracle=True),
    FigureKind("selected_misses", "Selected by the oracle, missed in the contest", "contests, curves",
               "figure selected_misses", selected_misses, oracle=True),
    FigureKind("position_accuracy", "Accuracy by presented position", "contests", "figure position_effect",
               position_accuracy),
    FigureKind("position_answered", "Answered and truncated by position", "contests", "figure judge_position",
               position_answered),
    FigureKind("cumulative_output", "Output by position", "contests", "figure cumulative_share", cumulative_output),
    FigureKind("wasted_output", "Output spent on what stayed wrong", "contests", "figure wasted_share", wasted_output),
    FigureKind("omissions", "What became of every problem", "contests", "figure judge_omission", omissions),
    FigureKind("scheduler_table", "Schedulers beside the oracle", "contests under several schedulers",
               "table online_scheduler_directives", scheduler_table, oracle=True),
    FigureKind("paired_difference", "Paired differences", "several schedulers, policies or runs on the same contests",
               None, paired_difference),
    FigureKind("context_stress", "A target in its contest, and alone", "target-in-suite runs, curves",
               "table context-stress", context_stress),
    FigureKind("eci", "Gap ratio and capability", "contests, curves, an index (--index)",
               "table eci_discriminant", eci, oracle=True),
    FigureKind("scoreboard", "Scoreboard of a contest", "contests", None, scoreboard),
    FigureKind("episode_lanes", "An episode in lanes", "agentic contests; all marks with records", None, episode_lanes),
    FigureKind("coordinate", "Coverage and resource-rational updates", "labels", "figure 1",
               coordinate),
    FigureKind("funnel", "From difficulty to a resource-rational update", "labels",
               "figure agentic_funnel", funnel),
    FigureKind("miss_causes", "Causes of selected misses", "labels, curves", "figure agentic_oracle_miss",
               miss_causes, oracle=True),
)  # fmt: skip

#: Every figure of a campaign by its name, in the order of a report.
FIGURES: dict[str, FigureKind] = {kind.name: kind for kind in _EVERY}
