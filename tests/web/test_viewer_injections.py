"""Model output is hostile: nothing of it ever runs, loads or hides in the viewer, on the server and in a bundle."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browser_waiting import until
from injections import INJECTIONS
from viewer_server import viewer

from r3gym.records.format1 import from_format1
from r3gym.records.writing import write_record
from r3gym.viewer.bundle import write_bundle
from r3gym.viewer.opening import open_run
from r3gym.viewer.visible_text import visible

OLD = Path(__file__).parents[1] / "report" / "agent_episode.json"
#: Fields whose words the record's format fixes.
FIXED = {"format", "kind", "verdict", "parse", "setting", "domain", "unit", "standing", "env_id", "charge", "verb"}


def poisoned(value: Any, text: str) -> Any:
    """A record with the text in every place that holds one, in keys of open objects too."""
    if isinstance(value, dict):
        own = {key: part if key in FIXED else poisoned(part, text) for key, part in value.items()}
        return own | {text: text}
    if isinstance(value, list):
        return [poisoned(part, text) for part in value]
    return text if isinstance(value, str) and not value.isdigit() else value


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record for each injection, written as a file of the present format."""
    folder = tmp_path_factory.mktemp("hostile")
    for number, text in enumerate(INJECTIONS):
        record = from_format1(poisoned(json.loads(OLD.read_text("utf-8")), text))
        write_record(folder / f"{number:02d} <img src=x onerror=alert(1)>.json", record)
    return folder


@pytest.fixture(scope="module", params=["server", "bundle"])
def address(request: pytest.FixtureRequest, hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "server":
        with viewer(hostile) as found:
            yield found
        return
    root = tmp_path_factory.mktemp("root")
    write_bundle(open_run(hostile), root / "below" / "bundle")
    handler = functools.partial(QuietHandler, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/below/bundle/"
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


def test_there_are_injections_of_every_kind() -> None:
    assert len(set(INJECTIONS)) == len(INJECTIONS) >= 40


def test_no_injection_runs_loads_or_hides(open_page: Callable[..., Any], hostile: Path, address: str) -> None:
    opened = open_page(address + "#/")
    page = opened.page
    page.wait_for_selector(".row[aria-rowindex='2']")
    run = open_run(hostile)
    assert len(run.entries) == len(INJECTIONS)
    for entry in run.entries:
        assert entry.record is not None
        text = INJECTIONS[int(entry.record[:2])]
        page.evaluate("key => { location.hash = '#/episode/' + key }", entry.key)
        until(page, "key => document.querySelector('.heading code')?.textContent === key", arg=entry.key)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.fill?.(); one.open = true })")
        shown = page.evaluate("document.querySelector('.episode').textContent")
        assert visible(text.encode("utf-8", "backslashreplace").decode()) in shown, text
    for path in (
        "#/",
        "#/boards",
        "#/?q=%3Cscript%3E",
        "#/?policy=%22%3E%3Cimg%20src=x%20onerror=window.hacked=1%3E",
        "#/<script>",
        "#/episode/<img src=x>",
    ):
        page.evaluate("path => { location.hash = path }", path)
        page.wait_for_timeout(150)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("({}).hacked") is None
    elements = (
        "script:not([src]), iframe, object, embed, form, base, template, video, marquee, math, style, "
        "img:not([src='static/icon.svg'])"
    )
    assert page.evaluate("names => document.querySelectorAll(names).length", elements) == 0
    handlers = "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()).filter(n => n.startsWith('on'))"
    assert page.evaluate(handlers) == []
    links = "[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"
    assert [link for link in page.evaluate(links) if not link.startswith("#")] == []
    shown = page.evaluate("document.body.textContent")
    assert not set("\u202e\u2066\u2069\u200b\x1b\x00\x08") & set(shown)
    assert opened.foreign_requests == []
    # Not even the content-security policy had anything to stop; one address above names no episode.
    assert [said for said in opened.complaints if "404" not in said] == []


def test_should_text_ever_become_markup_the_policy_still_stops_it(open_page: Callable[..., Any], address: str) -> None:
    opened = open_page(address + "#/")
    stopped = """(() => { try { document.body.innerHTML = '<img src=x onerror="window.hacked=1">'; return false }
                 catch (error) { return error instanceof TypeError } })()"""
    assert opened.page.evaluate(stopped) is True
    handler = """(() => { const a = document.createElement('a'); document.body.append(a);
                 try { a.setAttribute('onclick', 'window.hacked=1') } catch { return } a.click() })()"""
    opened.page.evaluate(handler)
    assert opened.page.evaluate("window.hacked") is None
    assert any("Content Security Policy" in said or "Trusted" in said for said in opened.complaints)
