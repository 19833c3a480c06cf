"""Which tests reach a line: measured once on the code as it is, so that a trial runs no test that cannot notice."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from coverage import Coverage

#: The name under which `Reach` keeps lines that run while modules are imported: every test depends on them.
_IMPORT = ""


@dataclass(frozen=True)
class Reach:
    """Tests with their seconds, and the tests that ran each line of each file."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]

    def tests(self, path: str, source: str, line: int) -> list[str]:
        """The tests that run the statement around ``line``, the quickest first, then the others of their files.

        A fixture of a module and a cache run a line in the first test that needs them, and serve the others.
        """
        known = self.lines.get(path, {})
        found = {test for number in statement_lines(source, line) for test in known.get(str(number), ())}
        if _IMPORT in found:
            return sorted(self.seconds, key=self._order)
        files = {_file(test) for test in found}
        others = {test for test in self.seconds if _file(test) in files} - found
        return sorted(found, key=self._order) + sorted(others, key=self._order)

    def at_import(self, path: str, source: str, line: int) -> bool:
        """Whether the statement around ``line`` runs while modules are imported."""
        known = self.lines.get(path, {})
        return any(_IMPORT in known.get(str(number), ()) for number in statement_lines(source, line))

    def _order(self, test: str) -> tuple[float, str]:
        return self.seconds.get(test, 0.0), test


def _file(test: str) -> str:
    return test.partition("::")[0]


def statement_lines(source: str, line: int) -> range:
    """The lines of the innermost statement around ``line``; of a compound one its head only.

    >>> statement_lines("def f(a):\\n    return (a +\\n        1)\\n", 3), statement_lines("if a:\\n    b\\n", 1)
    (range(2, 4), range(1, 2))
    """
    around = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.stmt) and _first(n) <= line <= _last(n)]
    if not around:
        return range(line, line + 1)
    innermost = max(around, key=_first)
    return range(_first(innermost), _last(innermost) + 1)


def _first(node: ast.stmt) -> int:
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])


def _last(node: ast.stmt) -> int:
    body = getattr(node, "body", None)
    return max(node.lineno, body[0].lineno - 1) if body else (node.end_lineno or node.lineno)


class ReachPlugin:
    """A plugin of pytest that measures a `Reach` and writes it to a file."""

    def __init__(self, files: Sequence[Path], top: Path, out: Path) -> None:
        self._top, self._out, self._files = top, out, {str(path.resolve()) for path in files}
        self._seconds: dict[str, float] = {}
        self._coverage = Coverage(data_file=None, include=sorted(self._files))
        self._coverage.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Count what runs during a test as this test's."""
        self._coverage.switch_context(item.nodeid)
        yield
        self._coverage.switch_context("after")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the time of a test."""
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        """Write what was measured."""
        self._coverage.stop()
        data = self._coverage.get_data()
        lines = {
            str(Path(file).relative_to(self._top)): {
                str(line): [name for name in names if name != "after"]
                for line, names in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        self._out.write_text(json.dumps({"seconds": self._seconds, "lines": lines}), "utf-8")
