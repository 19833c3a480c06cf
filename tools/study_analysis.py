"""The analysis of the study: from the rows of ``runs.jsonl`` to the tables and figures of docs/study."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from study_runs import read_rows

from r3gym.core.known_domains import get_domain
from r3gym.errors import InputError
from r3gym.oracle import Attempt, ResponseCurve, equal_replay, score_gap, selected_miss_mass, selected_problems, solve
from r3gym.oracle.resampling import mean_interval, ratio_interval
from r3gym.suites import load_suite

Row = dict[str, Any]
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
TIERS = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Study:
    """What was collected: problems of each contest in presented order, tiers, the grid, and the rows by kind."""

    contests: dict[str, tuple[str, ...]]
    tiers: dict[str, str]
    levels: Sequence[float]
    grid: list[int]
    natural: float
    repeats: int
    rows: dict[str, list[Row]]

    def curve_runs(self, problem: str) -> list[list[Row]]:
        """The runs of a problem, a list for each level, in the order of the repeats."""
        mine = [r for r in self.rows["curve"] if r["unit"] == problem]
        by_level = [sorted((r for r in mine if r["budget"] == cap), key=lambda r: r["repeat"]) for cap in self.grid]
        if any(len(runs) != self.repeats for runs in by_level):
            raise InputError(f"{problem}: the curve is not complete; run `study.py collect` again")
        return by_level

    def curve(self, problem: str, left_out: int | None = None) -> ResponseCurve:
        """The response curve, without one of the repeats if asked."""
        kept = [[r for r in runs if r["repeat"] != left_out] for runs in self.curve_runs(problem)]
        return ResponseCurve.measured(self.grid, [sum(map(solved, runs)) for runs in kept], len(kept[0]))

    def attempts(self, problem: str) -> list[Attempt]:
        """The same runs for the equal-allocation replay."""
        levels = enumerate(self.curve_runs(problem), 1)
        return [Attempt(level, bool(solved(row)), row["used"]) for level, runs in levels for row in runs]

    def contest_runs(self, contest: str, cap: int) -> list[Row]:
        """The runs of a contest at a cap."""
        found = [r for r in self.rows["contest"] if r["unit"] == contest and r["budget"] == cap]
        if len(found) != self.repeats:
            raise InputError(f"{contest} at {cap}: the runs are not complete; run `study.py collect` again")
        return found


def solved(row: Row) -> int:
    """The number of problems that a run solved."""
    return sum(p["correct"] for p in row["problems"])


def analyse(home: Path, levels: Sequence[float], pressures: Sequence[float], repeats: int) -> None:
    """Write the tables into README.md and draw the figures."""
    from study import caps, natural_use
    from study_figures import draw

    rows: dict[str, list[Row]] = defaultdict(list)
    for row in read_rows(home / "runs.jsonl"):
        rows[row["kind"]].append(row)
    natural = natural_use(rows["baseline"])
    suite = load_suite(str(home / "suite"), get_domain("ar"))
    keys = [json.loads(line) for line in (home / "suite" / "keys.jsonl").read_text("utf-8").splitlines()]
    study = Study(
        contests={c.id: tuple(p.id for p in c.problems) for c in suite.contests},
        tiers={key["id"]: key["tier"] for key in keys},
        levels=levels,
        grid=caps(natural),
        natural=natural,
        repeats=repeats,
        rows=dict(rows),
    )
    parts = [
        ("Calibration", calibration(study)),
        ("Response curves", curves_by_tier(study)),
        ("Contest, equal share, oracle, gap", gaps(study, pressures)),
        ("By position in the contest", positions(study, pressures)),
        ("How the answers ended", endings(study, pressures)),
        ("Every item", items(study)),
    ]
    text = "\n\n".join(f"### {title}\n\n{body}" for title, body in parts)
    print(text)
    page = home / "README.md"
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
    draw(study, pressures, home)


def table(head: Sequence[str], body: Sequence[Sequence[object]]) -> str:
    """A Markdown table; floats get two decimals."""
    lines = [head, ["---"] * len(head), *([_cell(value) for value in row] for row in body)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, Fraction):
        value = float(value)
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def calibration(study: Study) -> str:
    """Unbudgeted use of every contest, R-infinity and the grid."""
    body: list[Sequence[object]] = []
    for contest in study.contests:
        runs = [r for r in study.rows["baseline"] if r["unit"] == contest]
        used = ", ".join(f"{r['used']}{'*' if r['hit_safety_cap'] else ''}" for r in runs)
        body.append([contest, used, fmean(solved(r) for r in runs)])
    stopped = sum(r["hit_safety_cap"] for r in study.rows["baseline"])
    grid = ", ".join(f"{level:g}: {cap}" for level, cap in zip(study.levels, study.grid, strict=True))
    return table(["contest", "tokens, unbudgeted runs", "solved (mean)"], body) + (
        f"\n\nStopped by the safety cap (marked *, left out): {stopped} of {len(study.rows['baseline'])}. "
        f"R-infinity = {study.natural:.1f} tokens. Caps by level: {grid}."
    )


def curves_by_tier(study: Study) -> str:
    """Mean success rate and mean use at each level."""
    body: list[Sequence[object]] = []
    for tier in (*TIERS, "all"):
        problems = [p for p, t in study.tiers.items() if tier in (t, "all")]
        runs = [study.curve_runs(p) for p in problems]
        rates = [fmean(solved(r) for of in runs for r in of[n]) for n in range(len(study.grid))]
        body.append([tier, len(problems), *rates])
    used = [fmean(r["used"] for p in study.tiers for r in study.curve_runs(p)[n]) for n in range(len(study.grid))]
    cut = [fmean(r["cut"] for p in study.tiers for r in study.curve_runs(p)[n]) for n in range(len(study.grid))]
    body.append(["tokens used (mean)", "", *used])
    body.append(["stopped by the cap (share)", "", *cut])
    head = [f"{level:g} ({cap})" for level, cap in zip(study.levels, study.grid, strict=True)]
    return table(["tier", "items", *head], body)


def cross_fitted(study: Study, contest: str, cap: int) -> Fraction:
    """The oracle's choice on all repeats but one, valued on that one; the mean over the five ways to do so."""
    total = 0
    for left_out in range(1, study.repeats + 1):
        curves = [study.curve(p, left_out) for p in study.contests[contest]]
        choice = solve([c.costs for c in curves], [c.successes for c in curves], cap).assignment
        for problem, level in zip(study.contests[contest], choice, strict=True):
            if level:
                total += solved(study.curve_runs(problem)[level - 1][left_out - 1])
    return Fraction(total, study.repeats)


