"""Every figure of FIGURES.md: a picture and its table from one played campaign, or words in its place."""

from __future__ import annotations

import csv
import io
import struct
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hand_campaign import SUITE, contest_rows, curve_rows
from made_campaign import write_campaign

from r3gym.analysis import Resampling
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.figures import FIGURES, Drawing, FigureOptions, FigureSource, read_source
from r3gym.oracle.costs import OracleCost

NEED_LABELS = {"coordinate", "funnel", "miss_causes"}
DRAWN = sorted(set(FIGURES) - NEED_LABELS)
NEED_CURVES = {
    *("gap_waterfall", "score_by_budget", "response_curves", "problem_curves", "oracle_portfolio"),
    *("selected_misses", "context_stress"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_is_a_picture_and_its_table(name: str, drawings: dict[str, Drawing]) -> None:
    drawing = drawings[name]
    assert drawing.missing is None
    assert drawing.table.rows
    (_, *rows) = csv.reader(io.StringIO(drawing.csv()))
    assert len(rows) == len(drawing.table.rows)
    texts = "".join(ElementTree.fromstring(drawing.svg()).itertext())
    assert drawing.title in texts
    # What stands below the panels is wrapped, so that only its words are compared.
    assert set(drawing.note.split()) <= set(texts.split()), "n and the intervals are stated in the picture itself"


@pytest.mark.parametrize("name", sorted(set(DRAWN) - {"scoreboard", "episode_lanes"}))
def test_n_and_the_intervals_are_stated(name: str, drawings: dict[str, Drawing]) -> None:
    assert "n = " in drawings[name].note
    assert "95 % interval" in drawings[name].note


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_with_an_oracle_states_what_it_pays(name: str, drawings: dict[str, Drawing]) -> None:
    drawing, statement = drawings[name], OracleCost.NOMINAL.statement
    stated = drawing.caption.endswith(statement)
    words = " ".join([drawing.caption.removesuffix(statement), drawing.csv(), "".join(_texts(drawing))]).lower()
    assert stated == any(figure in words.replace("oracle_cost", "") for figure in ("oracle", "gap ratio"))
    assert stated == (drawing.table.columns[-1] == "oracle_cost")
    if stated:
        assert {row[-1] for row in drawing.table.rows} == {"nominal"}


def test_observed_costs_are_stated_beside_what_the_paper_printed(gallery: FigureSource) -> None:
    (run,) = gallery.runs
    source = FigureSource((replace(run, analysis=replace(run.analysis, oracle_cost=OracleCost.OBSERVED)),))
    drawing = FIGURES["contest_equal_oracle"].draw(source, FigureOptions(paper=True))
    assert drawing.caption.endswith(OracleCost.OBSERVED.statement)
    assert {(row[0] == "published", row[-1]) for row in drawing.table.rows} == {
        (True, "as published"),
        (False, "observed"),
    }


def _texts(drawing: Drawing) -> list[str]:
    return list(ElementTree.fromstring(drawing.svg()).itertext())


@pytest.mark.parametrize("name", sorted(NEED_LABELS))
def test_without_labels_words_stand_in_place_of_the_picture(name: str, drawings: dict[str, Drawing]) -> None:
    drawing = drawings[name]
    assert drawing.picture is None
    assert "annotations" in (drawing.missing or "")
    assert drawing._repr_html_() == f"<p>{drawing.title}: {drawing.missing}.</p>"
    with pytest.raises(InputError, match="annotations"):
        drawing.svg()


@pytest.mark.parametrize("name", FIGURES)
def test_without_matplotlib_the_message_says_what_to_install(
    name: str, gallery: FigureSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'r3gym\[figures\]'"):
        FIGURES[name].draw(gallery, FigureOptions(index={"tunnel": 2}))


def test_without_curves_the_figures_that_need_them_say_so(tmp_path: Path) -> None:
    source = read_source([write_campaign(tmp_path, [SUITE], contest_rows(), repeats=2, grid=(0.2, 0.8))])
    found = {name: kind.draw(source) for name, kind in FIGURES.items()}
    missing = {name for name, drawing in found.items() if drawing.missing is not None}
    assert missing == NEED_LABELS | NEED_CURVES | {"eci", "scheduler_table", "paired_difference"}
    assert all("curve" in (found[name].missing or "") for name in NEED_CURVES)
    assert [row[8] for row in found["contest_equal_oracle"].table.rows] == ["contest"]


def test_an_incomplete_cell_is_refused_in_words_and_drawn_when_allowed(tmp_path: Path) -> None:
    rows = [*curve_rows(), *contest_rows()[:-1]]
    folder = write_campaign(tmp_path, [SUITE], rows, repeats=2, grid=(0.2, 0.8))
    refused = FIGURES["contest_equal_oracle"].draw(read_source([folder]))
    assert "1 runs missing" in (refused.missing or "")
    allowed = FIGURES["contest_equal_oracle"].draw(read_source([folder], allow_incomplete=True))
    assert allowed.missing is None
    assert "not official" in allowed.note


def test_the_published_values_are_an_overlay_of_the_same_setting_pressure_and_domains(gallery: FigureSource) -> None:
    table = FIGURES["contest_equal_oracle"].draw(gallery, FigureOptions(paper=True, domain="math")).table
    printed = {(row[1], row[4], row[8]): row[10] for row in table.rows if row[0] == "published"}
    assert printed["GLM-5.2", "ρ=0.2", "contest"] == _published("GLM-5.2", 0.2, "math", "contest")
    both = FIGURES["contest_equal_oracle"].draw(gallery, FigureOptions(paper=True)).table
    mean = {(row[1], row[4], row[8]): row[10] for row in both.rows if row[0] == "published"}
    halves = [_published("GLM-5.2", 0.2, domain, "oracle") for domain in ("math", "ar")]
    assert mean["GLM-5.2", "ρ=0.2", "oracle"] == pytest.approx(sum(halves) / 2)
    for name, rows in (("scheduler_table", 6), ("context_stress", 4)):
        found = FIGURES[name].draw(gallery, FigureOptions(paper=True)).table.rows
        assert len({row[1:5] for row in found if row[0] == "published"}) == rows


def test_the_ranges_that_the_text_states_are_marked_where_points_are_not_published(tmp_path: Path) -> None:
    free = [row.model_copy(update={"setting": Setting.TOOL_FREE, "path": None}) for row in contest_rows()]
    folder = write_campaign(tmp_path, [SUITE], free, repeats=2, grid=(0.2, 0.8))
    source = read_source([folder], resampling=Resampling(10))
    for name, words in {
        "cumulative_output": "published, position 1: 16.9 to 23.5 % over six models",
        "wasted_output": "published: 41.2 to 74.6 %",
        "omissions": "ρ=0.8 2.5 to 19.3 %",
    }.items():
        without, marked = (FIGURES[name].draw(source, FigureOptions(paper=paper)).svg() for paper in (False, True))
        assert words in marked
        assert words not in without


def test_published_schedulers_stand_beside_a_campaign_that_played_some_of_them(tmp_path: Path) -> None:
    """The paper has three schedulers; a campaign with two of them, or with others, is drawn beside them."""
    under = [row.model_copy(update={"pressure": 0.2}) for row in contest_rows()]
    for other in ("coverage", "index"):
        more = [row.model_copy(update={"scheduler": other, "id": f"{row.id} {other}"}) for row in under]
        folder = write_campaign(tmp_path / other, [SUITE], [*under, *more], repeats=2, grid=(0.2, 0.8))
        drawing = FIGURES["scheduler_table"].draw(
            read_source([folder], resampling=Resampling(10)), FigureOptions(paper=True)
        )
        assert {row[6] for row in drawing.table.rows} == {"none", other, "coverage", "verification", "oracle"}
        assert "in 0 of 1 rows" in drawing.svg(), "the matrix counts the campaign's own rows"


def _published(model: str, pressure: float, domain: str, column: str) -> float:
    from r3gym.paper import published

    keys = {"setting": "agentic", "model": model, "pressure": pressure, "domain": domain}
    return float(published().table("full").one(**keys)[column])


def test_runs_stand_side_by_side_and_are_paired(tmp_path: Path) -> None:
    first = write_campaign(tmp_path / "first", [SUITE], contest_rows(), repeats=2, grid=(0.2, 0.8))
    better = [
        row.model_copy(update={"slots": tuple(s.model_copy(update={"correct": True}) for s in row.slots)})
        for row in contest_rows()
    ]
    second = write_campaign(tmp_path / "second", [SUITE], better, repeats=2, grid=(0.2, 0.8))
    source = read_source([first, second], compare=True, resampling=Resampling(100))
    labels = {row[0] for row in FIGURES["contest_equal_oracle"].draw(source).table.rows}
    assert labels == {"first", "second"}
    rows = FIGURES["paired_difference"].draw(source).table.rows
    # Contest x: 2 and 1 solved, so 6 - 1.5; contest y: 3 and 1, so 6 - 2.
    assert {row[3]: float(row[4]) for row in rows} == {"x": 4.5, "y": 4.0, "mean": 4.25}


def test_a_picture_is_the_same_bytes_every_time_and_a_png_has_the_size_of_a_page(gallery: FigureSource) -> None:
    once, again = (FIGURES["wasted_output"].draw(gallery) for _ in range(2))
    assert once.svg() == again.svg()
    png = once.png()
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">I", png[16:20])[0] == 1080


def test_a_notebook_shows_picture_and_table(drawings: dict[str, Drawing]) -> None:
    shown = drawings["omissions"]._repr_html_()
    assert shown.startswith("<figure><svg")
    assert "<summary>Table</summary>" in shown


def test_the_gallery_shows_every_figure_or_says_why_not() -> None:
    docs = Path(__file__).resolve().parents[2] / "docs"
    page = (docs / "gallery.md").read_text("utf-8")
    pictures = {file.stem for file in (docs / "images/gallery").iterdir()}
    assert pictures == set(FIGURES) - NEED_LABELS - {"eci"}
    for name, kind in FIGURES.items():
        assert f"## {kind.title}\n" in page
        assert (f"(images/gallery/{name}.svg)" in page) != (f"`{name}` is not drawn here: it needs" in page)
