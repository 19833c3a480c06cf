"""The page of a campaign: headline, every figure with its table, protocol outcomes, method, what was used and left out.

One file without scripts and without anything loaded; its content security policy forbids both. Pictures are inline SVG
in the page's own inks, so that light, dark and paper need no second copy.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

from r3gym.figures import FIGURES, Drawing, FigureOptions, FigureSource
from r3gym.figures.svg import dark_css
from r3gym.report.campaign_headline import comparison, headline
from r3gym.report.campaign_notes import left_out, method, used
from r3gym.report.campaign_outcomes import protocol_outcomes
from r3gym.report.elements import Html, element, folded
from r3gym.report.scrolling import scroller, value_table
from r3gym.report.text import plain
from r3gym.version import __version__


def campaign_page(source: FigureSource, options: FigureOptions) -> str:
    """Return the page of one run, or of several side by side."""
    sheets = [files("r3gym.report").joinpath(name).read_text("utf-8") for name in ("page.css", "campaign.css")]
    style = "".join([*sheets, dark_css()])
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    heading = " and ".join(plain(run.label) for run in source.runs)
    drawings = [kind.draw(source, options) for kind in FIGURES.values()]
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Html('<meta name="referrer" content="no-referrer">'),
        element("title", f"{heading} · r3gym"),
        element("style", Html(style)),
    )
    drawn = [one for one in drawings if one.missing is None]
    body = element(
        "body",
        element(
            "main",
            element("h1", f"Report: {heading}"),
            headline(source),
            comparison(source, options),
            element("h2", "Figures", id="figures"),
            element("nav", element("ul", *map(_link, drawn)), **{"aria-label": "Figures"}),
            *map(figure_section, drawn),
            protocol_outcomes(source),
            method(source),
            used(source),
            left_out(source, [one for one in drawings if one.missing is not None]),
        ),
        element("footer", f"r3gym {__version__} · computed from the rows, nothing was run again"),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def figure_section(drawing: Drawing) -> Html:
    """Return one figure: picture, caption, and behind a click the table; SVG and CSV as downloads."""
    return element(
        "section",
        element("h3", drawing.title),
        element(
            "figure",
            scroller(Html(drawing.inline_svg()), f"Picture: {drawing.title}"),
            element("figcaption", plain(drawing.caption)),
        ),
        element(
            "p",
            _download("SVG", f"{drawing.name}.svg", "image/svg+xml", drawing.svg()),
            " ",
            _download("CSV", f"{drawing.name}.csv", "text/csv", drawing.csv()),
            class_="downloads",
        ),
        folded(f"Table ({len(drawing.table.rows):,} lines)", value_table(drawing.table, f"Table: {drawing.title}")),
        id=drawing.name,
        class_="figure",
    )


def _link(drawing: Drawing) -> Html:
    return element("li", element("a", drawing.title, href=f"#{drawing.name}"))


def _download(word: str, name: str, kind: str, content: str) -> Html:
    data = base64.b64encode(content.encode("utf-8", "replace")).decode()
    return element("a", word, href=f"data:{kind};base64,{data}", download=name)
