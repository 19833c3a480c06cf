"""docs/rules.md: every rule names code and a test that exist."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split(" | "))
    for line in (TOP / "docs" / "rules.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| rule", "| ---"))
]


@cache
def functions_of(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_page_lists_the_rules_of_the_paper() -> None:
    assert len(ROWS) >= 50
    assert all(len(row) == 3 for row in ROWS)


@pytest.mark.parametrize(("rule", "code", "test"), ROWS, ids=[row[0] for row in ROWS])
def test_a_rule_names_code_and_a_test_that_exist(rule: str, code: str, test: str) -> None:
    assert quoted(code), rule
    for name in quoted(code):
        module, _, path = name.partition(":")
        found = importlib.import_module(module)
        for part in filter(None, path.split(".")):
            assert hasattr(found, part), f"docs/rules.md names {name}: correct the page where the rule has moved"
            found = getattr(found, part)
    for name in quoted(test):
        file, _, function = name.partition("::")
        place = TOP / "tests" / file
        assert place.exists(), f"docs/rules.md names tests/{file}: correct the page where the test has moved"
        assert f"test_{function}" in functions_of(place), f"docs/rules.md names {name}: correct the page"
