"""The figures of behaviour on labels that are small enough to work out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from r3gym.analysis import Resampling
from r3gym.behaviour import Annotator, Label, LabelSet, Quotation
from r3gym.behaviour.label import Finished
from r3gym.behaviour.rates import behaviour_figures, episode_labels, region
from r3gym.behaviour.selection import ContestRow, cell_of
from r3gym.cells.cell import CellKey
from r3gym.records.rows import EpisodeRow

ANN = Annotator(type="person", name="ann")
FEW = Resampling(resamples=20)


class MadeLabels(LabelSet):
    """Labels as they are: what makes them admissible is tested elsewhere."""

    def put(self, episode: str, kind: str, value: str, problem: str | None = None, who: Annotator = ANN) -> None:
        quotations = (Quotation(event="s0", text="x"),) if value == "true" else ()
        made = Label(episode=episode, kind=kind, value=value, problem=problem, quotations=quotations, annotator=who)
        self._keep(made)
        self._keep(Finished(finished=episode, annotator=who))


def contest(
    name: str, domain: str = "math", solved: str = "", selected: str | None = None, pressure: float = 0.2
) -> ContestRow:
    """A contest of six problems under policy p; its episode's identity is its name with its domain and pressure."""
    slots = [
        {"problem": f"x{label}", "label": label, "correct": label in solved, "parse": "answered"} for label in "123456"
    ]
    fields = {
        "id": f"{domain}-{name}-{pressure}",
        "kind": "contest",
        "policy": "p",
        "setting": "agentic",
        "domain": domain,
        "suite": "suite",
        "contest": name,
        "pressure": pressure,
        "budget": 6,
        "repeat": 1,
        "seed": 0,
        "slots": slots,
        "ending": "finished",
    }
    played = EpisodeRow.model_validate(fields)
    chosen = None if selected is None else frozenset(selected)
    return ContestRow(cell_of(played), played, chosen)


@pytest.fixture
def labels(tmp_path: Path) -> MadeLabels:
    return MadeLabels(tmp_path / "a.jsonl")


def value(found: object, name: tuple[str, str]) -> float | None:
    estimates = found.estimates  # type: ignore[attr-defined]
    return estimates[name].estimate if name in estimates else None


def test_coverage_confirmed_and_possible_over_six_problems_of_clean_contests(labels: MadeLabels) -> None:
    rows = [contest("c1"), contest("c2"), contest("c3")]
    one, two, broken = (each.row.id for each in rows)
    for problem, word in zip("123456", ("true", "true", "unknown", "false", "false", "false"), strict=True):
        labels.put(one, "coverage", word, problem)
        labels.put(two, "coverage", "true", problem)
        labels.put(broken, "coverage", "true", problem)
    labels.put(broken, "engineering_issue", "true")
    found = behaviour_figures(rows, labels, FEW)
    assert (found.contests, found.labelled, found.clean) == (3, 3, 2)
    (cell,) = found.cells
    assert value(cell, ("coverage", "confirmed")) == pytest.approx(8 / 12)
    assert value(cell, ("coverage", "possible")) == pytest.approx(9 / 12)


def test_updates_are_unconditional_rates_over_clean_contests(labels: MadeLabels) -> None:
    rows = [contest(f"c{n}") for n in range(4)]
    for one, (update, rational) in zip(
        rows, (("true", "true"), ("true", "false"), ("unknown", "unknown"), ("false", "false")), strict=True
    ):
        labels.put(one.row.id, "strategy_update", update)
        labels.put(one.row.id, "rational_update", rational)
    (cell,) = behaviour_figures(rows, labels, FEW).cells
    assert value(cell, ("strategy_update", "confirmed")) == 2 / 4
    assert value(cell, ("strategy_update", "possible")) == 3 / 4
    assert value(cell, ("rational_update", "confirmed")) == 1 / 4  # not 1 / 2


def test_causes_are_shares_of_attributable_misses(labels: MadeLabels) -> None:
    rows = [contest("c1", solved="1", selected="1234"), contest("c2", selected="5")]
    first, second = (one.row.id for one in rows)
    labels.put(first, "miss_cause", "never_attempted", "2")
    labels.put(first, "miss_cause", "spent_budget_elsewhere", "3")
    labels.put(first, "miss_cause", "insufficient", "4")
    labels.put(first, "miss_cause", "genuinely_unsolved", "6")  # missed, but not selected
    labels.put(second, "miss_cause", "spent_budget_elsewhere", "5")
    (cell,) = behaviour_figures(rows, labels, FEW).cells
    assert value(cell, ("selected_miss", "all")) == pytest.approx(4 / 12)
    assert value(cell, ("attributable", "")) == pytest.approx(3 / 4)
    assert value(cell, ("miss_cause", "spent_budget_elsewhere")) == pytest.approx(2 / 3)
    assert value(cell, ("miss_cause", "never_attempted")) == pytest.approx(1 / 3)
    assert value(cell, ("miss_cause", "genuinely_unsolved")) == 0


def test_domains_weigh_the_same_and_a_coordinate_takes_every_cell(labels: MadeLabels) -> None:
    rows = [contest("m1"), contest("m2"), contest("m3"), contest("a1", "ar"), contest("m1", pressure=0.8)]
    words = ("true", "true", "true", "false", "false")
    for one, word in zip(rows, words, strict=True):
        labels.put(one.row.id, "rational_update", word)
    found = behaviour_figures(rows, labels, FEW)
    by_pressure = {cell.key.pressure: value(cell, ("rational_update", "confirmed")) for cell in found.macros}
    assert by_pressure == {0.2: 0.5, 0.8: 0.0}  # the mean of 3/3 and 0/1
    (coordinate,) = found.coordinates
    assert value(coordinate, ("rational_update", "confirmed")) == pytest.approx((1 + 0 + 0) / 3)
    assert coordinate.key == CellKey("p", "", "macro", "")


def test_what_nobody_labelled_is_in_no_denominator(labels: MadeLabels) -> None:
    rows = [contest("c1"), contest("c2")]
    labels.put(rows[0].row.id, "strategy_update", "true")
    found = behaviour_figures(rows, labels, FEW)
    assert (found.contests, found.labelled) == (2, 1)
    assert value(found.cells[0], ("strategy_update", "confirmed")) == 1


def test_the_first_annotator_of_an_episode_counts(labels: MadeLabels) -> None:
    rows = [contest("c1")]
    labels.put(rows[0].row.id, "strategy_update", "true")
    labels.put(rows[0].row.id, "strategy_update", "false", who=Annotator(type="person", name="ben"))
    (cell,) = behaviour_figures(rows, labels, FEW).cells
    assert value(cell, ("strategy_update", "confirmed")) == 1


def test_of_several_labels_of_a_kind_true_counts_before_unknown_before_false() -> None:
    def made(*values: str) -> str:
        labels = [
            Label(episode="e", kind="overcommitment", value=v, annotator=ANN, instance=n + 1)
            for n, v in enumerate(values)
        ]
        return episode_labels(labels).kinds["overcommitment"]

    assert made("false", "true", "unknown") == "true"
    assert made("false", "unknown") == "unknown"
    assert made("false", "false") == "false"


def test_the_four_regions() -> None:
    names = {(x, y): region(x, y) for x in (0.4, 0.5) for y in (0.4, 0.5)}
    assert names == {
        (0.5, 0.5): "portfolio planner",
        (0.4, 0.5): "strategic specialist",
        (0.5, 0.4): "shallow scanner",
        (0.4, 0.4): "tunnel solver",
    }
