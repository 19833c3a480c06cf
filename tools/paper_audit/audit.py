"""All checks of the paper's numbers against each other."""

from __future__ import annotations

from collections.abc import Iterator

from paper_audit.budgets import check_budgets
from paper_audit.diagnostics import check_diagnostics
from paper_audit.finding import Agreement, PaperFinding, shown
from paper_audit.index import check_index
from paper_audit.results import check_results
from r3gym.paper.published import PaperData, published


def check_paper(paper: PaperData | None = None) -> list[PaperFinding]:
    """Recompute what can be recomputed, compare what is said twice, and name what cannot be checked.

    >>> any(f.standing == "contradicts" and "equal allocation" in f.check for f in check_paper())
    True
    """
    paper = paper or published()
    findings = [*check_results(paper), *check_budgets(paper), *check_diagnostics(paper), *check_index(paper)]
    return [*findings, *check_places(paper), *check_missing(paper)]


def check_places(paper: PaperData) -> Iterator[PaperFinding]:
    """Check that values stated in several places are the same in all of them."""
    for claim in paper.claims.values():
        if len(claim.said) < 2:
            continue
        by_value: dict[str, list[str]] = {}
        for said in claim.said:
            by_value.setdefault(shown(said.value), []).append(said.where)
        (first, where), *others = by_value.items()
        other = "; ".join(f"{value} ({', '.join(places)})" for value, places in others)
        yield PaperFinding(
            f"said in {len(claim.said)} places: {claim.says}",
            claim.where,
            Agreement.CONTRADICTS if others else Agreement.AGREES,
            f"{first} ({', '.join(where)})" if others else first,
            f"against {other}" if others else f"the same in {len(where)} places",
        )


def check_missing(paper: PaperData) -> Iterator[PaperFinding]:
    """What only figures show, or what needs numbers that are not printed."""
    for claim in paper.claims.values():
        if claim.needs is not None:
            yield PaperFinding(
                claim.says, claim.where, Agreement.NOT_CHECKABLE, shown(claim.value), "-", f"needs {claim.needs}"
            )
