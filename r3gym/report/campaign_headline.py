"""The first screen of a campaign's page: score, oracle and gap ratio with intervals, what it cost, and differences."""

from __future__ import annotations

from r3gym.analysis.paired_scores import paired_scores
from r3gym.figures import FigureOptions, FigureSource, FigureTable
from r3gym.figures.paired_difference import cell_pairs
from r3gym.figures.series import SETTING_NAMES, Point, panels, points
from r3gym.figures.source import RunSource
from r3gym.oracle.resampling import Interval
from r3gym.report.elements import Html, element, join
from r3gym.report.scrolling import value_table
from r3gym.report.text import plain

_NOT_THERE = "–"


def headline(source: FigureSource) -> Html:
    """Return the table of scores, a line for each series and regime, and a sentence on the cost of each run."""
    found = [point for mine in panels(points(source, FigureOptions())).values() for point in mine]
    table = FigureTable.of(
        (
            *(("run",) if source.several else ()),
            *("policy", "scheduler", "setting", "budget", "contests", "score", "oracle", "gap ratio", "equal split"),
        ),
        [_line(point, source.several) for point in found],
    )
    note = "Correct answers per contest, in brackets the 95 % interval; ~ marks cells with missing runs, not official."
    empty = element("p", "No cell is complete: there is no score yet (see below what is missing).", class_="banner odd")
    return join(
        value_table(table, "Scores") if found else empty,
        element("p", note, class_="quiet") if found else None,
        *(element("p", cost_words(run, source.several)) for run in source.runs),
    )


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


def _line(point: Point, named: bool) -> tuple[str | int, ...]:
    key = point.key
    run = (point.run,) if named else ()
    scheduler = "none" if key.scheduler == "none" else key.scheduler
    mark = "" if point.complete else "~ "
    return (
        *run,
        f"{mark}{key.policy}",
        scheduler,
        SETTING_NAMES.get(key.setting, key.setting),
        key.regime,
        point.contests,
        interval(point.at("contest")),
        interval(point.at("oracle")),
        interval(point.at("gap_ratio"), percent=True),
        interval(point.at("equal")),
    )
