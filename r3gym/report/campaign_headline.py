"""The first screen of a campaign's page: score, oracle and gap ratio with intervals, what it cost, and differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from r3gym.analysis.paired_scores import paired_scores
from r3gym.figures import FigureOptions, FigureSource, FigureTable
from r3gym.figures.paired_difference import cell_pairs
from r3gym.figures.series import SETTING_NAMES, Point, panels, points
from r3gym.figures.source import RunSource
from r3gym.oracle.resampling import Interval
from r3gym.report.elements import Html, element, join
from r3gym.report.scrolling import scroller, value_table
from r3gym.report.text import plain

_NOT_THERE = "–"


def headline(source: FigureSource) -> Html:
    """Return the table of scores, a line for each series and regime, and a sentence on the cost of each run."""
    found = [point for mine in panels(points(source, FigureOptions())).values() for point in mine]
    empty = element("p", "No cell is complete: there is no score yet (see below what is missing).", class_="banner odd")
    return join(
        _scores(found, source.several) if found else empty,
        element("p", _note(found), class_="quiet") if found else None,
        *(element("p", cost_words(run, source.several)) for run in source.runs),
    )


def _scores(found: Sequence[Point], several: bool) -> Html:
    """Return the table of scores: names wrap and intervals stand below, so that the scores are seen on a phone."""
    differs = {name: len({value(point) for point in found}) > 1 for name, value in _CONDITIONS.items()}
    named = {"run": several} | differs
    columns = [name for name, there in named.items() if there]
    rows = []
    for point in found:
        own = [element("td", f"{'' if point.complete else '~ '}{plain(point.key.policy)}", class_="name")]
        if several:
            own.append(element("td", plain(point.run), class_="name"))
        own += [element("td", plain(value(point))) for name, value in _CONDITIONS.items() if differs[name]]
        figures = [_figure(point.at("contest")), _figure(point.at("oracle"))]
        figures += [_figure(point.at("gap_ratio"), percent=True), _figure(point.at("equal"))]
        rows.append(element("tr", *own, element("td", point.key.regime), *figures))
    head = element("tr", *(element("th", name, scope="col") for name in ("policy", *columns, *_FIGURES)))
    table = element("table", element("thead", head), element("tbody", *rows), class_="headline")
    return scroller(table, "Scores")


def _note(found: Sequence[Point]) -> str:
    """Say what the numbers are, and what all lines have in common."""
    common = {name: {value(point) for point in found} for name, value in _CONDITIONS.items()}
    words = [_COMMON[name].format(*values) for name, values in common.items() if len(values) == 1]
    return (
        "Correct answers per contest, below them the 95 % interval; ~ marks cells with missing runs, not official. "
        f"{'All lines: ' + ', '.join(map(plain, words)) + '.' if words else ''}"
    ).strip()


_FIGURES = ("budget", "score", "oracle", "gap ratio", "equal split")
#: What a line of the table has beside its policy and budget; where all lines have the same, a sentence says it.
_CONDITIONS: dict[str, Callable[[Point], str]] = {
    "scheduler": lambda point: point.key.scheduler,
    "setting": lambda point: SETTING_NAMES.get(point.key.setting, point.key.setting),
    "contests": lambda point: f"{point.contests:,}",
}
_COMMON = {"scheduler": "scheduler {}", "setting": "{}", "contests": "{} contests"}


def _figure(at: Interval | None, *, percent: bool = False) -> Html:
    value, _, bounds = interval(at, percent=percent).partition(" (")
    value = value.replace(" %", "\N{NO-BREAK SPACE}%")  # one word on a phone
    return element("td", value, element("small", bounds.removesuffix(")")) if bounds else None)


def comparison(source: FigureSource, options: FigureOptions) -> Html | None:
    """Return the paired differences of runs side by side; None for a single run."""
    if not source.several:
        return None
    rows = []
    for first, second, where, one, other in cell_pairs(source, options):
        scores = paired_scores(one, other, source.runs[0].analysis.resampling)
        if scores is not None:
            at = scores.mean
            sure = at.low is not None and at.high is not None and (at.low > 0 or at.high < 0)
            words = "interval excludes zero" if sure else "interval includes zero"
            rows.append((f"{second} − {first}", where, len(scores.contests), interval(at, signed=True), words))
    if not rows:
        return element("p", "The runs share no contests that both have played completely: nothing can be paired.")
    table = FigureTable.of(("difference", "cell", "contests", "score difference", ""), rows)
    return join(
        element("h2", "Paired differences"),
        value_table(table, "Paired differences"),
        element("p", "The same contests, score by score; no correction for several comparisons.", class_="quiet"),
    )


def interval(at: Interval | None, *, percent: bool = False, signed: bool = False) -> str:
    """Return an estimate with its interval as a reader sees it.

    >>> interval(Interval(0.5, 0.25, 0.75, 9)), interval(Interval(0.5, 0.25, 0.75, 9), percent=True), interval(None)
    ('0.50 (0.25 to 0.75)', '50.0 % (25.0 to 75.0)', '–')
    """
    if at is None or at.estimate is None:
        return _NOT_THERE
    scale, digits, unit = (100, 1, " %") if percent else (1, 2, "")
    sign = "+" if signed else ""

    def show(value: float) -> str:
        return f"{value * scale:{sign}.{digits}f}"

    bounds = "" if at.low is None or at.high is None else f" ({show(at.low)} to {show(at.high)})"
    return f"{show(at.estimate)}{unit}{bounds}"


def cost_words(run: RunSource, named: bool) -> str:
    """Return a sentence on what a run cost: episodes, calls, tokens, price, time."""
    totals = run.facts.totals
    parts = [f"{len(totals.done):,} episodes with a result"]
    if totals.calls:
        parts.append(
            f"{totals.calls:,} model calls, {totals.prompt_tokens:,} prompt tokens, {totals.completion_tokens:,} "
            "completion tokens"
        )
        prices = [f"{amount:,.2f} {currency or 'of an unnamed currency'}" for currency, amount in totals.costs.items()]
        parts.append(f"price {' + '.join(prices)}" if prices else "price not known (no prices in the profile)")
        if totals.unreported:
            parts.append(f"{totals.unreported:,} replies without token counts")
        if totals.unsettled:
            parts.append(f"{totals.unsettled:,} failed requests that may have been billed")
    else:
        parts.append("no model calls, no price")
    parts.append(f"{totals.seconds / 3600:,.2f} hours of episodes")
    start = f"{plain(run.label)}: " if named else "Cost: "
    return f"{start}{'; '.join(parts)}."
