"""The paper's published numbers as data: its tables, and what its text states."""

from r3gym.paper.published import Claim, Published, Statement, Table, published

__all__ = ["Claim", "Published", "Statement", "Table", "published"]
