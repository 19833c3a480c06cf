"""The score difference of pairs that played the same contests: runs side by side, schedulers, or policies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from r3gym.analysis.paired_scores import PairedScores, paired_scores
from r3gym.cells.cell import ContestCell
from r3gym.figures.canvas import mark, new_picture, note, row_labels
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.fitting import short_names
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import NO_SCHEDULER, cells_kept, domain_name, interval_words, repeat_words
from r3gym.figures.source import FigureSource, policy_names
from r3gym.figures.style import COLOURS, INK, QUIET, styled, tip
from r3gym.figures.table import FigureTable, Value

#: Pairs that a picture holds.
_MOST = 36

#: A pair: what is compared with what, where, and the two cells.
Pair = tuple[str, str, str, ContestCell, ContestCell]


def paired_difference(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a dot for each contest and the mean with its interval, a row for each pair."""
    resampling = source.runs[0].analysis.resampling
    found: list[tuple[Pair, PairedScores]] = []
    for pair in cell_pairs(source, options):
        scores = paired_scores(pair[3], pair[4], resampling)
        if scores is not None:
            found.append((pair, scores))
    if not found:
        raise MissingData(
            "nothing to pair: it needs several schedulers or policies on the same contests, or runs beside each other "
            "(--compare)"
        )
    rows: list[tuple[Value, ...]] = []
    with styled():
        picture, ((axes,),) = new_picture(0.95 + 0.27 * min(len(found), _MOST), 1, 1)
        labels = []
        ends = short_names((end for (first, second, _, _, _), _ in found for end in (first, second)), 24)
        for place, ((first, second, where, _, _), scores) in enumerate(found):
            label = f"{ends[second]} − {ends[first]}: {where}"
            rows += [
                (first, second, where, contest, exact, None, None)
                for contest, exact in zip(scores.contests, scores.differences, strict=True)
            ]
            rows.append((first, second, where, "mean", scores.mean.estimate, scores.mean.low, scores.mean.high))
            if place >= _MOST:
                continue
            labels.append(label)
            stack: dict[float, int] = {}
            for contest, exact in zip(scores.contests, scores.differences, strict=True):
                value = float(exact)
                level = stack[value] = stack.get(value, 0) + 1
                aside = 0.13 * (level // 2) * (1 if level % 2 else -1) if len(scores.contests) <= 12 else 0.0
                (dot,) = axes.plot(value, place + max(-0.4, min(0.4, aside)), marker="o", markersize=3.6)
                dot.set(color=COLOURS[5], alpha=0.75, markeredgewidth=0, zorder=2)
                tip(dot, f"{label}, contest {contest}: {value:+.2f}")
            mark(axes, place, scores.mean, f"{label}, mean", vertical=False, marker="D", color=INK, markersize=5)
        axes.axvline(0, color=QUIET, linewidth=1)
        row_labels(axes, labels)
        axes.set_xlabel("difference in correct answers per contest")
        counts = sorted({len(scores.contests) for _, scores in found})
        more = f" The first {_MOST} of {len(found)} pairs; the table has all." if len(found) > _MOST else ""
        foot = (
            f"n = {' or '.join(map(str, counts))} paired contests × {repeat_words(source)}. Dots: contests. Diamond "
            f"and bar: mean with {interval_words(source)}.{more}"
        )
        note(picture, foot)
    columns = ("first", "second", "where", "contest", "second − first", "low", "high")
    return Drawn(
        picture,
        FigureTable.of(columns, rows),
        "Score differences on the same contests; right of zero the second of the pair is better.",
        foot,
    )


def cell_pairs(source: FigureSource, options: FigureOptions) -> Iterator[Pair]:
    """Yield the pairs: the first run against each other one, else a scheduler against none, else policies."""
    if source.several:
        yield from _run_pairs(source, options)
        return
    names = policy_names(source)
    cells = cells_kept(source.runs[0], options)
    by_key = {cell.key: cell for cell in cells}
    schedulers = [cell for cell in cells if cell.key.scheduler != NO_SCHEDULER]
    for cell in schedulers:
        reference = by_key.get(replace(cell.key, scheduler=NO_SCHEDULER))
        if reference is not None:
            yield NO_SCHEDULER, cell.key.scheduler, f"{names[cell.key.policy]}, {_where(cell)}", reference, cell
    policies = list(dict.fromkeys(cell.key.policy for cell in cells))
    for cell in cells:
        if cell.key.policy != policies[0] and cell.key.scheduler == NO_SCHEDULER:
            first = by_key.get(replace(cell.key, policy=policies[0]))
            if first is not None:
                yield policies[0], cell.key.policy, _where(cell), first, cell


def _run_pairs(source: FigureSource, options: FigureOptions) -> Iterator[Pair]:
    """Pair cells of the same policy; where both runs have one policy each, whatever its name."""
    names = policy_names(source)
    first, *others = source.runs
    mine = cells_kept(first, options)
    for other in others:
        theirs = cells_kept(other, options)
        single = all(len({cell.key.policy for cell in cells}) == 1 for cells in (mine, theirs))
        for cell in theirs:
            for one in mine:
                key = replace(one.key, policy=cell.key.policy) if single else one.key
                if replace(key, suite=cell.key.suite) == cell.key:
                    name = "" if single else f"{names[cell.key.policy]}, "
                    guard = "" if cell.key.scheduler == NO_SCHEDULER else f", {cell.key.scheduler}"
                    yield first.label, other.label, f"{name}{_where(cell)}{guard}", one, cell


def _where(cell: ContestCell) -> str:
    key = cell.key
    setting = "" if key.setting == "agentic" else ", tool-free"
    return f"{domain_name(key.domain)}{setting}, {key.regime}"
