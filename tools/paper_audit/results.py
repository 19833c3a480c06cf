"""The result tables: gap ratios, counts of cells, and scores against the accuracy by tier."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from paper_audit.finding import Agreement, PaperFinding, cell_name, compared, least_agreement
from r3gym.core.known_domains import paper_domains
from r3gym.core.paper_constants import CONTESTS_PER_DOMAIN, PROBLEMS_PER_CONTEST, REPEATS, TIER_MIX
from r3gym.paper.published import Interval, PaperData, PaperTable

#: Problems of a contest by tier.


def check_results(paper: PaperData) -> Iterator[PaperFinding]:
    """Everything that follows from the result tables alone."""
    main, full = paper.table("main"), paper.table("full")
    yield gap_ratios(main)
    yield gap_ratios(full)
    yield attainable_gap_ratios(paper)
    yield same_in_both(main, full)
    yield from counts_of_cells(paper)
    yield marks(main)
    yield mean_gap(paper)
    yield scores_from_accuracy(paper)
    yield accuracy_from_tiers(paper)
    yield one_run_or_five(paper)
    yield closest_cell(paper)


def ratio_agreement(table: PaperTable, row: dict[str, Any]) -> Agreement:
    """Whether the gap ratio of a cell follows from its printed contest and oracle, or from what may be behind them."""
    contest, oracle = Fraction(str(row["contest"])), Fraction(str(row["oracle"]))
    low, high = table.interval(row, "gap_ratio")
    if oracle > 0 and low <= 100 * (1 - contest / oracle) <= high:
        return Agreement.AGREES
    (least, most), (small, large) = table.interval(row, "contest"), table.interval(row, "oracle")
    fits = small > 0 and 100 * (1 - most / small) <= high and low <= 100 * (1 - least / large)
    return Agreement.ROUNDING if fits else Agreement.CONTRADICTS


def gap_ratios(table: PaperTable) -> PaperFinding:
    """Every gap ratio from its contest and oracle."""
    standings = {cell_name(row): ratio_agreement(table, row) for row in table.records()}
    return _by_cell(f"gap ratio = 1 - contest / oracle ({table.name})", table.label, standings)


def attainable_gap_ratios(paper: PaperData) -> PaperFinding:
    """A mean oracle is a number of fifths over 50 contests, and so is a contest: do any give the printed ratio?"""
    full = paper.table("full")
    accuracy = {cell_name(row): _times_six(table.interval(row, "all")) for table, row, _ in tiers(paper)}
    odd = [row for row in full.records() if ratio_agreement(full, row) is not Agreement.AGREES]
    without = [cell_name(row) for row in odd if not _some_means_give(full, row, accuracy[cell_name(row)])]
    return PaperFinding(
        "gap ratios that the printed scores do not give, from means of fifths over 50 contests",
        f"{full.label}; appendix Response-Curve Oracle",
        Agreement.CONTRADICTS if without else Agreement.AGREES,
        f"{len(odd)} cells",
        f"{len(odd) - len(without)} can be reached" + (f"; not: {', '.join(without)}" if without else ""),
        "the oracle of a contest is a sum of success rates over five repeats, so its mean over 50 contests is a "
        "multiple of 0.004; no such oracle and contest print as these scores and accuracies and give these ratios"
        if without
        else "",
    )


def _some_means_give(table: PaperTable, row: dict[str, Any], also_within: Interval) -> bool:
    step = Fraction(1, CONTESTS_PER_DOMAIN * REPEATS)
    low, high = table.interval(row, "gap_ratio")
    least, most = table.interval(row, "contest")
    return any(
        low <= 100 * (1 - contest / oracle) <= high
        for contest in multiples(step, (max(least, also_within[0]), min(most, also_within[1])))
        for oracle in multiples(step, table.interval(row, "oracle"))
        if oracle > 0
    )


def multiples(step: Fraction, within: Interval) -> list[Fraction]:
    """The multiples of a step inside an interval.

    >>> [str(value) for value in multiples(Fraction(1, 4), (Fraction(1, 3), Fraction(1)))]
    ['1/2', '3/4', '1']
    """
    first, last = -(-within[0] // step), within[1] // step
    return [step * k for k in range(int(first), int(last) + 1)]


def same_in_both(main: PaperTable, full: PaperTable) -> PaperFinding:
    """The main table is a part of the full one."""
    keys = ("setting", "model", "pressure", "domain")
    other = {tuple(row[key] for key in keys): row for row in full.records()}
    differ = [
        cell_name(row)
        for row in main.records()
        if any(row[v] != other[tuple(row[key] for key in keys)][v] for v in ("contest", "oracle", "gap_ratio"))
    ]
    note = ", ".join(differ)
    return compared("main and full tables print the same", f"{main.label}; {full.label}", 0, len(differ), note)


def counts_of_cells(paper: PaperData) -> Iterator[PaperFinding]:
    """72 cells, how many of them have a gap, and how often tools or a looser budget make it smaller."""
    main, claims = paper.table("main"), paper.claims
    rows = list(main.records())
    cells, higher = claims["cells"], claims["cells-strictly-higher"]
    yield compared("cells of the main table", cells.where, cells.value, len(rows))
    yield compared(
        "cells with the oracle strictly higher",
        higher.where,
        higher.value,
        sum(r["oracle"] > r["contest"] for r in rows),
    )
    yield compared(
        "cells with the oracle not lower", cells.where, cells.value, sum(r["oracle"] >= r["contest"] for r in rows)
    )
    for claim_id, key, better, worse in (
        ("agentic-lower", "setting", "agentic", "tool_free"),
        ("looser-lower", "pressure", 0.8, 0.2),
    ):
        claim = claims[claim_id]
        lower = sum(
            row["gap_ratio"] < main.one(**{**_keys(row), key: worse})["gap_ratio"]
            for row in main.records(**{key: better})
        )
        yield compared(claim.says, claim.where, claim.value, lower)
    largest = claims["largest-agentic-gap"]
    ratios: dict[str, list[float]] = {}
    for row in main.records(setting="agentic"):
        ratios.setdefault(row["model"], []).append(row["gap_ratio"])
    yield compared(largest.says, largest.where, largest.value, max(ratios, key=lambda model: sum(ratios[model])))


def _keys(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("setting", "model", "pressure", "domain")}


def marks(main: PaperTable) -> PaperFinding:
    """The two lowest gap ratios of every setting and domain are the marked ones."""
    wrong = []
    for setting in ("tool_free", "agentic"):
        for domain in paper_domains():
            rows = sorted(main.records(setting=setting, domain=domain.name), key=lambda row: float(row["gap_ratio"]))
            if [row["mark"] for row in rows[:3]] != ["best", "second", None]:
                wrong.append(f"{setting} {domain.name}")
    return compared("columns with the wrong best or second mark", main.label, 0, len(wrong), ", ".join(wrong))


def mean_gap(paper: PaperData) -> PaperFinding:
    """The mean tool-free gap over 12 pairs of model and pressure, domains weighing the same."""
    claim = paper.claims["tool-free-mean-gap"]
    gaps = [
        Fraction(str(r["oracle"])) - Fraction(str(r["contest"]))
        for r in paper.table("main").records(setting="tool_free")
    ]
    mean = sum(gaps) / len(gaps)
    return compared(claim.says, claim.where, claim.value, round(float(mean), 2), f"{float(mean):.4f} unrounded")


def tiers(paper: PaperData) -> Iterator[tuple[PaperTable, dict[str, Any], dict[str, Any]]]:
    """Every row of the tier tables with the full table's row of the same cell."""
    for setting in ("tool_free", "agentic"):
        table = paper.table(f"tiers-{setting.replace('_', '-')}")
        for row in table.records():
            yield table, {"setting": setting, **row}, paper.table("full").one(**_keys({"setting": setting, **row}))


