"""The paper's published numbers as data: its tables, its claims, what follows from them and where they disagree."""

from r3gym.paper.check import check_paper
from r3gym.paper.compare import Beside, beside_published
from r3gym.paper.finding import Finding, Standing
from r3gym.paper.published import Claim, Published, Said, Table, published
from r3gym.paper.spearman import Correlation, capability_correlations, spearman

__all__ = [
    "Beside",
    "Claim",
    "Correlation",
    "Finding",
    "Published",
    "Said",
    "Standing",
    "Table",
    "beside_published",
    "capability_correlations",
    "check_paper",
    "published",
    "spearman",
]
