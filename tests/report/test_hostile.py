"""What a model writes stays text: on a terminal and on the page."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from r3gym.records.format1 import from_format1
from r3gym.report.episode_report import EpisodeReport
from r3gym.report.extract import make_report
from r3gym.report.page import report_page
from r3gym.report.reading import UnreadableRecord
from r3gym.report.terminal import show_episode, show_table
from r3gym.report.text import plain

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)></pre></details></section></style><style>*{display:none}"
    "</style><a href='javascript:alert(3)'>x</a><base href=//evil.example><iframe src=//evil.example></iframe>"
    '" onmouseover="alert(4) [bold red]markup[/bold red] [link=file:///etc/passwd]x[/link]'
    "\x1b[2J\x1b]0;owned\x07\x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\\x9b31m\u202egnp.exe\x00\x08\r\ud800"
)
#: Elements that have no end tag.
EMPTY = {"meta", "br", "hr", "link", "img", "input", "base"}
KNOWN = set(
    "html head meta title style body main footer section h1 h2 h3 div p span b i small code pre a ul li dl dt dd table "
    "thead tbody tr th td details summary svg rect".split()
)


class Page(HTMLParser):
    """Every element, every attribute, all text; fails on tags that do not close in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.stack: list[str] = []
        self.seen: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in EMPTY:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def poisoned(value: Any) -> Any:
    """A record with hostile text in every place that holds text, in keys too."""
    if isinstance(value, dict):
        return {key: poisoned(part) for key, part in value.items()} | {HOSTILE: HOSTILE}
    if isinstance(value, list):
        return [poisoned(part) for part in value]
    return HOSTILE if isinstance(value, str) and not value.isdigit() else value


@pytest.fixture(scope="module")
def hostile() -> list[EpisodeReport]:
    found = []
    for name in ("agent_episode.json", "void_episode.json"):
        record = json.loads(Path(__file__).with_name(name).read_text("utf-8"))
        found.append(make_report(from_format1(poisoned(record)), plain(HOSTILE)))
        found.append(make_report(from_format1(record), plain(f"{HOSTILE}/{name}")))
    return found


def test_no_element_comes_from_a_record(hostile: list[EpisodeReport]) -> None:
    page = Page(report_page(hostile, [UnreadableRecord(plain(HOSTILE), plain(HOSTILE))]))
    assert page.seen <= KNOWN
    for tag, name, value in page.attributes:
        assert not name.startswith("on")
        if name in ("href", "src"):
            assert (tag, value[:2]) == ("a", "#e")
        if name == "class":
            assert re.fullmatch(r"[a-z0-9 ]*", value)


def test_the_hostile_text_is_there_to_be_read(hostile: list[EpisodeReport]) -> None:
    page = Page(report_page(hostile[:1]))
    assert "<script>alert(1)</script><img src=x onerror=alert(2)></pre></details>" in page.text
    assert "[bold red]markup[/bold red]" in page.text


def test_the_page_needs_and_allows_nothing_from_elsewhere(hostile: list[EpisodeReport]) -> None:
    text = report_page(hostile)
    assert "default-src 'none'; style-src 'sha256-" in text
    sheet = text[text.index("<style>") : text.index("</style>")]
    assert not re.search(r"url\(|@import|//", sheet)
    (policy,) = [v for tag, name, v in Page(text).attributes if tag == "meta" and v.startswith("default-src")]
    assert "unsafe" not in policy
    assert "script-src" not in policy


def test_the_page_is_valid_utf_8_without_control_characters(hostile: list[EpisodeReport]) -> None:
    text = report_page(hostile)
    text.encode()
    assert {c for c in text if unicodedata.category(c) == "Cc"} <= {"\n", "\t"}
    assert "\u202e" not in text


def test_nothing_on_the_terminal_is_an_escape_or_markup(hostile: list[EpisodeReport]) -> None:
    screen = io.StringIO()
    console = Console(file=screen, width=160)
    for one in hostile:
        show_episode(console, one)
    show_table(console, hostile)
    text = screen.getvalue()
    assert {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs")} <= {"\n"}
    assert "[bold red]markup" in text


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\", "ab"),
        ("\x1bPq#0~\x1b\\sixel", "sixel"),
        ("\x1b(Bcharset\x1bM", "charset"),
        ("\x9b31mC1 \x9dtitle\x9c", "C1 "),
        ("unfinished \x1b]0;title", "unfinished "),
        ("lone \x1b", "lone ␛"),
        ("10%\r20%\r\nend", "10%\n20%\nend"),
        ("\x00\x08\x7f", "␀␈␡"),
        ("a\u202eb\u2066", "a<U+202E>b<U+2066>"),
        ("\ud83d", "\ufffd"),
        ("tab\tand é 漢 🎈 stay", "tab\tand é 漢 🎈 stay"),
    ],
)
def test_escapes_go_and_other_controls_become_visible(given: str, left: str) -> None:
    assert plain(given) == left


@given(st.text(st.characters() | st.sampled_from("\x1b\x9b\x9d\x07[];\\0mP")))
def test_plain_text_never_holds_a_control_character(text: str) -> None:
    assert {c for c in plain(text) if unicodedata.category(c) in ("Cc", "Cs")} <= {"\n", "\t"}
    assert plain(plain(text)) == plain(text)
