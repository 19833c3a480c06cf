"""The series of a figure: a policy under a scheduler in a setting, and its figures in each budget regime.

A point is the mean over the domains in which it exists (the paper's available-domain macro), or the only domain's cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from r3gym.analysis.analyse import CellResult
from r3gym.analysis.figure import Name
from r3gym.cells.cell import CellKey, ContestCell, across_domains, rank
from r3gym.figures.drawing import MissingData
from r3gym.figures.fitting import short_names, shorter
from r3gym.figures.options import FigureOptions
from r3gym.figures.source import FigureSource, RunSource
from r3gym.figures.table import FigureTable, Value
from r3gym.oracle.resampling import Interval

NO_SCHEDULER = "none"
SETTING_NAMES = {"agentic": "agentic", "tool_free": "tool-free"}
#: Names of domains up to this length are abbreviations.
_ABBREVIATION = 3


def domain_name(name: str) -> str:
    """Return the name of a domain as figures show it.

    >>> domain_name("sql"), domain_name("geometry")
    ('SQL', 'geometry')
    """
    return name.upper() if len(name) <= _ABBREVIATION else name


@dataclass(frozen=True)
class Point:
    """The figures of one series in one regime."""

    run: str
    key: CellKey
    domains: tuple[str, ...]
    contests: int
    complete: bool
    estimates: dict[Name, Interval]

    def at(self, name: str, group: str = "") -> Interval | None:
        """Return a figure with its interval, None where it does not exist."""
        found = self.estimates.get((name, group))
        return None if found is None or found.estimate is None else found


def points(source: FigureSource, options: FigureOptions, *, reference_only: bool = False) -> list[Point]:
    """Return all points that have figures; with ``reference_only`` those without a scheduler, where there are some."""
    found = [point for run in source.runs for point in _points(run, options) if point.estimates]
    reference = [point for point in found if point.key.scheduler == NO_SCHEDULER]
    return reference if reference_only and reference else found


def require(found: Sequence[Point], source: FigureSource, *names: Name) -> list[Point]:
    """Return the points that have at least one of these figures; raise `MissingData` with the reason for none."""
    having = [point for point in found if any(point.at(*name) is not None for name in names)]
    if not having:
        raise MissingData(why_missing(source, bool(found)))
    return having


def why_missing(source: FigureSource, computed: bool) -> str:
    """Say why no cell has a figure: nothing played, runs missing, or no response curves."""
    analyses = [run.analysis for run in source.runs]
    missing = sum(len(one.missing_runs) for analysis in analyses for one in analysis.missing)
    if missing and not computed:
        return (
            f"no cell is complete ({missing:,} runs missing): `r3gym campaign resume` plays them, --allow-incomplete "
            "computes what is there"
        )
    if not any(analysis.cells for analysis in analyses):
        return "no contest was played: a campaign of the kind `contest` plays them"
    if any(analysis.without_curves for analysis in analyses):
        return "no response curves: a campaign of the kind `curve` on the same suites measures them"
    if missing:
        return f"the cells that have it are incomplete ({missing:,} runs missing): `r3gym campaign resume` plays them"
    return "no cell has this figure"


def kept(key: CellKey, options: FigureOptions) -> bool:
    """Return whether the reader asked for this cell."""
    wanted = ((options.policy, key.policy), (options.domain, key.domain), (options.setting, key.setting))
    return all(asked is None or asked == own for asked, own in wanted)


def _points(run: RunSource, options: FigureOptions) -> Iterator[Point]:
    """Yield a macro where several domains have figures, else the cell; only what the reader asked for."""
    cells = {cell.key: cell for cell in run.analysis.cells if kept(cell.key, options)}
    macros = {cell.key: cell for cell in run.analysis.macros}
    for keys in across_domains(cells):
        mates = [cells[key] for key in keys if cells[key].estimates]
        if len(mates) > 1 and options.domain is None:
            macro = next(m for k, m in macros.items() if _same_series(k, keys[0]))
            yield _point(run, macro, tuple(cell.key.domain for cell in mates))
        else:
            for cell in mates:
                yield _point(run, cell, (cell.key.domain,))


def _same_series(macro: CellKey, one: CellKey) -> bool:
    mine = (macro.policy, macro.setting, macro.pressure, macro.budget, macro.scheduler)
    same = mine == (one.policy, one.setting, one.pressure, one.budget, one.scheduler)
    return same and macro.suite in ("", one.suite)


def _point(run: RunSource, cell: CellResult, domains: tuple[str, ...]) -> Point:
    return Point(run.label, cell.key, domains, cell.contests, cell.complete, dict(cell.estimates))


def label_maker(found: Iterable[tuple[str, CellKey]]) -> dict[tuple[str, str, str], str]:
    """Return a short label for each (run, policy, scheduler): only the parts in which series differ.

    Several cells of one label differ in setting or regime, which panels show.
    """
    every = list(dict.fromkeys((run, key.policy, key.scheduler) for run, key in found))
    several = [len({one[n] for one in every}) > 1 for n in range(3)]
    runs, policies, schedulers = (short_names(one[n] for one in every) for n in range(3))
    labels = {}
    for run, policy, scheduler in every:
        parts = [policies[policy]] if several[1] or not any(several) else []
        if several[2]:
            parts.append("no scheduler" if scheduler == NO_SCHEDULER else schedulers[scheduler])
        if several[0]:
            parts.append(runs[run])
        labels[run, policy, scheduler] = " · ".join(parts)
    return labels


def series_of(run: str, key: CellKey) -> tuple[str, str, str]:
    """Return what `label_maker` knows a series by."""
    return run, key.policy, key.scheduler


def panels(found: Sequence[Point]) -> dict[tuple[str, str], list[Point]]:
    """Group points by setting and regime, in the paper's order."""
    ordered = sorted(found, key=lambda point: (rank(point.key.setting), regime_order(point.key)))
    together: dict[tuple[str, str], list[Point]] = {}
    for point in ordered:
        together.setdefault((point.key.setting, point.key.regime), []).append(point)
    return together


