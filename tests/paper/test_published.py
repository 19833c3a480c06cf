"""The paper's tables as data: complete, labelled as in the paper, with the printed digits."""

from __future__ import annotations

import pytest

from r3gym.errors import InputError
from r3gym.paper import published

SIZES = {
    "main": 72,
    "schedulers": 9,
    "stage2-audit": 9,
    "budgets": 18,
    "full": 96,
    "tiers-tool-free": 48,
    "tiers-agentic": 48,
    "eci": 12,
    "models": 8,
    "sandbox": 6,
    "causes": 13,
    "case-overcommitment": 6,
    "case-scheduler": 6,
    "context": 12,
}


def test_every_table_is_there_with_all_its_rows() -> None:
    assert {name: len(table.rows) for name, table in published().tables.items()} == SIZES


@pytest.mark.parametrize("name", SIZES)
def test_rows_have_the_columns_of_their_table_and_its_numbers_have_units_or_digits(name: str) -> None:
    table = published().table(name)
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert set(table.decimals) | set(table.units) <= set(table.columns)
    for record in table.records():
        for column, digits in table.decimals.items():
            assert round(record[column], digits) == record[column]


def test_spot_values_are_the_printed_ones() -> None:
    paper = published()
    hy = paper.table("main").one(setting="agentic", model="Hy-3", pressure=0.8, domain="ar")
    assert (hy["contest"], hy["oracle"], hy["gap_ratio"]) == (0.8, 4.32, 81.48)
    chat = paper.table("full").one(setting="agentic", model="DeepSeek-Chat", pressure=0.8, domain="code")
    assert (chat["contest"], chat["oracle"], chat["gap_ratio"]) == (3.86, 5.1, 24.31)
    opus = paper.table("tiers-agentic").one(model="Claude-Opus-4.8", pressure=0.2, domain="ar")
    assert [opus[tier] for tier in ("easy", "medium", "hard", "all")] == [76.9, 42.2, 61.6, 62.8]
    qwen = paper.table("tiers-tool-free").one(model="Qwen3.7-Max", pressure=0.8, domain="code")
    assert [qwen[tier] for tier in ("easy", "medium", "hard", "all")] == [70.0, 57.0, 20.0, 57.3]
    assert paper.table("budgets").one(model="Qwen3.7-Max", domain="code")["tool_free_0.8"] == 101989
    assert paper.table("eci").one(setting="agentic", domain="code", pressure=0.8)["spearman"] == -0.9
    assert paper.table("context").one(setting="agentic", model="Qwen3.7-Max", domain="code")["difference"] == 8.3


def test_totals_of_columns_are_those_of_the_paper() -> None:
    def total(table: str, column: str) -> float:
        return round(sum(record[column] for record in published().table(table).records()), 2)

    assert total("main", "contest") == 211.7
    assert total("main", "oracle") == 291.5
    assert total("schedulers", "verification") == 28.42
    assert total("context", "difference") == 13.6
    assert total("eci", "spearman") == -3.5


def test_a_table_is_found_by_its_label_too_and_a_wrong_name_names_the_right_ones() -> None:
    assert published().table("tab:context-stress").name == "context"
    with pytest.raises(InputError, match="choose one of main, schedulers"):
        published().table("mian")


def test_every_claim_names_its_places_and_those_without_numbers_what_they_need() -> None:
    claims = published().claims.values()
    assert all(claim.said and all(said.where for said in claim.said) for claim in claims)
    assert sum(claim.needs is not None for claim in claims) == 15
