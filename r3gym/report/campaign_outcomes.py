"""Protocol outcomes on a campaign's page: the tables of `r3gym analyze --table outcomes`, behind a click each."""

from __future__ import annotations

from r3gym.analysis.protocol_outcomes import OutcomeCell
from r3gym.core.known_domains import get_domain
from r3gym.figures import FigureSource
from r3gym.figures.source import RunSource
from r3gym.records.run_kind import RunKind
from r3gym.report.elements import Html, element, folded, join
from r3gym.report.outcomes import Outcomes, outcome_tables
from r3gym.report.scrolling import scroller
from r3gym.report.text import plain


def protocol_outcomes(source: FigureSource) -> Html:
    """Return how episodes ended, answers were read and judged, and what the calls came to; nothing without a row."""
    groups = [(_names(run, cell, source), _sanitised(cell)) for run in source.runs for cell in run.analysis.outcomes]
    parts = []
    for section, heads, rows in outcome_tables(groups):
        title = section.title.removeprefix("Protocol outcomes: ").capitalize()
        head = element("tr", *(element("th", word, scope="col") for word in ("cell", *heads)))
        body = [element("tr", element("td", row[0]), *map(_number, row[1:])) for row in rows]
        table = element("table", element("thead", head), element("tbody", *body))
        parts.append(folded(title, join(scroller(table, f"Table: {title}"), element("p", section.note))))
    if not parts:
        return join()
    return join(element("h2", "Protocol outcomes", id="outcomes"), *parts)


def _names(run: RunSource, cell: OutcomeCell, source: FigureSource) -> tuple[str]:
    key = cell.key
    parts = [
        run.label if source.several else "",
        key.policy,
        key.setting.replace("_", "-"),
        get_domain(key.domain).gym_name,
        key.suite if len({one.key.suite for one in run.analysis.outcomes}) > 1 else "",
        key.regime if key.pressure is not None or key.budget is not None else "",
        key.scheduler if key.scheduler != "none" else "",
        cell.kind if cell.kind != RunKind.CONTEST else "",
    ]
    return (plain(" · ".join(filter(None, parts))),)


def _sanitised(cell: OutcomeCell) -> Outcomes:
    return {(figure, plain(group)): tally for (figure, group), tally in cell.outcomes.items()}


def _number(text: str) -> Html:
    return element("td", text, class_="number")
