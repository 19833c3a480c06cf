"""Parts of a page that are wider than a phone: they scroll sideways, also with the keyboard."""

from __future__ import annotations

from r3gym.figures import FigureTable
from r3gym.figures.table import shown
from r3gym.report.elements import Html, element, join
from r3gym.report.text import plain

#: Lines of a table that the page shows; the CSV has all.
MOST_ROWS = 300


def value_table(table: FigureTable, label: str) -> Html:
    """Return a table of values that scrolls sideways; long ones are cut, and say so."""
    head = element("tr", *(element("th", name, scope="col") for name in table.columns))
    rows = [element("tr", *(_cell(shown(value), value) for value in row)) for row in table.rows[:MOST_ROWS]]
    more = len(table.rows) - MOST_ROWS
    note = element("p", f"The first {MOST_ROWS} of {len(table.rows):,} lines; the CSV has all.") if more > 0 else None
    return join(scroller(element("table", element("thead", head), element("tbody", *rows)), label), note)


def scroller(inside: Html, label: str) -> Html:
    """Return a part that scrolls sideways on a narrow screen, also with the keyboard."""
    return element("div", inside, class_="scroll", role="group", tabindex="0", **{"aria-label": label})


def _cell(text: str, value: object) -> Html:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return element("td", plain(text), class_="number" if number else None)
