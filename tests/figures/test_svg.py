"""Pictures for a page: no styles, no scripts, ids apart, tooltips, and names that stay text."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import hand_campaign
from made_campaign import write_campaign

from r3gym.analysis import Resampling
from r3gym.figures import FIGURES, Drawing, read_source

SVG = "{http://www.w3.org/2000/svg}"
#: Names that are markup, mathematics, or no text at all somewhere on the way.
HOSTILE = (
    "<script>alert(1)</script>",
    "$\\frac{",
    '"><img src=x onerror=alert(1)>',
    "a\x1b[31mb\u202ec\x00",
    "]]>&amp;",
)


def test_a_page_can_hold_all_pictures(drawings: dict[str, Drawing]) -> None:
    seen: set[str] = set()
    for drawing in (one for one in drawings.values() if one.missing is None):
        root = ElementTree.fromstring(drawing.inline_svg())
        ids = {element.get("id", "") for element in root.iter()} - {""}
        assert not ids & seen, "names of different pictures do not clash"
        seen |= ids
        for element in root.iter():
            assert element.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}metadata")
            assert "style" not in element.attrib, "a strict content security policy would drop it"
            for key, value in element.attrib.items():
                assert value != "#ffffff", "the ground is the page's"
                if key.endswith("href"):
                    assert value.removeprefix("#") in ids
        assert root.get("role") == "img"
        assert drawing.caption in root.get("aria-label", "")


def test_the_same_figure_can_stand_in_a_notebook_twice_and_needs_no_style_of_the_page(tmp_path: Path) -> None:
    names = []
    for number in range(2):
        rows = [row.model_copy(update={"policy": f"p{number}"}) for row in hand_campaign.contest_rows()]
        folder = write_campaign(tmp_path / str(number), [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
        drawing = FIGURES["wasted_output"].draw(read_source([folder], resampling=Resampling(10)))
        names.append({element.get("id") for element in ElementTree.fromstring(drawing.inline_svg()).iter()} - {None})
        inks = re.findall(r"var\([^)]*\)", drawing.inline_svg())
        assert inks
        assert all(re.fullmatch(r"var\(--[\w-]+, #[0-9a-f]{6}\)", ink) for ink in inks), "each has an ink of its own"
    assert names[0]
    assert not names[0] & names[1]


def test_marks_have_tooltips_with_their_numbers(drawings: dict[str, Drawing]) -> None:
    root = ElementTree.fromstring(drawings["contest_equal_oracle"].inline_svg())
    tips = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert any(tip.startswith("tunnel · no scheduler, ρ=0.2, contest: 1.19 (") for tip in tips)


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    for number, name in enumerate(HOSTILE):
        rows = [
            row.model_copy(update={"policy": name})
            for row in (*hand_campaign.curve_rows(), *hand_campaign.contest_rows())
        ]
        folder = write_campaign(tmp_path / str(number), [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
        source = read_source([folder], resampling=Resampling(10))
        for figure in ("contest_equal_oracle", "response_curves", "scoreboard", "episode_lanes"):
            drawing = FIGURES[figure].draw(source)
            assert drawing.missing is None
            known = {
                f"{SVG}{tag}"
                for tag in ("svg", "g", "defs", "path", "use", "text", "title", "clipPath", "rect", "pattern")
            }
            for text in (drawing.inline_svg(), drawing.svg()):
                found = {element.tag for element in ElementTree.fromstring(text).iter()}
                assert found <= known, found - known
                assert not any(sign in text for sign in "\x1b\x00\u202e")
            assert "<script" not in drawing._repr_html_()
            assert "<img" not in drawing._repr_html_()
