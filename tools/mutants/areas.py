"""What is mutated and which tests must notice: the areas of ``areas.toml``, the mutants of ``equivalent.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TOP = HERE.parents[1]


@dataclass(frozen=True)
class Area:
    """Files that hold one kind of rule, and the fast tests of these rules in the order in which they are run."""

    name: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    options: tuple[str, ...] = ()  # of pytest: tests that take long and tell nothing more are left out

    def files(self) -> list[Path]:
        """The Python files of the area."""
        found = [path for name in self.code for path in _files(TOP / name)]
        return [path for path in found if path.name != "__init__.py"]


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.py")) if path.is_dir() else [path]


def areas() -> list[Area]:
    """All areas, as ``areas.toml`` lists them."""
    table = tomllib.loads((HERE / "areas.toml").read_text("utf-8"))
    return [Area(name, **{key: tuple(value) for key, value in one.items()}) for name, one in table.items()]


def equivalent() -> dict[tuple[str, str, str], str]:
    """Mutants that no test can tell from the code, each with the reason."""
    table = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8"))
    return {(one["path"], one["before"], one["after"]): one["reason"] for one in table.get("mutant", [])}
