"""The output of `r3gym ablate`: comparisons as tables, and as plain JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from r3gym.ablation import Comparison, Difference, dominance
from r3gym.ablation.statistics import ALPHA, POWER
from r3gym.cli.output import console
from r3gym.oracle.resampling import Interval
from r3gym.paper import published

NOTES = (
    "Means per contest, 95 % intervals by a paired bootstrap over contests; exact sign and permutation tests.",
    "of the gap: (score - reference) / (oracle - reference), with --curves. covered: problems with a paid step.",
    f"needed: contests to see such a difference with {POWER:.0%} power at {ALPHA:.0%}: "
    "((z(1-a/2) + z(power)) s / d)^2.",
)


def comparison_json(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """Return all comparisons and the paper's table as plain JSON."""
    rows = []
    for c in comparisons:
        row = asdict(c)
        for made, difference in zip(row["differences"], c.differences, strict=True):
            made["seen"] = difference.seen
        rows.append({**row, "best": list(c.best)})
    return {
        "comparisons": rows,
        "dominant": dominance(comparisons),
        "power": {"power": POWER, "alpha": ALPHA, "formula": "n = ((z(1-alpha/2) + z(power)) * s / d)^2"},
        "paper": list(published().table("schedulers").records()),
    }


def show_comparisons(comparisons: Sequence[Comparison]) -> None:
    """Print every comparison, then the overview over all of them, then the paper's own table."""
    for comparison in comparisons:
        _show(comparison)
    if len(comparisons) > 1:
        console.print(_matrix(comparisons))
        winner = dominance(comparisons)
        console.print("no policy dominates" if winner is None else f"{winner} is best in every row", highlight=False)
    console.print(_paper({c.matchup.domain for c in comparisons}))
    paid = dict.fromkeys(c.oracle_cost.statement for c in comparisons if c.oracle_cost is not None)
    for note in (*NOTES, *paid):
        console.print(note, highlight=False)


def _show(c: Comparison) -> None:
    m, reference = c.matchup, c.sides[0].scheduler
    budget = "" if c.budget is None or m.regime.startswith("budget") else f", budget {c.budget}"
    console.print(
        Text(
            f"{m.policy}, {m.domain}, {m.regime}{budget}: {c.contests} contests, {c.episodes} paired episodes"
            + (f", {c.left_out} left out" if c.left_out else "")
            + ("" if c.oracle is None else f"; oracle {c.oracle:.2f} ({c.oracle_cost} costs)"),
            style="bold",
        )
    )
    by_name = {d.scheduler: d for d in c.differences}
    scores = _table("scheduler", "score", "95 %", f"- {reference}", "95 %", "of the gap", "needed")
    tests = _table("scheduler", "better/worse/same", "sign p", "perm. p", "covered", "blocked", "unused")
    where = _table(f"- {reference} on", *(place.removeprefix("position ") for place in _places(c)))
    for side in c.sides:
        d = by_name.get(side.scheduler)
        against = ("", "", "", "") if d is None else (_signed(d.mean.estimate), _bounds(d.mean), _gap(d), _needed(d))
        scores.add_row(side.scheduler, f"{side.score.estimate:.2f}", _bounds(side.score), *against)
        test = ("", "", "") if d is None else (_signs(d), f"{d.sign.p:.3f}", f"{d.permutation_p:.3f}")
        unused = "-" if side.unused is None else f"{side.unused:.2f}"
        tests.add_row(side.scheduler, *test, f"{side.covered:.2f}", f"{side.blocked:.2f}", unused)
        if d is not None:
            where.add_row(side.scheduler, *(_signed(d.where[place]) for place in _places(c)))
    for table in (scores, tests, where):
        console.print(table)
    for difference in c.differences:
        console.print(Text(_sentence(difference, reference)))
    console.print()


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.2f}"


def _signs(d: Difference) -> str:
    return f"{d.sign.above} / {d.sign.below} / {d.sign.ties}"


def _gap(d: Difference) -> str:
    return "-" if d.recovered is None or d.recovered.estimate is None else f"{d.recovered.estimate:.0%}"


def _needed(d: Difference) -> str:
    return "-" if d.needed is None else str(d.needed)


def _sentence(d: Difference, reference: str) -> str:
    """Return a sentence that interprets the interval and says where the difference comes from."""
    mean = d.mean.estimate or 0.0
    if not d.seen:
        return f"{d.scheduler}: no difference from {reference} is seen; the interval {_bounds(d.mean)} holds 0."
    tiers = {name: part for name, part in d.where.items() if not name.startswith("position")}
    most = max(tiers, key=lambda name: tiers[name] * (1 if mean > 0 else -1))
    word = "more" if mean > 0 else "fewer"
    if d.permutation_p >= ALPHA:
        return (
            f"{d.scheduler}: the interval {_bounds(d.mean)} excludes 0, but so large a difference comes by chance in "
            f"{d.permutation_p:.0%} of all exchanges of the two: too few contests to tell."
        )
    return (
        f"{d.scheduler}: {abs(mean):.2f} solved problems {word} per contest than {reference}, interval "
        f"{_bounds(d.mean)}; most of it on {most} problems ({tiers[most]:+.2f})."
    )


def _matrix(comparisons: Sequence[Comparison]) -> Table:
    """Return the scores of all schedulers in each comparison, with the best marked."""
    table = _table("domain", "regime", *(side.scheduler for side in comparisons[0].sides))
    for c in comparisons:
        scores = [f"{side.score.estimate:.2f}{'*' * (side.scheduler in c.best)}" for side in c.sides]
        table.add_row(c.matchup.domain, c.matchup.regime, *scores)
    table.caption = "* the best of the row"
    return table


def _paper(domains: set[str]) -> Table:
    """Return the paper's table, for the domains that were played."""
    source = published().table("schedulers")
    table = _table("the paper, pressure 0.2", "domain", "none", "coverage", "verification", "oracle")
    for record in source.records():
        if record["domain"] in domains:
            scores = [f"{record[name]:.2f}" for name in ("none", "coverage", "verification", "oracle")]
            table.add_row(record["model"], record["domain"], *scores)
    table.caption = (
        "models of the paper on its own contests: other figures than these, shown for direction; oracle as printed"
    )
    return table


def _places(c: Comparison) -> list[str]:
    """Return the tiers and positions by which the differences are split."""
    return list(c.differences[0].where) if c.differences else []


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", caption_justify="left")
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _bounds(i: Interval) -> str:
    return "" if i.low is None or i.high is None else f"[{i.low:.2f}, {i.high:.2f}]"