def _times_six(percent: Interval) -> Interval:
    """The contest scores of an accuracy."""
    return PROBLEMS_PER_CONTEST * percent[0] / 100, PROBLEMS_PER_CONTEST * percent[1] / 100


def scores_from_accuracy(paper: PaperData) -> PaperFinding:
    """A contest score is six times the accuracy over all problems."""
    standings = {}
    for table, row, score in tiers(paper):
        low, high = _times_six(table.interval(row, "all"))
        least, most = paper.table("full").interval(score, "contest")
        exactly = least <= PROBLEMS_PER_CONTEST * Fraction(str(row["all"])) / 100 <= most
        fits = low <= most and least <= high
        standings[cell_name(row)] = _agreement(exactly, fits)
    return _by_cell("contest score = 6 x accuracy over all", "tier tables; tab:full-results-domain-columns", standings)


def accuracy_from_tiers(paper: PaperData) -> PaperFinding:
    """Accuracy over all is the mix of three easy, two medium and one hard."""
    standings = {}
    for table, row, _ in tiers(paper):
        mixed = sum(count * Fraction(str(row[tier])) for tier, count in TIER_MIX.items()) / PROBLEMS_PER_CONTEST
        half = (
            sum(count * (table.interval(row, tier)[1] - Fraction(str(row[tier]))) for tier, count in TIER_MIX.items())
            / PROBLEMS_PER_CONTEST
        )
        low, high = table.interval(row, "all")
        standings[cell_name(row)] = _agreement(low <= mixed <= high, mixed + half >= low and mixed - half <= high)
    return _by_cell("accuracy over all = (3 easy + 2 medium + hard) / 6", "tier tables", standings)


