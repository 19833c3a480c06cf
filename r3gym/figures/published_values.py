"""The paper's published values beside a campaign's: only for the same setting, pressure and domains."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from r3gym.figures.series import Point
from r3gym.paper.published import published

#: The first word of a table's row that holds the paper's values.
PUBLISHED = "published"


def published_rows(panel: tuple[str, str], shown: Sequence[Point]) -> list[tuple[str, dict[str, float]]]:
    """Return contest and oracle of each published model, averaged over the domains that the points show.

    None where the paper has no value of this setting, pressure and all of these domains.
    """
    setting, pressure = panel[0], shown[0].key.pressure
    domains = {domain for point in shown for domain in point.domains}
    together: dict[str, list[dict[str, Any]]] = {}
    for row in published().table("full").records(setting=setting, pressure=pressure):
        if row["domain"] in domains:
            together.setdefault(row["model"], []).append(row)
    return [
        (model, {name: fmean(row[name] for row in rows) for name in ("contest", "oracle")})
        for model, rows in together.items()
        if {row["domain"] for row in rows} == domains
    ]


#: What the text states of figures whose points it does not print: claims by pressure, of tool-free contests.
_RANGES = {
    "cumulative_output": {0.2: "first-position-strong", 0.8: "first-position-moderate"},
    "wasted_output": {0.2: "wasted-output", 0.8: "wasted-output"},
    "omissions": {0.2: "truncation-strong", 0.8: "truncation-moderate"},
}


def published_range(figure: str, setting: str, pressure: float | None) -> tuple[float, float] | None:
    """Return the least and the most of the paper's models, in percent; None where the paper states none.

    >>> published_range("cumulative_output", "tool_free", 0.8), published_range("omissions", "agentic", 0.2)
    ((16.9, 23.5), None)
    """
    claim = _RANGES[figure].get(pressure) if setting == "tool_free" and pressure is not None else None
    if claim is None:
        return None
    low, high = published().claims[claim].value
    return float(low), float(high)


def published_schedulers(domain: str, pressure: float | None, setting: str) -> list[dict[str, Any]]:
    """Return the rows of the paper's scheduler table of a domain; it has agentic contests at pressure 0.2 only."""
    if (setting, pressure) != ("agentic", 0.2):
        return []
    return list(published().table("schedulers").records(domain=domain))


def published_stress(setting: str, domain: str) -> list[dict[str, Any]]:
    """Return the rows of the paper's table of context stress."""
    return list(published().table("context").records(setting=setting, domain=domain))
