"""One self-contained page without scripts or external resources, and with a security policy that forbids both."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files

from r3gym.report import phrases
from r3gym.report.elements import Html, element, folded, join, table
from r3gym.report.episode_report import EpisodeReport
from r3gym.report.outcomes import outcome_tables
from r3gym.report.page_episode import episode
from r3gym.report.reading import UnreadableRecord
from r3gym.report.text import amount, short_names
from r3gym.report.totals import GroupMeans, grouped
from r3gym.version import __version__


def report_page(accounts: Sequence[EpisodeReport], unreadable: Sequence[UnreadableRecord] = ()) -> str:
    """Return the page of one episode, or of several with a table before them."""
    style = files("r3gym.report").joinpath("page.css").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    single = len(accounts) == 1
    heading = phrases.title(accounts[0]) if single else f"{len(accounts)} episodes"
    names = short_names([one.record for one in accounts])
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Html('<meta name="referrer" content="no-referrer">'),
        element("title", f"{heading} · r3gym"),
        element("style", Html(style)),
    )
    body = element(
        "body",
        element(
            "main",
            None
            if single
            else join(element("h1", heading), _overview(accounts, names), _means(accounts), _outcomes(accounts)),
            _unreadable(unreadable),
            *(episode(one, name, f"e{n}", alone=single) for n, (one, name) in _numbered(accounts, names)),
        ),
        element("footer", f"r3gym {__version__} · read from the records, nothing was run"),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _numbered(accounts: Sequence[EpisodeReport], names: Sequence[str]) -> list[tuple[int, tuple[EpisodeReport, str]]]:
    return list(enumerate(zip(accounts, names, strict=True), 1))


def _overview(accounts: Sequence[EpisodeReport], names: Sequence[str]) -> Html:
    rows = []
    for n, (one, name) in _numbered(accounts, names):
        used = one.usage
        rows.append((
            element("a", name, href=f"#e{n}"),
            one.contestant,
            one.contest,
            element("b", phrases.score(one).replace(" of ", "/"), class_="bad" if one.void else None),
            f"{amount(one.used)}/{'∞' if one.total is None else amount(one.total)}",
            amount(None if used is None else used.completion_tokens),
            amount(None if used is None else used.cost),
            phrases.remarks(one),
        ))  # fmt: skip
    return table(("record", "contestant", "contest", "score", "used", "out", "cost", "notes"), rows)


def _means(accounts: Sequence[EpisodeReport]) -> Html:
    head = ("contestant", "setting", "budget", "runs", "void", "score", "used", "out", "cost")
    rows = [_means_row(group) for group in grouped(accounts)]
    note = "Means over the runs with a result; cost is of all runs together."
    return join(element("h2", "Means"), element("p", note, class_="quiet"), table(head, rows))


def _outcomes(accounts: Sequence[EpisodeReport]) -> Html:
    """Return the protocol outcomes of every group, folded."""
    named = [((group.contestant, phrases.group_label(group)), group.outcomes) for group in grouped(accounts)]
    parts = [
        join(
            element("h3", section.title.removeprefix("Protocol outcomes: ").capitalize()),
            element("p", section.note, class_="quiet"),
            table(("contestant", "setting", *heads), rows),
        )
        for section, heads, rows in outcome_tables(named)
    ]
    return folded("Protocol outcomes", *parts)


def _means_row(group: GroupMeans) -> tuple[str, ...]:
    return (
        group.contestant,
        phrases.group_label(group),
        f"{'∞' if group.total is None else amount(group.total)} {group.unit}",
        str(group.episodes),
        str(group.void),
        element("b", "-" if group.score is None else f"{group.score:.2f}/{amount(group.problems)}"),
        "-" if group.used is None else f"{group.used:,.1f}",
        "-" if group.output_tokens is None else f"{group.output_tokens:,.0f}",
        phrases.cost(group.cost, group.currency, partly=group.cost_partly),
    )


def _unreadable(unreadable: Sequence[UnreadableRecord]) -> Html | None:
    if not unreadable:
        return None
    lines = [element("li", element("code", one.record), f": {one.why}") for one in unreadable]
    return element("div", element("b", "Not read"), element("ul", *lines), class_="banner odd")