def gaps(study: Study, pressures: Sequence[float]) -> str:
    """Contest score, equal-allocation replay, oracle and gap at each pressure, contest by contest and together."""
    body: list[Sequence[object]] = []
    for pressure in pressures:
        cap = study.grid[list(study.levels).index(pressure)]
        scores: list[list[Fraction]] = []
        for contest, problems in study.contests.items():
            runs = study.contest_runs(contest, cap)
            curves = [study.curve(p) for p in problems]
            won = [c.successes for c in curves]
            best = solve([c.costs for c in curves], won, cap)
            attempts = [
                [
                    Attempt(n, bool(solved(r)), r["used"])
                    for n, runs_ in enumerate(study.curve_runs(p), 1)
                    for r in runs_
                ]
                for p in problems
            ]
            times = [sum(r["problems"][n]["correct"] for r in runs) for n in range(len(problems))]
            missed = selected_miss_mass(selected_problems(best, won, study.repeats, times, study.repeats))
            actual = Fraction(sum(times), study.repeats)
            oracle = Fraction(best.successes, study.repeats)
            equal = Fraction(equal_replay(attempts, cap))
            fitted = cross_fitted(study, contest, cap)
            scores.append([actual, equal, oracle, fitted, missed])
            body.append([pressure, contest, cap, actual, equal, oracle, fitted, oracle - actual, "", missed])
        actual_s, equal_s, oracle_s, fitted_s, missed_s = (list(column) for column in zip(*scores, strict=True))
        whole = score_gap(oracle_s, actual_s)
        between = [float(o - a) for o, a in zip(oracle_s, actual_s, strict=True)]
        gap_range, ratio_range = mean_interval(between), ratio_interval(between, [float(o) for o in oracle_s])
        gap = f"{float(whole.gap):.2f} ({_range(gap_range)})"
        ratio = "-" if whole.ratio is None else f"{float(whole.ratio):.2f} ({_range(ratio_range)})"
        means = [whole.contest, _mean(equal_s), whole.oracle, _mean(fitted_s)]
        body.append([pressure, "**all**", cap, *means, gap, ratio, _mean(missed_s)])
    head = ["pressure", "contest", "budget", "contest score", "equal share", "oracle", "oracle, cross-fitted", "gap"]
    return table([*head, "gap ratio", "selected-miss mass"], body) + (
        "\n\nIn brackets: 95 % percentile intervals of a paired bootstrap over the contests (10,000 resamples)."
    )


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _range(interval: Any) -> str:
    return "-" if interval.low is None else f"{interval.low:.2f} to {interval.high:.2f}"


