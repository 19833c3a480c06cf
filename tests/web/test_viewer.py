"""The viewer in a real browser: lists, filters, deep links, keyboard, live episodes, bundles, accessibility."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browser_waiting import until
from campaign_runs import campaign, play, write_campaign
from shared_data import shared_data
from viewer_server import viewer

from r3gym.viewer.bundle import write_bundle
from r3gym.viewer.opening import open_run

DESKTOP, PHONE = 1300, 420
POLICIES = [
    {"name": "scanner", "kind": "scripted", "personality": "scanner"},
    {"name": "tunnel", "kind": "scripted", "personality": "tunnel"},
]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real campaign with curves."""
    folder = tmp_path_factory.mktemp("campaign")
    fields = {"kinds": ["baseline", "contest", "curve"], "budgets": None, "pressures": [0.8], "calibration": "measured"}
    play(campaign(folder, POLICIES, schedulers=["none", "coverage"], repeats=2, **fields), folder / "run")
    return folder / "run"


@pytest.fixture(scope="module")
def served(run: Path) -> Iterator[str]:
    with viewer(run) as address:
        yield address


@pytest.fixture(scope="module")
def bundled(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The bundle below a folder of an ordinary web server."""
    root = tmp_path_factory.mktemp("root")
    write_bundle(open_run(run), root / "some where" / "bundle")
    handler = functools.partial(QuietHandler, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/some%20where/bundle/"
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(params=["server", "bundle"])
def address(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue("served" if request.param == "server" else "bundled")
    return found


def rows(page: Any) -> int:
    return int(page.locator(".grid").get_attribute("aria-rowcount")) - 1


def ready(page: Any) -> Any:
    page.wait_for_selector(".body .row")
    return page


def first(run: Path, **wanted: Any) -> Any:
    """The first episode with these values."""
    return next(e for e in open_run(run).entries if all(getattr(e, name) == value for name, value in wanted.items()))


def test_the_list_is_filtered_searched_and_sorted_and_its_address_says_how(
    open_page: Callable[..., Any], address: str, run: Path
) -> None:
    opened = open_page(address + "#/")
    page = ready(opened.page)
    entries = open_run(run).entries
    assert rows(page) == len(entries) == 132
    page.locator("summary", has_text="Kind").click()
    page.get_by_label("contest").check()
    until(page, "location.hash === '#/?kind=contest'")
    assert rows(page) == 8
    page.keyboard.press("Escape")
    page.locator("summary", has_text="Policy").click()
    page.get_by_label("tunnel").check()
    until(page, "location.hash.includes('policy=tunnel')")
    assert rows(page) == 4
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Score", exact=True).click()
    until(page, "location.hash.includes('sort=score')")
    scores = [int(text.split("/")[0]) for text in page.locator(".body .score").all_inner_texts()]
    assert scores == sorted(scores, reverse=True)
    link = page.evaluate("location.href")
    again = open_page(address + link[link.index("#") :]).page
    ready(again)
    assert rows(again) == 4
    again.locator("#query").fill("nobody is called so")
    until(again, "document.querySelector('.grid').getAttribute('aria-rowcount') === '1'")
    again.get_by_role("button", name="Clear all").click()
    assert rows(again) == 132
    assert (opened.complaints, opened.foreign_requests) == ([], [])


def test_texts_of_records_are_searched(open_page: Callable[..., Any], address: str) -> None:
    opened = open_page(address + "#/?kind=baseline")
    page = ready(opened.page)
    page.keyboard.press("/")
    page.keyboard.type("Please. Please. Please. Please. Please.")
    page.keyboard.press("Enter")
    page.wait_for_selector(".excerpt")
    until(page, "document.querySelector('.search [role=status]').textContent === 'all texts searched'")
    assert rows(page) == 4
    assert "text=Please" in page.evaluate("location.hash")
    assert opened.complaints == []


def test_the_keyboard_is_enough(open_page: Callable[..., Any], address: str) -> None:
    opened = open_page(address + "#/?kind=contest")
    page = ready(opened.page)
    for key in "jjk":
        page.keyboard.press(key)
    assert page.locator(".row[aria-selected=true]").get_attribute("aria-rowindex") == "3"
    page.keyboard.press("?")
    assert page.locator("dialog dt").count() > 5
    page.keyboard.press("Escape")
    until(page, "document.querySelector('dialog') === null")
    page.keyboard.press("Enter")
    page.wait_for_selector(".heading")
    before = page.evaluate("location.hash")
    page.keyboard.press("n")
    until(page, "before => location.hash !== before", arg=before)
    until(page, "location.hash.endsWith(document.querySelector('.heading code').textContent)")
    page.keyboard.press("e")
    assert page.locator(".transcript details:not([open])").count() == 0
    page.keyboard.press("g")
    page.keyboard.press("l")
    ready(page)
    page.keyboard.press("x")
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.wait_for_selector(".units .unit")
    assert page.locator(".side").count() == 2
    assert opened.complaints == []


def test_an_episode_shows_lanes_curves_regret_verdicts_versions_and_every_step(
    open_page: Callable[..., Any], address: str, run: Path
) -> None:
    entry = first(run, kind="contest", scheduler="coverage")
    opened = open_page(address + f"#/episode/{entry.key}")
    page = opened.page
    page.wait_for_selector(".small-charts")
    assert page.locator("svg.lanes .paid").count() == entry.spent
    assert page.locator(".small-charts figure").count() == 6
    assert page.locator(".regret li").count() == entry.spent
    assert "Oracle cost nominal: a level costs its cap." in page.locator(".terms caption").inner_text()
    assert page.locator(".verdicts tbody tr").count() == 6
    assert page.locator("[id^=versions-]").count() >= entry.score
    document = page.evaluate("key => fetch(`data/episode/${key}.json`).then(a => a.json())", entry.key)
    assert page.locator(".transcript details.step").count() == len(document["transcript"])
    page.locator("svg.lanes .paid").first.click()
    page.wait_for_selector("details.step.counted[open]")
    assert "at=s" in page.evaluate("location.hash")
    page.get_by_label("Search in this episode").fill("answer")
    until(page, "/ in .* places/.test(document.querySelector('.episode .search [role=status]').textContent)")
    assert page.evaluate("CSS.highlights.get('found').size") > 0
    assert opened.complaints == []


def test_a_contest_is_replayed(open_page: Callable[..., Any], address: str, run: Path) -> None:
    entry = first(run, kind="contest")
    opened = open_page(address + f"#/board/{entry.board}?regime=ρ%3D0.8&t=0")
    page = opened.page
    page.wait_for_selector(".board tbody tr")
    assert page.locator(".board tbody tr").count() == 4

    def solved() -> int:
        return sum(map(int, page.locator(".board .solved").all_inner_texts()))

    at_start = solved()
    page.get_by_role("button", name="Replay").click()
    until(page, "document.querySelector('input[type=range]').value === document.querySelector('input[type=range]').max")
    until(page, "document.querySelector('.play').textContent.includes('Replay')")
    whole = [e for e in open_run(run).entries if e.kind == "contest" and e.repeat == 1]
    assert at_start < solved() == sum(e.score or 0 for e in whole)
    assert opened.complaints == []


def test_a_running_campaign_is_followed(open_page: Callable[..., Any], tmp_path: Path) -> None:
    """A real campaign plays in another process: its episodes appear, and one is followed step by step to its end."""
    file = write_campaign(
        tmp_path, POLICIES, domains=["math"], suites=["embedded"], contests=[0, 1, 2], repeats=2, budgets=[12]
    )
    command = [
        str(Path(sys.executable).with_name("r3gym")),
        "campaign",
        "run",
        str(file),
        "--out",
        str(tmp_path / "run"),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as playing:
        while not (tmp_path / "run" / "manifest.json").exists():
            assert playing.poll() is None, playing.communicate()
        with viewer(tmp_path / "run") as address:
            opened = open_page(address + "#/")
            page = opened.page
            page.wait_for_selector("#live .playing", timeout=120_000)
            page.locator("#live .playing").click()
            page.wait_for_selector(".transcript details.step")
            steps = page.locator(".transcript details.step").count()
            until(
                page,
                "n => document.querySelectorAll('.transcript details.step').length > n",
                arg=steps,
                timeout=120_000,
            )
            until(page, "document.querySelector('.heading .score b') !== null", timeout=120_000)
            page.keyboard.press("g")
            page.keyboard.press("l")
            until(page, "document.querySelector('.grid')?.getAttribute('aria-rowcount') === '13'", timeout=240_000)
            # An episode may end between the list and the question for its steps; the page then asks for its record.
            assert [one for one in opened.complaints if "404 (Not Found)" not in one] == []
        assert playing.wait(timeout=120) == 0


@pytest.mark.parametrize(("width", "dark"), [(DESKTOP, False), (PHONE, False), (DESKTOP, True), (PHONE, True)])
def test_every_page_is_accessible_and_as_wide_as_the_window(
    open_page: Callable[..., Any], served: str, run: Path, width: int, dark: bool
) -> None:
    one, two = (e for e in open_run(run).entries if e.kind == "contest" and e.scheduler == "none" and e.repeat == 1)
    paths = {
        "#/": ".body .row",
        f"#/episode/{one.key}": ".small-charts",
        f"#/compare/{one.key}/{two.key}": ".units",
        "#/boards": ".contests",
        f"#/board/{one.board}": ".board",
    }
    for path, there in paths.items():
        opened = open_page(served + path, width=width, dark=dark)
        opened.page.wait_for_selector(there)
        parts = "[...document.querySelectorAll('.episode details')].slice(0, 30)"
        opened.page.evaluate(f"{parts}.forEach(d => {{ d.fill?.(); d.open = true }})")
        assert opened.accessibility_faults() == [], path
        assert not opened.overflows(), path
        assert (opened.complaints, opened.foreign_requests) == ([], []), path


def test_a_real_models_episodes_are_shown(open_page: Callable[..., Any]) -> None:
    """Agentic and tool-free episodes of a language model: reasoning, blocked steps, sections, unsure verdicts."""
    episodes = shared_data("episodes")
    by_file = {entry.record: entry.key for entry in open_run(episodes).entries}
    with viewer(episodes) as address:
        opened = open_page(address + f"#/episode/{by_file['ar-agentic-007-7-coverage.json']}")
        page = opened.page
        page.wait_for_selector(".transcript .turn")
        assert page.locator("svg.lanes .guard.mark").count() >= 1
        assert page.locator(".turn .tag.reasoning").count() >= 1
        page.evaluate("key => { location.hash = '#/episode/' + key }", by_file["math-tool-free-suite-031-229.json"])
        until(page, "document.querySelector('h1')?.textContent.includes('math_suite_031')")
        assert page.locator("svg.lanes .paid").count() == 6
        assert "unsure: the sets could not be compared" in page.locator(".verdicts").inner_text()
        assert "with it the score would be 6" in page.locator(".banner").inner_text()
        assert opened.complaints == []


def test_what_cannot_be_read_is_folded_and_a_server_that_is_gone_is_told(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    shutil.copy(Path(__file__).parents[1] / "report" / "agent_episode.json", tmp_path / "good.json")
    for number in range(40):
        (tmp_path / f"bad{number:02d}.json").write_text("{}")
    with viewer(tmp_path, notices=r".*no record of r3gym.*") as address:
        opened = open_page(address)
        page = opened.page
        page.evaluate("location.hash = '#/boards'")  # before the run's documents are there
        page.wait_for_selector(".contests")
        page.evaluate("location.hash = '#/'")
        ready(page)
        assert page.locator(".notices").inner_text() == "40 things could not be read"
        page.locator(".notices summary").click()
        assert page.locator(".notices li").first.inner_text().startswith("bad00.json: no record of r3gym")
        assert rows(page) == 1
        assert opened.complaints == []
    page.wait_for_selector("#live .lost", timeout=60_000)
    assert "does not answer any more" in page.locator(".notices").inner_text()


def test_a_bundle_opened_from_a_disk_says_what_it_needs(
    open_page: Callable[..., Any], run: Path, tmp_path: Path
) -> None:
    write_bundle(open_run(run), tmp_path / "bundle")
    page = open_page(tmp_path / "bundle" / "index.html").page
    page.wait_for_selector(".late", state="visible")
    assert "only when a web server sends it" in " ".join(page.locator(".late").inner_text().split())
