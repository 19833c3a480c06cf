"""A problem alone against the same problem as the target inside its contest: the paper's table of context stress."""

from __future__ import annotations

from r3gym.figures.canvas import legend, mark, note, row_labels, scaled
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.published_values import published_stress
from r3gym.figures.series import SETTING_NAMES, domain_name, interval_words, kept
from r3gym.figures.source import FigureSource, policy_names
from r3gym.figures.style import COLOURS, INK, PAPER, QUIET, WIDTH, styled
from r3gym.figures.table import FigureTable, Value
from r3gym.oracle.resampling import Interval

PARTS = {"control": ("o", COLOURS[0]), "stress": ("s", COLOURS[1])}
Row = tuple[str, tuple[Value, ...], dict[str, Interval]]


def context_stress(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw control and stress beside each other, and their difference on the right."""
    rows = _rows(source, options)
    if not rows:
        raise MissingData(
            "no target-in-suite runs with controls: a campaign of the kinds `target` and `curve` plays them"
        )
    if options.paper:
        rows += _published(rows)
    from matplotlib.figure import Figure

    with styled():
        picture = Figure(figsize=(WIDTH, 1.25 + 0.3 * len(rows)), layout="constrained")
        left, right = picture.subplots(1, 2, width_ratios=[1.5, 1], sharey=True)
        handles: dict[str, object] = {}
        for place, (label, _, values) in enumerate(rows):
            hollow = values["control"].low is None
            ends = [100 * (values[name].estimate or 0) for name in PARTS]
            left.plot(ends, [place, place], color=QUIET, linewidth=0.7, zorder=1)
            for n, (name, (marker, colour)) in enumerate(PARTS.items()):
                given = {"markerfacecolor": PAPER, "markeredgecolor": colour, "markeredgewidth": 1} if hollow else {}
                dot = mark(
                    left,
                    place + 0.16 * (2 * n - 1),
                    scaled(values[name], 100),
                    f"{label}, {name}, in %",
                    vertical=False,
                    marker=marker,
                    color=colour,
                    markersize=5.5,
                    **given,
                )
                handles.setdefault("alone (control)" if name == "control" else "in its contest (stress)", dot)
            given = {"markerfacecolor": PAPER, "markeredgecolor": INK, "markeredgewidth": 1} if hollow else {}
            difference = scaled(values["control_minus_stress"], 100)
            mark(right, place, difference, f"{label}, points", vertical=False, marker="D", color=INK, **given)
        right.axvline(0, color=INK, linewidth=0.8)
        row_labels(left, [label for label, _, _ in rows])
        right.tick_params(axis="y", length=0)
        right.grid(visible=False, axis="y")
        left.set_xlabel("target solved (%)")
        left.set_xlim(0, 104)
        right.set_xlabel("control − stress (points)")
        legend(picture, list(handles.values()), list(handles))
        counts = sorted({int(str(row[1][4])) for row in rows if row[1][4] is not None})
        foot = (
            f"n = {' or '.join(map(str, counts))} contests, every problem as a target. Right of zero: worse in the "
            f"contest. Bars: {interval_words(source)}.{' Hollow: published.' if options.paper else ''}"
        )
        note(picture, foot)
    columns = ("run", "policy", "setting", "domain", "contests", "figure", "estimate", "low", "high")
    table = [(*own, name, at.estimate, at.low, at.high) for _, own, values in rows for name, at in values.items()]
    return Drawn(picture, FigureTable.of(columns, table), "What the presence of the other problems costs.", foot)


def _rows(source: FigureSource, options: FigureOptions) -> list[Row]:
    found: list[Row] = []
    policies = policy_names(source, 20)
    for run in source.runs:
        for cell in run.analysis.stress:
            names = ("control", "stress", "control_minus_stress")
            values = {name: cell.estimates[name, ""] for name in names if (name, "") in cell.estimates}
            if len(values) < len(names) or not kept(cell.key, options):
                continue
            key = cell.key
            where = f"{domain_name(key.domain)}, {SETTING_NAMES.get(key.setting, key.setting)}"
            label = f"{policies[key.policy]}, {where}{f', {run.label}' if source.several else ''}"
            found.append((label, (run.label, key.policy, key.setting, key.domain, cell.contests), values))
    return found


def _published(rows: list[Row]) -> list[Row]:
    found: list[Row] = []
    for setting, domain in dict.fromkeys((row[1][2], row[1][3]) for row in rows):
        for row in published_stress(str(setting), str(domain)):
            values = {name: Interval(row[name], None, None, 0) for name in ("control", "stress")}
            values["control_minus_stress"] = Interval(row["difference"] / 100, None, None, 0)
            name = domain_name(str(domain))
            label = f"{row['model']}, {name}, {SETTING_NAMES.get(str(setting), str(setting))} (paper)"
            found.append((label, ("published", row["model"], setting, domain, None), values))
    return found
