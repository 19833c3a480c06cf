"""Every path that the documentation names in backticks exists, so that a moved file moves in the docs as well."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from clean_checkout import ROOMS, tracked_files
from doc_blocks import PAGES, TOP

PATH = re.compile(r"`((?:\.?[\w.-]+/)*\.?[\w.-]+/?)`")
#: A path that starts with one of these folders is one of the repository; so is a file with one of these endings.
FOLDERS = (*ROOMS, "tests", "docs", "tools", "benchmarks", "examples")
ENDINGS = (".py", ".c", ".h", ".sh")


@cache
def files() -> set[str]:
    return set(tracked_files())


@cache
def names() -> set[str]:
    return {Path(name).name for name in files()}


def missing(text: str, folder: Path) -> list[str]:
    """Paths of ``text`` that are neither below the top nor below ``folder``; a bare file name may lie anywhere."""
    found = []
    for path in PATH.findall(text):
        first = path.split("/")[0]
        if "/" in path and first in FOLDERS:
            known = (TOP / path).exists()
        elif "/" in path and path.endswith(ENDINGS):
            known = (TOP / path).exists() or (folder / path).exists() or any(f.endswith(f"/{path}") for f in files())
        elif "/" not in path and path.endswith(ENDINGS):
            known = path in names()
        else:
            continue
        if not known:
            found.append(path)
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if (TOP / page).exists()])
def test_paths_exist(page: str) -> None:
    text = re.sub(r"^```.*?^```", "", (TOP / page).read_text("utf-8"), flags=re.S | re.M)
    assert missing(text, (TOP / page).parent) == []


@pytest.mark.parametrize("page", [page for page in PAGES if (TOP / page).exists()])
def test_links_lead_somewhere(page: str) -> None:
    text = (TOP / page).read_text("utf-8")
    text = re.sub(r"`[^`\n]*`(?!\])", "", text)  # a pattern in code can look like a link
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    assert [target for target in targets if target and not ((TOP / page).parent / target).exists()] == []


def test_a_path_that_is_gone_is_found() -> None:
    text = "`r3gym/core/nowhere.py`, `nowhere.py`, `core/nowhere.py`; `r3gym/core/`, `Makefile`, `word`, `a/b` are fine"
    assert missing(text, TOP) == ["r3gym/core/nowhere.py", "nowhere.py", "core/nowhere.py"]
