"""docs/paper.md: every paragraph that states a rule has a row, and every row names code and tests that exist."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from docs.paper_headings import LIST, read_headings
from shared_data import shared_data

TOP = Path(__file__).parents[2]
#: Sections of the main text that state no rule of the benchmark.
WITHOUT_RULES = ("Introduction", "Related Work", "Conclusion")


class Row(NamedTuple):
    group: str
    paragraph: str
    rule: str
    code: str
    test: str


def rows(text: str) -> list[Row]:
    """The rows of the page; an empty first cell continues the paragraph above."""
    found: list[Row] = []
    group = paragraph = ""
    for line in text.splitlines():
        if line.startswith("#"):
            group, paragraph = line.lstrip("# "), ""
        elif line.startswith("| ") and not line.startswith(("| paragraph", "| ---")):
            cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split(" | ")]
            assert len(cells) == 4, f"four cells are wanted: {line}"
            paragraph = cells[0] or paragraph
            found.append(Row(group, paragraph, *cells[1:]))
    return found


def without_row(headings: list[str], page: list[Row]) -> list[str]:
    """The headings that are neither a heading of the page nor the first cell of a row below one of theirs."""
    groups = {row.group for row in page}
    places = {(row.group, row.paragraph) for row in page}
    missing, path = [], ["", "", ""]
    for line in headings:
        title, depth = line.strip(), (len(line) - len(line.lstrip())) // 4
        if title == "(appendix)":
            continue
        path[depth:] = [title, *[""] * (2 - depth)]
        section, subsection, _ = path
        if section in WITHOUT_RULES:
            continue
        above = {section, subsection, f"{section}: {subsection}"} - {""}
        own = {title, f"{section}: {title}"} if depth < 2 else set()
        if not own & groups and not any((group, title) in places for group in above):
            missing.append(" / ".join(filter(None, path)))
    return missing


PAGE = rows((TOP / "docs" / "paper.md").read_text("utf-8"))
HEADINGS = LIST.read_text("utf-8").splitlines()


@cache
def functions_of(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_paragraph_of_the_paper_has_a_row() -> None:
    assert without_row(HEADINGS, PAGE) == []


def test_the_committed_headings_are_those_of_the_paper() -> None:
    data = shared_data(".")
    paper = data.parent / "spec" / "paper.tex"
    if not paper.exists():
        pytest.skip(f"no paper.tex beside {data}")
    assert read_headings(paper.read_text("utf-8")) == HEADINGS


def test_a_paragraph_without_a_row_is_found() -> None:
    page = [row for row in PAGE if row.paragraph != "Problem coverage" and row.group != "Budget Calibration"]
    assert without_row(HEADINGS, page) == ["Budget Calibration", "Behavioral Coordinate / Problem coverage"]
    twice = "Budgeted contest evaluation"  # the name of two paragraphs
    page = [row for row in PAGE if (row.group, row.paragraph) != ("Agentic Setting", twice)]
    assert without_row(HEADINGS, page) == [f"Methodology: R³-Bench / Agentic Setting / {twice}"]


@pytest.mark.parametrize("row", PAGE, ids=[f"{row.paragraph}: {row.rule}" for row in PAGE])
def test_a_row_names_code_and_a_test_that_exist(row: Row) -> None:
    if row.test == "none":
        assert re.fullmatch(r"no rule|not implemented yet: issue \d+", row.code), "a rule with code has a test"
        return
    assert quoted(row.code)
    assert quoted(row.test)
    for name in quoted(row.code):
        module, _, path = name.partition(":")
        found = importlib.import_module(module)
        for part in filter(None, path.split(".")):
            assert hasattr(found, part), f"docs/paper.md names {name}: correct the page where the rule has moved"
            found = getattr(found, part)
    for name in quoted(row.test):
        file, _, function = name.partition("::")
        place = TOP / "tests" / file
        assert place.exists(), f"docs/paper.md names tests/{file}: correct the page where the test has moved"
        assert f"test_{function}" in functions_of(place), f"docs/paper.md names {name}: correct the page"