def one_run_or_five(paper: PaperData) -> PaperFinding:
    """The text says five runs of each contest; which cells could not come from one run of each?"""
    claim, pool = paper.claims["tier-runs"], paper.claims["pool"]
    counts = dict(zip((*TIER_MIX, "all"), pool.value, strict=True))
    rows = list(tiers(paper))
    finer = [
        cell_name(row)
        for table, row, _ in rows
        if any(not multiples(Fraction(100, count), table.interval(row, column)) for column, count in counts.items())
    ]
    coarse = len(rows) - len(finer)
    mostly_finer = len(finer) > coarse
    return PaperFinding(
        "tier tables are over five runs of each contest",
        f"{claim.where}; tier tables",
        Agreement.AGREES if mostly_finer else Agreement.CONTRADICTS,
        f"entries over {', '.join(str(n) for n in claim.value)} runs",
        f"{coarse} of {len(rows)} cells are whole counts of {', '.join(str(n) for n in pool.value)}: one run of each",
        ""
        if mostly_finer
        else f"a count over five runs lands there about one time in five, per column; finer: {', '.join(finer)}",
    )


def closest_cell(paper: PaperData) -> PaperFinding:
    """Where contest and oracle print the same: which oracle is not below the contest that the tier table gives?"""
    full = paper.table("full")
    step = Fraction(1, CONTESTS_PER_DOMAIN * REPEATS)
    for table, row, score in tiers(paper):
        if score["contest"] != score["oracle"]:
            continue
        low, high = _times_six(table.interval(row, "all"))
        contests = multiples(step, (low, high))
        oracles = multiples(step, full.interval(score, "oracle"))
        enough = [oracle for oracle in oracles if oracle >= min(contests)]
        standing = Agreement.AGREES if min(oracles) >= max(contests) else Agreement.ROUNDING
        return PaperFinding(
            f"oracle not below contest where they print the same ({cell_name(row)})",
            f"{table.label}; {full.label}; section 4.1",
            standing if enough else Agreement.CONTRADICTS,
            f"both {score['oracle']:.2f}",
            f"contest {', '.join(f'{float(c):.3f}' for c in contests)} from {row['all']} %; "
            f"oracle one of {', '.join(f'{float(o):.3f}' for o in oracles)}",
            "the oracle matches the contest only at the last of these" if len(enough) == 1 else "",
        )
    return PaperFinding(
        "oracle not below contest where they print the same", full.label, Agreement.AGREES, "no cell", "no cell"
    )


def _agreement(exactly: bool, fits: bool) -> Agreement:
    return Agreement.AGREES if exactly else Agreement.ROUNDING if fits else Agreement.CONTRADICTS


def _by_cell(check: str, where: str, standings: dict[str, Agreement]) -> PaperFinding:
    """One finding for many cells: how many agree, and which do not."""
    of = {standing: [cell for cell, s in standings.items() if s is standing] for standing in Agreement}
    parts = [f"{len(cells)} {standing.value}" for standing, cells in of.items() if cells]
    odd, notes = of[Agreement.CONTRADICTS], []
    if odd:
        notes.append(f"contradicts: {', '.join(odd)}")
    if of[Agreement.ROUNDING] and len(of[Agreement.ROUNDING]) <= 5:
        notes.append(f"within rounding only: {', '.join(of[Agreement.ROUNDING])}")
    published = f"{len(standings)} cells"
    return PaperFinding(
        check, where, least_agreement(standings.values()), published, ", ".join(parts), "; ".join(notes)
    )
