"""The desk in a real browser: quoting, refusing, keyboard, a killed server, two annotators, hostile texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser_waiting import until
from desk_server import desk
from injections import INJECTIONS
from made_episodes import MadeEpisode

from r3gym.behaviour import Annotator, Label, LabelSet, find_subjects, label_set_path
from r3gym.records.writing import write_record
from r3gym.viewer.visible_text import visible

DESKTOP, PHONE = 1300, 420
SAVED = "document.getElementById('saved').textContent === 'all saved'"


def written(folder: Path) -> Path:
    """Two records in which B is tried, fails, and is given up for C."""
    for name in ("one", "two"):
        made = (
            MadeEpisode()
            .think("First B by brute force, since it looks easiest.")
            .focus("B")
            .run("g++ -O2 b.cpp && ./a.out < sample2", "wrong: expected 7, got 5")
            .think("It fails on sample 2 and one more try costs as much as C. C is worth more now.")
            .focus("C")
            .run("g++ -O2 c.cpp && ./a.out < sample1", "ok")
            .finish()
        )
        write_record(folder / f"{name}.json", made.record(B="wrong_answer", C="accepted"))
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return written(tmp_path / "run")


def labels(run: Path, name: str = "ann") -> tuple[Label, ...]:
    return LabelSet(label_set_path(run, name)).labels()


def ready(opened: Any) -> Any:
    opened.page.wait_for_selector(".desk")
    return opened.page


def card(page: Any, kind: str, problem: str | None = None) -> Any:
    return page.locator(f".card[data-kind='{kind}']" + (f"[data-problem='{problem}']" if problem else ""))


def state(page: Any, kind: str, problem: str | None, wanted: str) -> None:
    where = f".card[data-kind='{kind}']" + (f"[data-problem='{problem}']" if problem else "")
    until(page, "([where, state]) => document.querySelector(where)?.dataset.state === state", [where, wanted])


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def go_to(page: Any, event: str) -> None:
    """By keys alone: down to an event."""
    for _ in range(60):
        press(page, "j")
        if page.evaluate("document.activeElement.dataset.event") == event:
            return
    raise AssertionError(f"no event {event}")


def test_a_label_without_a_valid_quotation_cannot_be_saved(open_page: Callable[..., Any], run: Path) -> None:
    with desk(run, "ann") as served:
        page = ready(open_page(served.address))
        mine = card(page, "coverage", "B")
        mine.get_by_role("button", name="true").click()
        state(page, "coverage", "B", "refused")
        assert "a positive label needs an exact quotation and its event" in mine.locator(".refusal").first.inner_text()
        mine.get_by_role("button", name="type").click()
        mine.get_by_label("Event of the work").fill("s1")
        mine.get_by_label("Words of the work").fill("g++ -O3 b.cpp")
        beside = mine.locator("[data-role='work'] .refusal")
        beside.get_by_text("s1 does not hold").wait_for()
        assert "quote its exact words" in beside.inner_text()
        assert (labels(run), mine.locator(".state").inner_text()) == ((), "not saved: a draft")
        assert "incomplete" in page.locator("#saved").inner_text()
        page.get_by_role("button", name="Finish").click()
        until(page, "document.querySelector('.bar').textContent.startsWith('not finished: coverage of B')")
        mine.get_by_label("Words of the work").fill("g++ -O2 b.cpp")
        state(page, "coverage", "B", "saved")
        assert beside.inner_text() == ""
        assert [(one.value, one.quotations[0].text) for one in labels(run)] == [("true", "g++ -O2 b.cpp")]


def test_a_killed_server_loses_nothing_that_was_acknowledged(open_page: Callable[..., Any], run: Path) -> None:
    with desk(run, "ann") as served:
        page = ready(open_page(served.address))
        go_to(page, "s1")
        card(page, "coverage", "B").click()
        press(page, "v", "ArrowRight", "Enter")
        state(page, "coverage", "B", "saved")
        card(page, "coverage", "A").get_by_role("button", name="false").click()
        state(page, "coverage", "A", "saved")
        until(page, SAVED)
        card(page, "observation").get_by_role("button", name="true").click()  # a draft, acknowledged as one
        state(page, "observation", None, "refused")
        served.kill()
        card(page, "coverage", "D").get_by_role("button", name="false").click()
        state(page, "coverage", "D", "unsaved")
        assert page.locator("#saved").inner_text() == "NOT SAVED"
        assert "does not answer" in card(page, "coverage", "D").inner_text()
    assert {(one.problem, one.value) for one in labels(run)} == {("B", "true"), ("A", "false")}
    with desk(run, "ann") as served:
        page = ready(open_page(served.address))
        state(page, "coverage", "B", "saved")
        assert card(page, "coverage", "B").get_by_label("Words of the work").input_value() == "g++ -O2"
        assert card(page, "coverage", "A").locator(".value.false").get_attribute("aria-pressed") == "true"
        state(page, "observation", None, "refused")
        assert card(page, "coverage", "D").get_attribute("data-state") == "empty"


def test_one_record_by_keyboard_alone(open_page: Callable[..., Any], run: Path) -> None:
    with desk(run, "ann") as served:
        opened = open_page(served.address)
        page = ready(opened)
        first = page.evaluate("document.title")
        press(page, "2", "]")  # A: false; B
        go_to(page, "s1")
        press(page, "v", "ArrowRight", "ArrowRight", "Enter", "]")  # B: true, with words
        press(page, "m")
        page.keyboard.type("as I see it")
        press(page, "Escape", "3")  # C: unknown, with a note
        press(page, "g", "a", "]")  # the strategy update
        assert page.locator(".card.active").get_attribute("data-kind") == "strategy_update"
        press(page, *"kkkkkkkk")
        assert page.evaluate("document.activeElement.dataset.event") == "r1"
        press(page, "v", "ArrowDown", "Enter")  # prior; the trigger is next
        go_to(page, "s1.output")
        press(page, "v", "End", "Enter")
        go_to(page, "r2")
        press(page, "v", "End", "Enter")
        state(page, "strategy_update", None, "saved")
        times = page.locator(".card.active .times").inner_text()
        assert ("<" in times, "≤" in times, "?" in times) == (True, True, False)
        press(page, "]")
        go_back = page.evaluate("document.activeElement.dataset.event")
        assert go_back == "r2"
        press(page, "v", "ArrowDown", "Enter")  # the reason that is stated
        state(page, "rational_update", None, "saved")
        press(page, "?")
        page.wait_for_selector("dialog.help")
        assert "quote what is selected" in page.locator("dialog.help").inner_text()
        press(page, "Escape", "d")
        until(page, "before => document.title !== before && document.title.startsWith('T-')", first)
        assert page.locator(".done-of").inner_text() == "1 done"
        press(page, "p")
        until(page, "before => document.title === before", first)
        assert [said for said in opened.complaints if "422" not in said] == []
    found = {(one.kind, one.problem): one for one in labels(run)}
    assert {place: one.value for place, one in found.items()} == {
        ("coverage", "A"): "false",
        ("coverage", "B"): "true",
        ("coverage", "C"): "unknown",
        ("strategy_update", None): "true",
        ("rational_update", None): "true",
    }
    assert found["coverage", "C"].note == "as I see it"
    update = found["strategy_update", None]
    assert [(one.role, one.event) for one in update.quotations] == [
        ("prior", "r1"),
        ("trigger", "s1.output"),
        ("revision", "r2"),
    ]
    assert update.quoted("trigger")[0].text == "wrong: expected 7, got 5"


def test_words_that_are_selected_with_the_mouse_are_quoted(open_page: Callable[..., Any], run: Path) -> None:
    with desk(run, "ann") as served:
        page = ready(open_page(served.address))
        box = page.locator("[data-event='s1.output'] .said").bounding_box()
        page.mouse.dblclick(box["x"] + 10, box["y"] + box["height"] / 2)
        until(page, "document.querySelector('.bar').textContent.startsWith('s1.output →')")
        card(page, "observation").get_by_role("button", name="true").click()  # the selection stays
        card(page, "observation").get_by_role("button", name="Quote here").click()
        state(page, "observation", None, "saved")
    assert [(one.quotations[0].event, one.quotations[0].text) for one in labels(run)] == [("s1.output", "wrong")]


def test_two_annotators_at_once(open_page: Callable[..., Any], run: Path) -> None:
    with desk(run, "ann", "--annotators", "2", "--overlap", "1") as of_ann, desk(run, "ben") as of_ben:
        pages = {name: ready(open_page(one.address)) for name, one in (("ann", of_ann), ("ben", of_ben))}
        assert pages["ann"].evaluate("document.title") == pages["ben"].evaluate("document.title")
        for problem in "ABCDEF":
            for name, value in (("ann", "false"), ("ben", "unknown")):
                card(pages[name], "coverage", problem).get_by_role("button", name=value).click()
        for page in pages.values():
            until(page, SAVED)
    for name, value in (("ann", "false"), ("ben", "unknown")):
        assert [(one.problem, one.value) for one in labels(run, name)] == [(problem, value) for problem in "ABCDEF"]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A record that says every injection in every place, and an annotator's label whose note is one."""
    made = MadeEpisode(budget=500)
    for text in INJECTIONS:
        made.think(f"{text} thought").focus("B").run(f"{text} typed", f"{text} printed").submit("B", f"{text} answer")
    write_record(tmp_path / "run" / "<img src=x onerror=alert(1)>.json", made.finish().record(B="wrong_answer"))
    (subject,) = find_subjects(tmp_path / "run")
    who = Annotator(type="person", name="ann")
    found = LabelSet(label_set_path(tmp_path / "run", "ann"))
    for problem, text in zip("ABCDEF", INJECTIONS[:6], strict=True):
        label = Label(
            episode=subject.episode, kind="coverage", problem=problem, value="false", note=text, annotator=who
        )
        found.add(label, subject.standard())
    return tmp_path / "run"


