"""The instruments of the tests of pages are real: each check fails on a page that is wrong."""

from __future__ import annotations

from pathlib import Path


def test_a_page_that_complains_loads_from_afar_or_is_too_wide_is_noticed(open_page, tmp_path: Path) -> None:
    page = tmp_path / "wrong.html"
    page.write_text(
        "<!doctype html><html><title>t</title><div style='width:5000px'>wide</div>"
        "<img src='http://198.51.100.1/x.png'><script>alert(1); throw new Error('broken')</script></html>"
    )
    opened = open_page(page)
    assert "dialog: 1" in opened.complaints
    assert any("broken" in one for one in opened.complaints)
    assert opened.foreign_requests == ["http://198.51.100.1/x.png"]
    assert opened.overflows()
    faults = opened.accessibility_faults()
    assert {fault.split(":")[0] for fault in faults} >= {"html-has-lang", "image-alt"}


def test_a_good_page_passes(open_page, tmp_path: Path) -> None:
    page = tmp_path / "good.html"
    page.write_text(
        "<!doctype html><html lang='en'><meta name='viewport' content='width=device-width'><title>t</title>"
        "<main><h1>good</h1></main></html>"
    )
    opened = open_page(page, width=420, dark=True)
    assert (opened.complaints, opened.foreign_requests, opened.overflows()) == ([], [], False)
    assert opened.accessibility_faults() == []
