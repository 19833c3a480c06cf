"""The capability index: which ranking of which five models the printed correlations come from, and what follows.

The paper prints neither the index nor the five models. The twelve correlations of ranks determine both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from paper_audit.finding import Agreement, PaperFinding, compared, shown
from r3gym.analysis.spearman import spearman
from r3gym.paper.published import PaperData

MODELS_WITH_INDEX = 5


@dataclass(frozen=True)
class Ranking:
    """Five models from the lowest index to the highest, and their gap ratios in each of the twelve cells."""

    models: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]


def rankings(paper: PaperData) -> list[Ranking]:
    """Every ranking of five of the six models that gives all printed correlations."""
    names = list(dict.fromkeys(row["model"] for row in paper.table("main").records()))
    rows = list(paper.table("eci").records())
    found = []
    for models in combinations(names, MODELS_WITH_INDEX):
        cells = [tuple(_ratio(paper, row, model) for model in models) for row in rows]
        for order in permutations(range(MODELS_WITH_INDEX)):
            if all(_prints(rho(order, cell), row["spearman"]) for cell, row in zip(cells, rows, strict=True)):
                by_rank = sorted(range(MODELS_WITH_INDEX), key=order.__getitem__)
                ranked = tuple(tuple(cell[i] for i in by_rank) for cell in cells)
                found.append(Ranking(tuple(models[i] for i in by_rank), ranked))
    return found


def rho(ranks: tuple[int, ...], values: tuple[float, ...]) -> float:
    """Spearman's rho of ranks and values without ties.

    >>> round(rho((0, 1, 2, 3, 4), (5.0, 3.0, 4.0, 2.0, 1.0)), 2)
    -0.9
    """
    place = {value: rank for rank, value in enumerate(sorted(values))}
    n = len(values)
    apart = sum((rank - place[value]) ** 2 for rank, value in zip(ranks, values, strict=True))
    return 1 - 6 * apart / (n * (n * n - 1))


def check_index(paper: PaperData) -> Iterator[PaperFinding]:
    """Correlations, p-values, and differences of models that are near or far by the index."""
    yield p_values(paper)
    table, found = paper.table("eci"), rankings(paper)
    below, claim = sum(row["p"] < 0.05 for row in table.records()), paper.claims["eci-significant"]
    yield compared(claim.says, claim.where, claim.value, below)
    one = found[0] if len(found) == 1 else None
    missing = "" if one is None else _left_out(paper, one)
    yield PaperFinding(
        "the twelve correlations come from one ranking of five models",
        table.label,
        Agreement.AGREES if found else Agreement.CONTRADICTS,
        f"n = {MODELS_WITH_INDEX}, models not named",
        f"rankings that give all twelve: {len(found)}",
        f"lowest to highest index: {', '.join(one.models)}; {missing} is left out" if one else "",
    )
    if one is None:
        return
    yield mean_correlation(paper, one)
    yield from pairs(paper, one)


def p_values(paper: PaperData) -> PaperFinding:
    """Every printed p is the exact two-sided p of its correlation with n = 5."""
    exact = {}
    for order in permutations(range(MODELS_WITH_INDEX)):
        correlation = spearman(range(MODELS_WITH_INDEX), order)
        assert correlation.rho is not None
        assert correlation.p is not None
        exact[round(correlation.rho, 2)] = correlation.p
    rows = list(paper.table("eci").records())
    odd = [row for row in rows if row["spearman"] not in exact or not _prints(exact[row["spearman"]], row["p"])]
    possible = sorted({round(p, 3) for p in exact.values()})
    return PaperFinding(
        "p-values are exact two-sided permutation p-values with n = 5",
        paper.table("eci").label,
        Agreement.CONTRADICTS if odd else Agreement.AGREES,
        f"{len(rows)} p-values",
        f"{len(rows) - len(odd)} agree; possible with 120 orders: {shown(possible)}",
        "; ".join(f"{row['setting']} {row['domain']} {row['pressure']}: {row['p']}" for row in odd),
    )


def mean_correlation(paper: PaperData, ranking: Ranking) -> PaperFinding:
    """The mean correlation, and its p over the 120 orders of the models, the same order in all cells."""
    claim = paper.claims["eci-mean"]
    means = [
        sum(rho(order, cell) for cell in ranking.cells) / len(ranking.cells)
        for order in permutations(range(MODELS_WITH_INDEX))
    ]
    seen = means[0]  # the first permutation is the identity
    p = sum(abs(mean) >= abs(seen) - 1e-12 for mean in means) / len(means)
    return compared(
        claim.says,
        claim.where,
        claim.value,
        [round(seen, 2), round(p, 2)],
        f"{p * len(means):.0f} of {len(means)} orders",
    )


def pairs(paper: PaperData, ranking: Ranking) -> Iterator[PaperFinding]:
    """How much models differ in gap ratio that are neighbours by the index, and that are not."""
    near: list[float] = []
    far: list[float] = []
    claims = paper.claims
    for i, j in combinations(range(MODELS_WITH_INDEX), 2):
        mean = sum(abs(cell[i] - cell[j]) for cell in ranking.cells) / len(ranking.cells)
        (near if j == i + 1 else far).append(mean)
    for name, values in (("eci-near-pairs", near), ("eci-far-pairs", far)):
        ends = [round(min(values), 1), round(max(values), 1)]
        note = f"the {len(values)} pairs of models that are {'' if values is near else 'not '}neighbours by index"
        yield compared(claims[name].says, claims[name].where, claims[name].value, ends, note)
    largest = claims["eci-largest-difference"]
    i, j, most = max(
        ((i, i + 1, abs(cell[i] - cell[i + 1])) for i in range(MODELS_WITH_INDEX - 1) for cell in ranking.cells),
        key=lambda found: found[2],
    )
    note = f"{ranking.models[i]} and {ranking.models[j]}; that they are within two points is not printed"
    yield compared(largest.says, largest.where, largest.value, round(most, 1), note)
    extremes = claims["eci-extremes"]
    (cell,) = (
        cell
        for cell, row in zip(ranking.cells, paper.table("eci").records(), strict=True)
        if (row["setting"], row["domain"], row["pressure"]) == ("tool_free", "math", 0.2)
    )
    holds = cell[-1] == max(cell) and 0 < cell.index(min(cell)) < MODELS_WITH_INDEX - 1
    found = [cell[-1], min(cell)] if holds else list(cell)
    yield compared(extremes.says, extremes.where, extremes.value, found)


def _ratio(paper: PaperData, row: dict[str, object], model: str) -> float:
    keys = {key: row[key] for key in ("setting", "domain", "pressure")}
    return float(paper.table("main").one(model=model, **keys)["gap_ratio"])


def _prints(value: float, printed: float) -> bool:
    return abs(value - printed) <= 0.005 + 1e-9


def _left_out(paper: PaperData, ranking: Ranking) -> str:
    names = dict.fromkeys(row["model"] for row in paper.table("main").records())
    return ", ".join(name for name in names if name not in ranking.models)