def position_figures(study: Study, cap: int) -> dict[str, list[float]]:
    """Accuracy, answered share and share of the attributed output at each position, over all runs at a cap."""
    runs = [r for contest in study.contests for r in study.contest_runs(contest, cap)]
    places = range(6)
    spent = [[r["problems"][n]["spent"] for n in places] for r in runs]
    shares = [[s / sum(row) for s in row] for row in spent if sum(row)]
    return {
        "accuracy": [fmean(r["problems"][n]["correct"] for r in runs) for n in places],
        "answered": [fmean(r["problems"][n]["parse"] == "answered" for r in runs) for n in places],
        "output share": [fmean(row[n] for row in shares) for n in places],
        "alone, same items": [
            fmean(solved(r) for problems in study.contests.values() for r in study.curve_runs(problems[n])[-1])
            for n in places
        ],
    }


def positions(study: Study, pressures: Sequence[float]) -> str:
    """The figures of `position_figures` as a table."""
    body: list[Sequence[object]] = []
    for pressure in pressures:
        found = position_figures(study, study.grid[list(study.levels).index(pressure)])
        body += [[pressure, name, *values] for name, values in found.items()]
    note = "\n\n`alone, same items` is the single-problem success of the items at that position, at level 0.8."
    return table(["pressure", "", *(str(n) for n in range(1, 7))], body) + note


def endings(study: Study, pressures: Sequence[float]) -> str:
    """How many problem slots were answered, by parse state, and how many runs the cap stopped."""
    body: list[Sequence[object]] = []
    groups = [("unbudgeted contests", study.rows["baseline"])]
    for pressure in pressures:
        cap = study.grid[list(study.levels).index(pressure)]
        groups.append((f"contests at {pressure:g}", [r for r in study.rows["contest"] if r["budget"] == cap]))
    for level, cap in zip(study.levels, study.grid, strict=True):
        groups.append((f"single problems at {level:g}", [r for r in study.rows["curve"] if r["budget"] == cap]))
    for name, runs in groups:
        slots = [p for r in runs for p in r["problems"]]
        answered = fmean(p["parse"] == "answered" for p in slots)
        right = [p["correct"] for p in slots if p["parse"] == "answered"]
        used = [r["used"] for r in runs]
        tokens, cut = f"{fmean(used):.0f} ± {pstdev(used):.0f}", fmean(r["cut"] for r in runs)
        silent = sum(bool(r["unattributed"]) for r in runs)
        body.append([name, len(runs), tokens, cut, answered, fmean(right) if right else "-", silent])
    head = ["runs", "number", "tokens", "stopped by the cap", "slots answered", "right, if answered"]
    return table([*head, "runs that name no problem"], body)


def items(study: Study) -> str:
    """Tier, unbudgeted length and successes at each level of every item."""
    body: list[Sequence[object]] = []
    lengths: dict[str, list[Row]] = defaultdict(list)
    for row in study.rows["length"]:
        lengths[row["unit"]].append(row)
    order = sorted(study.tiers, key=lambda p: (TIERS.index(study.tiers[p]), p))
    for problem in order:
        mean = fmean(r["used"] for r in lengths[problem])
        first = sum(map(solved, lengths[problem]))
        won = study.curve(problem).successes[1:]
        body.append([f"`{problem}`", study.tiers[problem], f"{mean:.0f}", f"{first}/{len(lengths[problem])}", *won])
    head = [f"{level:g}" for level in study.levels]
    return table(["item", "tier", "tokens, unbudgeted", "solved", *head], body) + (
        f"\n\nThe last five columns are successes out of {study.repeats} at each level."
    )