def test_hostile_texts_stay_texts(open_page: Callable[..., Any], hostile: Path) -> None:
    with desk(hostile, "ann") as served:
        opened = open_page(served.address)
        page = ready(opened)
        shown = page.evaluate("document.querySelector('.record').textContent")
        record = find_subjects(hostile)[0].standard()
        assert len(record.events) > len(INJECTIONS) * 3
        for event in record.events:
            assert visible(event.text) in shown, event.id
        assert page.locator(".note").first.input_value() == INJECTIONS[0]
        page.evaluate("location.hash = '#/<img src=x onerror=window.hacked=1>'")
        page.wait_for_timeout(500)
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("({}).hacked") is None
        elements = "script:not([src]), iframe, object, embed, form, base, template, video, marquee, math, style, svg"
        assert page.evaluate("names => document.querySelectorAll(names).length", elements) == 0
        assert not set("\u202e\u2066\u200b\x1b\x00") & set(shown)
        stopped = "(() => { try { document.body.innerHTML = '<b>'; return false } catch { return true } })()"
        assert page.evaluate(stopped) is True
        assert opened.foreign_requests == []


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_usable_on_a_phone_and_has_no_serious_faults(
    open_page: Callable[..., Any], run: Path, dark: bool
) -> None:
    with desk(run, "ann") as served:
        opened = open_page(served.address, dark=dark)
        page = ready(opened)
        card(page, "overcommitment").get_by_role("button", name="true").click()
        state(page, "overcommitment", None, "refused")
        go_to(page, "s1")
        press(page, "v", "End", "Enter")
        until(page, "document.querySelectorAll('.quotation').length === 1")
        assert (opened.accessibility_faults(), opened.overflows()) == ([], False)
        page.set_viewport_size({"width": PHONE, "height": 800})
        assert (opened.accessibility_faults(), opened.overflows()) == ([], False)
        page.get_by_role("button", name="codebook", exact=True).click()
        assert (opened.accessibility_faults(), opened.overflows()) == ([], False)
        card(page, "coverage", "A").get_by_role("button", name="false").click()
        state(page, "coverage", "A", "saved")
    assert [one.problem for one in labels(run)] == ["A"]
