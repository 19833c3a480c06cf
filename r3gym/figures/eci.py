"""Gap ratio against an outside capability index, with the rank correlation: the paper's table eci_discriminant."""

from __future__ import annotations

from r3gym.analysis.spearman import Correlation, spearman
from r3gym.cells.cell import rank
from r3gym.figures.canvas import left_labels, legend, mark, note, panel_grid, scaled, title
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.fitting import short_names, shorter
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import (
    NO_SCHEDULER,
    SETTING_NAMES,
    domain_name,
    interval_words,
    kept,
    regime_order,
)
from r3gym.figures.source import FigureSource, policy_names
from r3gym.figures.style import series_style, styled
from r3gym.figures.table import FigureTable, Value
from r3gym.oracle.resampling import Interval
from r3gym.paper.published import published

Panel = tuple[str, str, str, float | None]


def eci(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a panel for each setting, domain and regime with a point for each policy that has an index."""
    if not options.index:
        raise MissingData("it needs an outside capability index: --index FILE, JSON that maps a policy to a number")
    groups: dict[Panel, list[tuple[str, float, Interval]]] = {}
    for run in source.runs:
        cells = [cell for cell in run.analysis.cells if cell.key.scheduler == NO_SCHEDULER and kept(cell.key, options)]
        for cell in sorted(cells, key=lambda one: (rank(one.key.setting), regime_order(one.key), rank(one.key.domain))):
            at = cell.estimates.get(("gap_ratio", ""))
            if at is not None and at.estimate is not None and cell.key.policy in options.index:
                panel = (cell.key.setting, cell.key.domain, cell.key.regime, cell.key.pressure)
                groups.setdefault(panel, []).append((cell.key.policy, options.index[cell.key.policy], at))
    if not groups:
        named, played = (", ".join(sorted(map(shorter, names))) for names in (options.index, policy_names(source)))
        raise MissingData(
            f"no policy of the index ({named}) has a gap ratio here (it needs contests and response curves); the run's "
            f"policies: {played}"
        )
    policies = list(dict.fromkeys(policy for mine in groups.values() for policy, _, _ in mine))
    names = short_names(policies)
    rows: list[tuple[Value, ...]] = []
    with styled():
        picture, axes = panel_grid(len(groups), 1.9, most=3, sharey=True)
        handles: dict[str, object] = {}
        for here, (panel, mine) in zip(axes, groups.items(), strict=True):
            found = spearman([x for _, x, _ in mine], [at.estimate or 0.0 for _, _, at in mine])
            for policy, x, at in mine:
                style = series_style(policies.index(policy))
                style.pop("linestyle")
                handles[names[policy]] = mark(here, x, scaled(at, 100), f"{policy}, gap ratio in %", **style)
                rows.append((*panel[:3], policy, x, at.estimate, at.low, at.high, found.rho, found.p, found.n))
            setting, domain, regime, pressure = panel
            words = _words(found) + (_published(setting, domain, pressure) if options.paper else "")
            title(
                here,
                f"{domain_name(domain)}, {SETTING_NAMES.get(setting, setting)}, {regime}\n{words}",
                fontweight="normal",
            )
            here.set_xlabel("capability index")
        left_labels(axes, "gap ratio (%)")
        legend(picture, list(handles.values()), list(handles))
        lacking = [name for policy, name in policy_names(source).items() if policy not in options.index]
        without = f" Without an index: {', '.join(lacking)}." if lacking else ""
        counted = f"n = {len(policies)} policies. p: permutations of the ranks, exact up to nine"
        foot = f"{counted}. Bars: {interval_words(source)}.{without}"
        note(picture, foot)
    columns = (
        *("setting", "domain", "regime", "policy", "index", "gap_ratio", "low", "high"),
        *("spearman", "p", "n"),
    )
    return Drawn(picture, FigureTable.of(columns, rows), "Gap ratio against a capability index.", foot)


def _words(found: Correlation) -> str:
    if found.rho is None or found.p is None:
        return f"no correlation of {found.n} point{'s' * (found.n != 1)}"
    return f"Spearman {found.rho:+.2f}, p = {found.p:.2f}"


def _published(setting: str, domain: str, pressure: float | None) -> str:
    for row in published().table("eci").records(setting=setting, domain=domain, pressure=pressure):
        return f" (paper {row['spearman']:+.2f})"
    return ""
