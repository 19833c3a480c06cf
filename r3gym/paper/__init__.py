"""The paper's published numbers as data: its tables, and what its text states."""

from r3gym.paper.published import Claim, PaperData, PaperTable, Statement, published

__all__ = ["Claim", "PaperData", "PaperTable", "Statement", "published"]
