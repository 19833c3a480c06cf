"""A campaign's cells compared with the published ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from r3gym.analysis.main_table import MainCell
from r3gym.core.paper_constants import STRONG_PRESSURE
from r3gym.oracle.costs import OracleCost
from r3gym.paper.published import PaperData, published


@dataclass(frozen=True)
class CellComparison:
    """One cell of a campaign, the published models of the same setting, domain, pressure and scheduler, and its rank.

    ``published`` maps a model to contest, oracle and gap ratio (as a share, as in campaigns). ``lower`` counts the
    published gap ratios that are lower (better) than the campaign's; None where the campaign has none. ``oracle_cost``
    says what the campaign's oracle paid.
    """

    policy: str
    setting: str
    domain: str
    suite: str
    pressure: float | None
    scheduler: str
    complete: bool
    contest: float | None
    oracle: float | None
    gap_ratio: float | None
    published: dict[str, dict[str, float]]
    lower: int | None
    oracle_cost: OracleCost = OracleCost.NOMINAL


def compare_with_paper(
    cells: Iterable[MainCell], models: Iterable[str] = (), paper: PaperData | None = None
) -> list[CellComparison]:
    """Compare every cell with the published values of all models, or of these; none where the paper has no value."""
    paper, wanted = paper or published(), {model.lower() for model in models}
    found = []
    for cell in cells:
        printed = {
            model: values for model, values in _printed(paper, cell).items() if not wanted or model.lower() in wanted
        }
        ratio = cell.gap_ratio
        found.append(
            CellComparison(
                policy=cell.policy,
                setting=cell.setting,
                domain=cell.domain,
                suite=cell.suite,
                pressure=cell.pressure,
                scheduler=cell.scheduler,
                complete=cell.complete,
                contest=cell.contest,
                oracle=cell.oracle,
                gap_ratio=ratio,
                published=printed,
                lower=None if ratio is None else sum(values["gap_ratio"] < ratio for values in printed.values()),
                oracle_cost=cell.oracle_cost,
            )
        )
    return found


def _printed(paper: PaperData, cell: MainCell) -> dict[str, dict[str, float]]:
    """Return the published cells: the full table without a scheduler, the scheduler table with the paper's two."""
    keys = {"setting": cell.setting, "domain": cell.domain, "pressure": cell.pressure}
    if cell.scheduler == "none":
        return {
            row["model"]: _values(row["contest"], row["oracle"], row["gap_ratio"] / 100)
            for row in paper.table("full").records(**keys)
        }
    schedulers = paper.table("schedulers")
    if cell.scheduler not in schedulers.columns or (keys["setting"], keys["pressure"]) != ("agentic", STRONG_PRESSURE):
        return {}
    return {
        row["model"]: _values(row[cell.scheduler], row["oracle"], 1 - row[cell.scheduler] / row["oracle"])
        for row in schedulers.records(domain=keys["domain"])
    }


def _values(contest: float, oracle: float, gap_ratio: float) -> dict[str, float]:
    return {"contest": contest, "oracle": oracle, "gap_ratio": round(gap_ratio, 4)}
