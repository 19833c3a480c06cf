"""A campaign's cells beside the published ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from r3gym.paper.published import Published, published


class Cell(Protocol):
    """What is read of a campaign's cell (`r3gym.analysis.main_table`)."""

    policy: str
    setting: Any
    domain: Any
    pressure: float | None
    scheduler: str
    contest: Any
    oracle: Any
    gap_ratio: Any


@dataclass(frozen=True)
class Beside:
    """One cell of a campaign, the published models of the same setting, domain, pressure and scheduler, and its rank.

    ``published`` maps a model to contest, oracle and gap ratio (as a share, as in campaigns). ``lower`` counts the
    published gap ratios that are lower (better) than the campaign's; None where the campaign has none.
    """

    policy: str
    setting: str
    domain: str
    pressure: float | None
    scheduler: str
    contest: float | None
    oracle: float | None
    gap_ratio: float | None
    published: dict[str, dict[str, float]]
    lower: int | None


def beside_published(cells: Iterable[Cell], models: Iterable[str] = (), paper: Published | None = None) -> list[Beside]:
    """Every cell beside what the paper prints for it, of all models or of these; none where it prints nothing."""
    paper, wanted = paper or published(), {model.lower() for model in models}
    found = []
    for cell in cells:
        printed = {
            model: values for model, values in _printed(paper, cell).items() if not wanted or model.lower() in wanted
        }
        ratio = _number(cell.gap_ratio)
        found.append(
            Beside(
                policy=cell.policy,
                setting=str(cell.setting),
                domain=str(cell.domain),
                pressure=cell.pressure,
                scheduler=cell.scheduler,
                contest=_number(cell.contest),
                oracle=_number(cell.oracle),
                gap_ratio=ratio,
                published=printed,
                lower=None if ratio is None else sum(values["gap_ratio"] < ratio for values in printed.values()),
            )
        )
    return found


def _printed(paper: Published, cell: Cell) -> dict[str, dict[str, float]]:
    """The published cells: the full table without a scheduler, the scheduler table with the paper's two."""
    keys = {"setting": str(cell.setting), "domain": str(cell.domain), "pressure": cell.pressure}
    if cell.scheduler == "none":
        return {
            row["model"]: _values(row["contest"], row["oracle"], row["gap_ratio"] / 100)
            for row in paper.table("full").records(**keys)
        }
    schedulers = paper.table("schedulers")
    if cell.scheduler not in schedulers.columns or (keys["setting"], keys["pressure"]) != ("agentic", 0.2):
        return {}
    return {
        row["model"]: _values(row[cell.scheduler], row["oracle"], 1 - row[cell.scheduler] / row["oracle"])
        for row in schedulers.records(domain=keys["domain"])
    }


def _values(contest: float, oracle: float, gap_ratio: float) -> dict[str, float]:
    return {"contest": contest, "oracle": oracle, "gap_ratio": round(gap_ratio, 4)}


def _number(value: Any) -> float | None:
    """A figure as a number: a plain one, or what carries it as ``value``."""
    value = getattr(value, "value", value)
    return None if value is None else float(value)
