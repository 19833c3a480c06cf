"""The page of a campaign in a real browser: from disk, light, dark, on a phone, on paper; nothing hostile runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hand_campaign
import pytest
from made_campaign import write_campaign

from r3gym.analysis import Resampling
from r3gym.figures import FIGURES, FigureOptions, read_source
from r3gym.report.campaign_page import campaign_page

GALLERY = Path(__file__).resolve().parents[2] / "docs/gallery"
#: The width of the text on A4 between margins of 14 mm, in CSS pixels.
A4_TEXT = 687
INJECTIONS = (
    "<script>document.title='run'</script>",
    "<img src=x onerror=\"document.title='run'\">",
    '"><svg onload="document.title=\'run\'">',
    "javascript:document.title='run'",
    "</style></head><body onload=\"document.title='run'\">",
    '<a href="data:text/html,<script>1</script>">x</a>',
)


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(campaign_page(read_source([GALLERY], resampling=Resampling(200)), FigureOptions()), "utf-8")
    return file


@pytest.mark.parametrize(("width", "dark"), [(1300, False), (1300, True), (420, False)])
def test_it_opens_from_disk_without_complaints_or_requests(open_page, report: Path, width: int, dark: bool) -> None:
    opened = open_page(report, width=width, dark=dark)
    assert opened.complaints == []
    assert opened.requests == [report.resolve().as_uri()], "the page is one file"
    assert not opened.overflows()
    page = opened.page
    assert page.locator("svg.picture").count() == len(FIGURES) - 4
    boxes = [page.locator(f"#{name} svg").bounding_box() for name in ("gap_waterfall", "scoreboard")]
    assert all(box is not None and box["width"] > 300 and box["height"] > 100 for box in boxes)
    assert opened.accessibility_faults() == []


def test_ink_and_ground_follow_light_and_dark(open_page, report: Path) -> None:
    inks = []
    for dark in (False, True):
        page = open_page(report, dark=dark).page
        text = page.locator("#gap_waterfall svg text").first
        inks.append(
            (text.evaluate("e => getComputedStyle(e).fill"), page.evaluate("getComputedStyle(document.body).color"))
        )
    (light, page_light), (dark_ink, page_dark) = inks
    assert light == page_light
    assert dark_ink == page_dark
    assert light != dark_ink


def test_tables_open_with_a_click_and_files_can_be_taken(open_page, report: Path) -> None:
    page = open_page(report).page
    section = page.locator("#wasted_output")
    assert not section.locator("table").is_visible()
    section.locator("summary").click()
    assert section.locator("table").is_visible()
    with page.expect_download() as download:
        section.get_by_text("CSV").click()
    assert Path(download.value.path()).read_text("utf-8").startswith("run,policy,setting")
    assert download.value.suggested_filename == "wasted_output.csv"


def test_scores_are_seen_on_a_phone_also_beside_long_names(open_page, tmp_path: Path) -> None:
    name = "organisation/with-a-very-long-name/and-a-model-name-70B-Instruct-FP8-dynamic"
    rows = [
        row.model_copy(update={"policy": name}) for row in (*hand_campaign.curve_rows(), *hand_campaign.contest_rows())
    ]
    folder = write_campaign(tmp_path / "run", [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
    file = tmp_path / "report.html"
    file.write_text(campaign_page(read_source([folder], resampling=Resampling(20)), FigureOptions()), "utf-8")
    page = open_page(file, width=420).page
    for column in ("score", "oracle", "gap ratio"):
        box = page.locator(".headline th", has_text=column).first.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 420, column


def test_the_scores_are_whole_on_a_phone_and_on_paper_with_every_column(open_page, tmp_path: Path) -> None:
    """Several runs, schedulers and long names: interval by interval, nothing beyond the border."""
    rows = [*hand_campaign.curve_rows(), *hand_campaign.contest_rows()]
    folders = []
    for number in range(2):
        guarded = [
            row.model_copy(update={"policy": "laboratory/model-70B-Instruct", "scheduler": name})
            for name in ("none", "verification")
            for row in rows
        ]
        run = tmp_path / f"a-run-of-november-{number}"
        guarded = [row.model_copy(update={"id": f"{n:064x}"}) for n, row in enumerate(guarded)]
        folders.append(write_campaign(run, [hand_campaign.SUITE], guarded, repeats=2, grid=hand_campaign.GRID))
    for several in (False, True):
        file = tmp_path / "report.html"
        source = read_source(folders if several else folders[:1], compare=several, resampling=Resampling(20))
        file.write_text(campaign_page(source, FigureOptions()), "utf-8")
        page = open_page(file, width=A4_TEXT).page
        page.emulate_media(media="print")
        assert cut(page, A4_TEXT) == []
        if not several:
            assert cut(open_page(file, width=420).page, 420) == []


def cut(page: Any, width: int) -> list[str]:
    """The texts of the table of scores that reach beyond the border."""
    found: list[str] = page.evaluate(
        """width => [...document.querySelectorAll('.headline th, .headline td, .headline small')].filter(cell => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect().right > width;
        }).map(cell => cell.textContent)""",
        width,
    )
    return found


def test_it_prints_on_a4(open_page, report: Path, tmp_path: Path) -> None:
    page = open_page(report, dark=True).page
    page.pdf(path=tmp_path / "report.pdf", prefer_css_page_size=True)
    data = (tmp_path / "report.pdf").read_bytes()
    assert b"/MediaBox [0 0 594.95996 841.91998]" in data or b"/MediaBox [0 0 595" in data
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator(".downloads").first.is_visible()


def test_injections_stay_text(open_page, tmp_path: Path) -> None:
    for number, text in enumerate(INJECTIONS):
        rows = [
            row.model_copy(update={"policy": text, "judges": (text,)})
            for row in (*hand_campaign.curve_rows(), *hand_campaign.contest_rows())
        ]
        folder = write_campaign(tmp_path / str(number), [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
        file = tmp_path / f"{number}.html"
        file.write_text(campaign_page(read_source([folder], resampling=Resampling(20)), FigureOptions()), "utf-8")
        opened = open_page(file)
        assert opened.complaints == []
        assert opened.page.title() == f"{number} · r3gym"
        assert text in opened.page.locator("main").inner_text()
