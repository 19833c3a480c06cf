"""docs/accounting.md shows the table that the accounting reads."""

from __future__ import annotations

from accounting_table import PAGE, page, table


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(PAGE.read_text("utf-8")), "call make accounting-table"


def test_every_free_tool_has_a_row_of_the_paper() -> None:
    rows = {"simple environment inspection", "passive file operation", "silent"}
    data = {
        "free": [{"names": ["ls"], "row": "silent", "flags": "l", "why": "a|b"}],
        "version": [],
        "environment": {},
        "counted": [],
        "blocked": {"judge": [], "network": []},
    }
    assert "| `ls` | `-l` | a\\|b | silent |" in table(data)
    from r3gym.shell.tools import command_table

    assert {tool.row for tool in command_table().tools.values()} <= rows
