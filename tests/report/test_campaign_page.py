"""The page of a campaign: everything in one file, nothing loaded, what failed and what was left out in words."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import hand_campaign
import pytest
from command_line import r3gym_command
from made_campaign import write_campaign

from r3gym.analysis import Resampling
from r3gym.figures import FIGURES, FigureOptions, read_source
from r3gym.records.rows import EpisodeRow
from r3gym.report.campaign_page import campaign_page

GALLERY = Path(__file__).resolve().parents[2] / "docs/gallery"


def r3gym(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([r3gym_command(), *map(str, words)], capture_output=True, text=True, check=False)


def page_of(*folders: Path, **given: bool) -> str:
    source = read_source(folders, resampling=Resampling(20), **given)
    return campaign_page(source, FigureOptions())


def text_of(page: str) -> str:
    """What a reader sees: without style, on one line."""
    without = re.sub(r"<style>.*?</style>|<svg.*?</svg>", " ", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", without).split())


class Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {key: value or "" for key, value in attrs}))


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(GALLERY)


def test_the_page_has_headline_figures_method_and_what_was_used(page: str) -> None:
    text = text_of(page)
    for words in (
        *("Report: gallery", "score oracle gap ratio", "Cost: 1,280 episodes with a result; no model calls, no price;"),
        *("A contest is 6 problems under one shared budget", "(oracle − contest) / oracle", "20 resamples, seed 0"),
        *("gallery (definition", "compute_tools-v2", "embedded (math, 4 contests", "seeds from", "reasoning-gym"),
    ):
        assert words in text, words
    method = text[text.index(" Method ") : text.index(" What was used ")]
    assert len(re.findall(r"\.(?= [A-Z]|\s*$)", method.strip())) == 3, "the method is three sentences"
    sections = {a["id"] for tag, a in Elements(page).found if tag == "section"}
    drawn = set(FIGURES) - {"coordinate", "funnel", "miss_causes", "eci"}
    assert sections == drawn
    for name in set(FIGURES) - drawn:
        assert f"Figure “{FIGURES[name].title}” is not drawn: it needs" in text


def test_nothing_is_loaded_and_the_policy_forbids_everything_but_its_own_style(page: str) -> None:
    elements = Elements(page).found
    assert {tag for tag, _ in elements}.isdisjoint({"script", "link", "iframe", "img", "object", "embed", "base"})
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = next(a["content"] for tag, a in elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    for tag, attributes in elements:
        assert "style" not in attributes
        assert not any(key.startswith("on") for key in attributes)
        if tag == "a":
            assert attributes["href"].startswith(("#", "data:text/csv;base64,", "data:image/svg+xml;base64,"))


def test_every_figure_can_be_taken_as_svg_and_csv(page: str) -> None:
    links = {a["download"]: a["href"] for tag, a in Elements(page).found if "download" in a}
    source = read_source([GALLERY], resampling=Resampling(20))
    drawing = FIGURES["gap_waterfall"].draw(source)
    assert base64.b64decode(links["gap_waterfall.csv"].partition(",")[2]).decode() == drawing.csv()
    assert base64.b64decode(links["gap_waterfall.svg"].partition(",")[2]).decode() == drawing.svg()
    assert len(links) == 2 * (len(FIGURES) - 4)


def test_failures_and_missing_runs_are_named(tmp_path: Path) -> None:
    rows = hand_campaign.contest_rows()
    failed = EpisodeRow.model_validate(
        rows[0].model_dump(by_alias=True)
        | {"slots": [], "failure": {"kind": "model", "message": "down", "attempts": 3}, "ending": None}
    )
    folder = write_campaign(tmp_path, [hand_campaign.SUITE], [failed, *rows[1:]], repeats=2, grid=(0.2, 0.8))
    text = text_of(page_of(folder))
    assert "there is no score yet" in text
    assert "1 episode failed (model) and has no score." in text
    assert "Incomplete contest cell p · agentic · math · made · ρ=0.8 · none: 1 of 4 runs missing: x repeat 1." in text
    assert "No response curves, so no oracle and no gap: p, agentic, math." in text
    assert "~ p ρ=0.8" in text_of(page_of(folder, allow_incomplete=True))


def test_what_all_lines_of_the_headline_have_in_common_is_said_once(page: str, tmp_path: Path) -> None:
    text = text_of(page)
    assert "policy scheduler budget score oracle gap ratio equal split scanner none ρ=0.2 0.75" in text
    assert "All lines: agentic, 8 contests." in text
    one = text_of(page_of(hand_campaign.write(tmp_path)))
    assert "policy budget score oracle gap ratio equal split p ρ=0.8 1.75" in one
    assert "All lines: scheduler none, agentic, 2 contests." in one


def test_runs_side_by_side_have_paired_differences(tmp_path: Path) -> None:
    first, second = (hand_campaign.write(tmp_path / name) for name in ("first", "second"))
    page = page_of(first, second, compare=True)
    text = text_of(page)
    assert "Report: first and second" in text
    assert "second − first math, ρ=0.8 2 +0.00 (+0.00 to +0.00) interval includes zero" in text
    assert "first: 52 episodes with a result" in text


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    name = '</title><script>alert(1)</script><img src=x onerror="alert(2)">\x1b[31m$\\frac{'
    rows = [
        row.model_copy(update={"policy": name, "judges": (name,)})
        for row in (*hand_campaign.curve_rows(), *hand_campaign.contest_rows())
    ]
    folder = write_campaign(tmp_path / "<b>run", [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
    page = page_of(folder)
    tags = {tag for tag, _ in Elements(page).found}
    assert tags.isdisjoint({"script", "img", "b"})
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "\x1b" not in page


def test_the_command_writes_the_page_and_refuses_what_it_cannot(tmp_path: Path) -> None:
    folder = hand_campaign.write(tmp_path / "run")
    done = r3gym("report", folder, "-o", tmp_path / "r.html", "--resamples", "20")
    assert done.returncode == 0, done.stderr
    assert "52 episodes" in done.stdout
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!doctype html>")
    record = Path(__file__).with_name("agent_episode.json")
    as_before = r3gym("report", record, "-o", tmp_path / "e.html")
    assert as_before.returncode == 0, as_before.stderr
    assert "1 episodes" in as_before.stdout
    for words, said in (
        ((folder, "-o", tmp_path / "r.pdf"), "name a file that ends in .html"),
        ((folder, "-o", "a.html", "--html", "b.html"), "choose one"),
        ((folder, record, "-o", tmp_path / "r.html"), "report campaigns and records apart"),
        ((record, "--compare"), "--compare needs campaigns' folders"),
    ):
        refused = r3gym("report", *words)
        assert refused.returncode == 2
        assert said in " ".join(refused.stderr.split())


def test_the_files_of_a_campaign_are_no_records(tmp_path: Path) -> None:
    folder = hand_campaign.write(tmp_path / "run")
    (folder / "records").mkdir()
    (folder / "records/a.json").write_text(Path(__file__).with_name("agent_episode.json").read_text("utf-8"), "utf-8")
    done = r3gym("report", folder, "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["episodes"]) == 1
