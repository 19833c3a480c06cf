"""Nothing in a picture is cut off or covers something else, whatever the names, the budgets and how many series."""

from __future__ import annotations

import itertools

import pytest
from hand_campaign import BUDGET, CAPS, GRID, SUITE, contest_rows, curve_rows
from hypothesis import given
from hypothesis import strategies as st
from made_campaign import write_campaign
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from r3gym.analysis import Resampling
from r3gym.core.setting import Setting
from r3gym.figures import FIGURES, Drawing, FigureOptions, read_source
from r3gym.figures.fitting import short_names, text_width, wrapped
from r3gym.figures.style import font_families, styled
from r3gym.records.rows import EpisodeRow

#: Two of them are alike in both ends; one is long without a blank; one is short.
NAMES = (
    "a-laboratory/its-model-2026-06-12-reasoner-instruct-preview",
    "a-laboratory/its-model-2026-06-12-chatters-instruct-preview",
    *(f"organisation-{n}/with-a-very-long-name-70B-Instruct-FP8-dynamic-{n}" for n in range(5)),
    "m",
)
#: What the crowd has no data for, and what the gallery's campaign shows better.
OTHERS = {"coordinate", "funnel", "miss_causes", "scheduler_table", "context_stress"}
OF_THE_GALLERY = ("scheduler_table", "context_stress", "episode_lanes", "problem_curves")
#: Tokens to a counted action: budgets of six digits.
LARGE = 12_345


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Drawing]:
    """Every figure of eight policies with long names, agentic and tool-free with large budgets, beside the paper."""
    folder = tmp_path_factory.mktemp("crowd")
    rows = [*curve_rows(), *contest_rows()]
    every = [made for name in NAMES for row in rows for made in (_named(row, name), _tool_free(row, name))]
    source = read_source([write_campaign(folder, [SUITE], every, repeats=2, grid=GRID)], resampling=Resampling(20))
    index = {name: float(n) for n, name in enumerate(NAMES)}
    return {name: kind.draw(source, FigureOptions(paper=True, index=index)) for name, kind in FIGURES.items()}


def _named(row: EpisodeRow, name: str) -> EpisodeRow:
    return row.model_copy(update={"policy": name, "id": f"{row.id} {name}"})


def _tool_free(row: EpisodeRow, name: str) -> EpisodeRow:
    slots = tuple(slot.model_copy(update={"spent": slot.spent * LARGE}) for slot in row.slots)
    given = {"id": f"{row.id} {name} free", "policy": name, "setting": Setting.TOOL_FREE, "path": None, "slots": slots}
    assert row.budget in (BUDGET, *CAPS)
    return row.model_copy(update={**given, "budget": row.budget * LARGE, "spent": row.spent * LARGE})


def texts(picture: Figure) -> dict[Text, Bbox]:
    """Every visible text with its box, as a PNG of the picture has it."""
    with styled():
        canvas = FigureCanvasAgg(picture)
        picture.set_dpi(150)
        canvas.draw()
        hidden = {text for axes in picture.axes if not axes.get_visible() for text in axes.findobj(Text)}
        hidden |= {label for axis in _every_axis(picture) for label in _unseen(axis)}
        return {
            text: text.get_window_extent(canvas.get_renderer())
            for text in picture.findobj(Text)
            if text.get_visible() and text.get_text().strip() and text not in hidden
        }


def _every_axis(picture: Figure) -> list[Axis]:
    panels = [*picture.axes, *(child for axes in picture.axes for child in axes.child_axes)]
    return [axis for axes in panels for axis in (axes.xaxis, axes.yaxis)]


def _unseen(axis: Axis) -> list[Text]:
    """The labels that matplotlib keeps for ticks beyond the axis and does not draw."""
    low, high = sorted(axis.get_view_interval())
    spare = 1e-6 * (high - low)
    beyond = [tick for tick in axis.get_major_ticks() if not low - spare <= tick.get_loc() <= high + spare]
    return [label for tick in beyond for label in (tick.label1, tick.label2)]


@pytest.mark.parametrize(
    ("which", "name"),
    [*(("crowd", name) for name in FIGURES if name not in OTHERS), *(("drawings", name) for name in OF_THE_GALLERY)],
)
def test_no_text_leaves_the_picture_and_no_axis_label_covers_another(
    which: str, name: str, request: pytest.FixtureRequest
) -> None:
    drawing: Drawing = request.getfixturevalue(which)[name]
    picture = drawing.picture
    assert picture is not None, drawing.missing
    boxes = texts(picture)
    edge = picture.bbox
    for text, box in boxes.items():
        inside = box.x0 >= edge.x0 - 1 and box.x1 <= edge.x1 + 1 and box.y0 >= edge.y0 - 1 and box.y1 <= edge.y1 + 1
        assert inside, f"{text.get_text()!r} leaves the picture: {box} in {edge}"
    for axis in _every_axis(picture):
        if not any(label.get_rotation() for label in axis.get_ticklabels()):
            there = [(label.get_text(), boxes[label]) for label in axis.get_ticklabels() if label in boxes]
            for (one, here), (other, next_to_it) in itertools.pairwise(there):
                assert not here.overlaps(next_to_it), f"{one!r} covers {other!r}"


def test_every_series_of_a_crowd_has_a_name_of_its_own(crowd: dict[str, Drawing]) -> None:
    for name in ("position_accuracy", "cumulative_output", "eci"):
        picture = crowd[name].picture
        assert picture is not None
        labels = [text.get_text() for legend in picture.legends for text in legend.get_texts()]
        series = [label for label in labels if label != "uniform" and not label.startswith("paper")]
        assert len(series) == len(set(series)) == len(NAMES), name
        assert {"reasoner" in label for label in series} == {True, False}


@given(st.lists(st.text(min_size=1, max_size=80), min_size=1, max_size=12, unique=True), st.integers(12, 40))
def test_short_names_are_never_alike(names: list[str], width: int) -> None:
    found = short_names(names, width)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    assert all(len(label) <= width + len(" (12)") for label in found.values())


@given(st.lists(st.text("abcdefg ", min_size=1, max_size=30), max_size=20).map(" ".join), st.floats(60, 500))
def test_lines_are_no_wider_than_their_room(text: str, room: float) -> None:
    lines = wrapped(text, 8, room).split("\n")
    assert "".join(lines).replace(" ", "") == text.replace(" ", ""), "no letter is lost"
    assert all(text_width(line, 8) <= room for line in lines)


def test_names_in_east_asian_signs_are_drawn_where_the_machine_has_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first such font that is installed stands behind the pictures' own; without one nothing changes."""
    from matplotlib.font_manager import fontManager

    for there, families in {
        ("DejaVu Sans", "Comic Sans"): ("DejaVu Sans",),
        ("IPAGothic", "WenQuanYi Zen Hei", "DejaVu Sans"): ("DejaVu Sans", "WenQuanYi Zen Hei"),
    }.items():
        font_families.cache_clear()
        monkeypatch.setattr(fontManager, "get_font_names", lambda there=there: list(there))
        assert font_families() == families
    monkeypatch.undo()
    font_families.cache_clear()
    with styled():
        picture = Figure()
        assert picture.text(0, 0, "模型").get_fontfamily() == list(font_families())