def regime_order(key: CellKey) -> tuple[float, int]:
    """Return the sort key of a regime."""
    return (-1.0 if key.pressure is None else key.pressure, -1 if key.budget is None else key.budget)


def panel_title(setting: str, regime: str) -> str:
    """Return the title of a panel: tool-free, pressure 0.2."""
    return f"{SETTING_NAMES.get(setting, setting)}, {regime}"


def domain_words(found: Iterable[Point]) -> str:
    """Return the domains of some points in words."""
    names = dict.fromkeys(domain for point in found for domain in point.domains)
    return ", ".join(shorter(domain_name(name)) for name in sorted(names, key=rank))


def count_words(found: Sequence[Point], source: FigureSource) -> str:
    """State n: contests per point, repeats, domains."""
    counts = sorted({point.contests for point in found})
    contests = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    words = domain_words(found)
    mean = "mean over the domains" if any(len(point.domains) > 1 for point in found) else "domain"
    official = "" if all(point.complete for point in found) else "; ~ marks incomplete cells, not official"
    return f"n = {contests} contests × {repeat_words(source)} per point; {mean} {words}{official}"


def repeat_words(source: FigureSource) -> str:
    """State how often each contest was played."""
    repeats = sorted({run.campaign.repeats for run in source.runs})
    return f"{' or '.join(map(str, repeats))} repeat{'s' * (repeats != [1])}"


def interval_words(source: FigureSource) -> str:
    """State how intervals were made."""
    used = source.runs[0].analysis.resampling
    return f"95 % intervals: paired bootstrap over contests, {used.resamples:,} resamples"


KEY_COLUMNS = ("run", "policy", "setting", "scheduler", "regime", "domains", "contests", "complete")


def key_values(point: Point) -> tuple[Value, ...]:
    """Return the values of `KEY_COLUMNS`."""
    key = point.key
    names = " ".join(point.domains)
    return (point.run, key.policy, key.setting, key.scheduler, key.regime, names, point.contests, point.complete)


def estimate_table(found: Sequence[Point], names: Sequence[Name]) -> FigureTable:
    """Return a long table: a line for each figure of each point, with its interval."""
    rows = [
        (*key_values(point), name, group, at.estimate, at.low, at.high)
        for point in found
        for name, group in names
        if (at := point.at(name, group)) is not None
    ]
    return FigureTable.of((*KEY_COLUMNS, "figure", "group", "estimate", "low", "high"), rows)


def cells_kept(run: RunSource, options: FigureOptions) -> list[ContestCell]:
    """Return the usable contest cells of a run that the reader asked for."""
    return [cell for cell in run.contests if kept(cell.key, options)]
