"""The figures of behaviour, drawn from a label set beside a campaign that is worked out by hand."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command_line import r3gym_command
from hand_campaign import SUITE, contest_rows, curve_rows
from made_campaign import write_campaign
from made_episodes import MadeEpisode

from r3gym.analysis import Resampling
from r3gym.behaviour import Annotator, Label, LabelSet, Quotation, label_set_path, standard_record
from r3gym.figures import FIGURES, FigureOptions, FigureSource, read_source
from r3gym.figures.published_values import PUBLISHED
from r3gym.records.run_kind import RunKind

ANN = Annotator(type="person", name="ann")


def r3gym(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([r3gym_command(), *map(str, words)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with curves; two problems of each contest covered, misses for budget elsewhere."""
    rows = [*contest_rows(), *curve_rows()]
    folder = write_campaign(tmp_path_factory.mktemp("behaviour"), [SUITE], rows, repeats=2, grid=(0.2, 0.8))
    labels = LabelSet(label_set_path(folder, "ann"))
    for row in rows:
        if row.kind is not RunKind.CONTEST:
            continue
        names = "".join(slot.label for slot in row.slots)
        made = MadeEpisode(labels=names).think("This one is hard.").focus(names[0]).run("python3 a.py").finish()
        record = standard_record(made.record())
        quote = (Quotation(event="r1", text="This one is hard."),)

        def label(kind: str, value: str, problem: str | None = None, *, of: str = row.id) -> Label:
            quoted = quote if value not in ("false", "unknown") else ()  # noqa: B023
            return Label(episode=of, kind=kind, value=value, problem=problem, quotations=quoted, annotator=ANN)

        own = [label("coverage", "true" if n < 2 else "unknown", name) for n, name in enumerate(names)]
        own += [label("miss_cause", "spent_budget_elsewhere", slot.label) for slot in row.slots if not slot.correct]
        own += [label("observation", "true"), label("strategy_update", "false"), label("rational_update", "unknown")]
        labels.add_all(own, record, finished=True)
    return folder


@pytest.fixture(scope="module")
def source(run: Path) -> FigureSource:
    return read_source([run], resampling=Resampling(20))


def values(source: FigureSource, name: str, figure: str, group: str) -> set[object]:
    table = FIGURES[name].draw(source).table
    at = [table.columns.index(column) for column in ("figure", "group", "estimate")]
    return {row[at[2]] for row in table.rows if (row[at[0]], row[at[1]]) == (figure, group)}


@pytest.mark.parametrize("name", ["coordinate", "funnel", "miss_causes"])
def test_with_labels_there_is_a_picture_that_says_whose_they_are(name: str, source: FigureSource) -> None:
    drawing = FIGURES[name].draw(source)
    assert drawing.missing is None
    assert drawing.svg().startswith("<?xml")
    assert "person ann" in drawing.note
    assert "95 % interval" in drawing.note


def test_the_numbers_are_those_of_the_labels(source: FigureSource) -> None:
    size = len(SUITE.contests[0].problems)
    assert values(source, "coordinate", "coverage", "confirmed") == {2 / size}
    assert values(source, "coordinate", "coverage", "possible") == {1.0}
    assert values(source, "coordinate", "rational_update", "confirmed") == {0.0}
    assert values(source, "coordinate", "rational_update", "possible") == {1.0}
    assert values(source, "funnel", "observation", "confirmed") == {1.0}
    assert values(source, "miss_causes", "miss_cause", "spent_budget_elsewhere") == {1.0}


def test_published_shares_stand_in_the_table_if_asked(source: FigureSource) -> None:
    table = FIGURES["miss_causes"].draw(source, FigureOptions(paper=True)).table
    assert any(row[0] == PUBLISHED for row in table.rows)


def test_the_command_prints_tables_json_and_csv(run: Path) -> None:
    asked = ("analyze", run, "--table", "behaviour", "--resamples", "20")
    text = r3gym(*asked).stdout
    assert "spent budget elsewhere" in text
    assert "coordinate C-" in text
    found = json.loads(r3gym(*asked, "--json").stdout)
    assert (found["labels"], found["annotators"]) == ("ann", ["person ann"])
    assert any(row["cause"] == "spent budget elsewhere" for row in found["published"])
    assert r3gym(*asked, "--csv").stdout.startswith("policy,setting,regime")
    wrong = r3gym(*asked, "--labels", "ben")
    assert wrong.returncode == 2
    assert "no label set 'ben'" in wrong.stderr
