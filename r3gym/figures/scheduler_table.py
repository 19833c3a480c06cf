"""Schedulers beside the oracle as paired dots, and who beats whom in how many cells: the paper's scheduler table."""

from __future__ import annotations

from r3gym.cells.cell import rank
from r3gym.figures.canvas import from_zero, legend, mark, note, row_labels
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.fitting import short_names
from r3gym.figures.options import FigureOptions
from r3gym.figures.published_values import PUBLISHED, published_schedulers
from r3gym.figures.series import NO_SCHEDULER, domain_name, interval_words, kept, repeat_words
from r3gym.figures.source import FigureSource, policy_names
from r3gym.figures.style import COLOURS, INK, MARKERS, PAPER, WIDTH, styled, tip
from r3gym.figures.table import FigureTable, Value
from r3gym.oracle.resampling import Interval

ORACLE = "oracle"
#: A row: its label, its cell's columns, and the score under each scheduler and of the oracle.
Row = tuple[str, tuple[Value, ...], dict[str, Interval]]


def scheduler_table(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a row for each policy, domain and regime, and the matrix of wins."""
    rows = _rows(source, options)
    played = _schedulers(rows)
    if len(played) < 2:
        raise MissingData(
            "contests under one scheduler only: name several in the campaign file, such as "
            'schedulers = ["none", "coverage", "verification"]'
        )
    own_rows, rows = rows, [*rows, *_published(rows, options)]
    schedulers = _schedulers(rows)
    styles = {
        name: {"color": COLOURS[n % len(COLOURS)], "marker": MARKERS[n % len(MARKERS)]}
        for n, name in enumerate(schedulers)
    } | {ORACLE: {"color": INK, "marker": "D"}}
    from matplotlib.figure import Figure

    with styled():
        height = max(2.6, 0.95 + 0.4 * len(rows))
        picture = Figure(figsize=(WIDTH, height), layout="constrained")
        left, right = picture.subplots(1, 2, width_ratios=[3, 1.25])
        handles: dict[str, object] = {}
        for place, (label, _, values) in enumerate(rows):
            for name, at in values.items():
                number = len(schedulers) if name == ORACLE else schedulers.index(name)
                aside = 0.19 * (number - len(schedulers) / 2)
                hollow = {"markerfacecolor": PAPER, "markeredgecolor": styles[name]["color"], "markeredgewidth": 1}
                given = styles[name] | (hollow if at.low is None else {})
                dot = mark(left, place + aside, at, f"{label}, {name}", vertical=False, markersize=5.5, **given)
                handles.setdefault("no scheduler" if name == NO_SCHEDULER else name, dot)
        row_labels(left, [label for label, _, _ in rows])
        left.set_xlabel("correct answers per contest")
        from_zero([left])
        _matrix(right, played, own_rows)
        legend(picture, list(handles.values()), list(handles))
        counts = sorted({int(str(row[1][5])) for row in rows if row[1][5] is not None})
        hollow_words = (
            " Hollow: published, without an interval, not in the matrix." if len(rows) > len(own_rows) else ""
        )
        foot = (
            f"n = {' or '.join(map(str, counts))} contests × {repeat_words(source)}; a missing run "
            f"counts as zero here. Bars: {interval_words(source)}.{hollow_words}"
        )
        note(picture, foot)
    columns = ("run", "policy", "setting", "domain", "regime", "contests", "scheduler", "score", "low", "high")
    table = [(*own, name, at.estimate, at.low, at.high) for _, own, values in rows for name, at in values.items()]
    return Drawn(
        picture,
        FigureTable.of(columns, table),
        "The same contests under each scheduler, beside the oracle. Right: in how many rows the scheduler of the row "
        "scores more than that of the column.",
        foot,
    )


def _schedulers(rows: list[Row]) -> list[str]:
    return sorted({name for _, _, values in rows for name in values if name != ORACLE}, key=rank)


def _rows(source: FigureSource, options: FigureOptions) -> list[Row]:
    found: list[Row] = []
    policies = policy_names(source, 18)
    for run in source.runs:
        for cell in run.analysis.schedulers:
            names = {name: at for (figure, name), at in cell.estimates.items() if figure == "score"}
            if not kept(cell.key, options) or len(names) < 2:
                continue
            if (ORACLE, "") in cell.estimates:
                names[ORACLE] = cell.estimates[ORACLE, ""]
            key = cell.key
            domain = domain_name(key.domain)
            label = f"{policies[key.policy]}, {domain}, {key.regime}{f', {run.label}' if source.several else ''}"
            own = (run.label, key.policy, key.setting, key.domain, key.regime, cell.contests)
            found.append((label, own, {name: at for name, at in names.items() if at.estimate is not None}))
    return found


def _published(rows: list[Row], options: FigureOptions) -> list[Row]:
    found: list[Row] = []
    cells = dict.fromkeys((row[1][3], row[1][4], row[1][2]) for row in rows) if options.paper else {}
    for domain, regime, setting in cells:
        pressure = float(str(regime).removeprefix("ρ=")) if str(regime).startswith("ρ=") else None
        for row in published_schedulers(str(domain), pressure, str(setting)):
            names = ("none", "coverage", "verification", ORACLE)
            values = {name: Interval(row[name], None, None, 0) for name in names}
            label = f"{row['model']}, {domain_name(str(domain))} (paper)"
            found.append((label, (PUBLISHED, row["model"], setting, domain, regime, None), values))
    return found


def _matrix(axes: object, schedulers: list[str], rows: list[Row]) -> None:
    """Write in how many rows each scheduler beats each other; darker is more."""
    from matplotlib.axes import Axes
    from matplotlib.patches import Rectangle

    assert isinstance(axes, Axes)
    size = len(schedulers)
    for i, one in enumerate(schedulers):
        for j, other in enumerate(schedulers):
            if i == j:
                continue
            both = [(v[one].estimate or 0, v[other].estimate or 0) for _, _, v in rows if one in v and other in v]
            wins = sum(a > b for a, b in both)
            shade = wins / len(both) if both else 0
            box = Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=COLOURS[0], alpha=0.08 + 0.6 * shade, linewidth=0)
            axes.add_patch(box)
            tip(box, f"{one} scores more than {other} in {wins} of {len(both)} rows")
            axes.text(j, i, f"{wins} of {len(both)}", ha="center", va="center", fontsize=7.5)
    names = list(short_names(schedulers, 12).values())
    axes.set_xticks(range(size), names, rotation=35, ha="right", fontsize=7)
    axes.set_yticks(range(size), names, fontsize=7)
    axes.set(xlim=(-0.5, size - 0.5), ylim=(size - 0.5, -0.5), aspect="equal")
    axes.set_title("row beats column")
    axes.grid(visible=False)
    axes.tick_params(length=0)
