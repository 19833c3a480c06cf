"""Published numbers with one of them altered: every check must notice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from r3gym.paper import PaperData, Statement, published


def with_cell(table: str, keys: dict[str, Any], **values: Any) -> PaperData:
    """The paper with other values in the one row of a table that has these keys."""
    paper = published()
    old = paper.table(table)
    rows = []
    changed = 0
    for row, record in zip(old.rows, old.records(), strict=True):
        if all(record[key] == value for key, value in keys.items()):
            rows.append(tuple({**record, **values}.values()))
            changed += 1
        else:
            rows.append(row)
    assert changed == 1, f"{changed} rows of {table} have {keys}"
    return replace(paper, tables={**paper.tables, table: replace(old, rows=tuple(rows))})


def with_claim(claim_id: str, value: Any) -> PaperData:
    """The paper with a claim that says something else in all of its places."""
    paper = published()
    claim = paper.claims[claim_id]
    other = replace(claim, said=tuple(Statement(said.where, value) for said in claim.said))
    return replace(paper, claims={**paper.claims, claim_id: other})
