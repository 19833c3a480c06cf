"""Mutants of a list of files: places drawn by a seed, and at each place one of the changes that are possible there."""

from __future__ import annotations

import ast
import difflib
import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from mutants.operators import LeaveStatementOut

#: Decorators and keywords that change how fast something is or how much memory it takes, and not what it does.
_MEMORY_ONLY = ("cache", "lru_cache", "cached_property")
#: Keywords without effect on results: memory of a class, and the check of `zip` that its lists are equally long, which
#: only code that is wrong already could fail.
_UNSEEN_KEYWORDS = ("slots", "strict")


@dataclass(frozen=True)
class Place:
    """A place of a file and the changes that operators make there: ``(operator, occurrence)``."""

    path: str
    start: tuple[int, int]
    end: tuple[int, int]
    changes: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Mutant:
    """A file with one small change."""

    path: str
    line: int
    operator: str
    before: str  # the changed lines
    after: str
    source: str  # the whole changed file

    @property
    def identity(self) -> tuple[str, str, str]:
        """What names the mutant while other parts of the file change."""
        return self.path, self.before, self.after


def operators() -> dict[str, object]:
    """All operators by name: those of cosmic-ray that need no arguments, and ours."""
    found = {name: cosmic_ray.plugins.get_operator(name) for name in cosmic_ray.plugins.operator_names()}
    made = {name.removeprefix("core/"): kind() for name, kind in found.items() if not kind.arguments()}
    return {**made, LeaveStatementOut.__name__: LeaveStatementOut()}


def places(path: str, source: str) -> list[Place]:
    """Every place of ``source`` that an operator can change, from top to bottom."""
    changes: dict[tuple[tuple[int, int], tuple[int, int]], list[tuple[str, int]]] = {}
    seen: dict[str, int] = {}
    known = operators()
    for node in ast_nodes(get_ast(source)):
        for name, operator in known.items():
            for position in operator.mutation_positions(node):  # type: ignore[attr-defined]
                occurrence = seen.get(name, 0)
                seen[name] = occurrence + 1
                changes.setdefault(position, []).append((name, occurrence))
    return [Place(path, start, end, tuple(found)) for (start, end), found in sorted(changes.items())]


def meaning(source: str) -> str:
    """What ``source`` does: two texts that differ in annotations, caches and the like only are the same."""
    return ast.dump(_WithoutRemarks().visit(ast.parse(source)))


class _WithoutRemarks(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        node.decorator_list = [one for one in node.decorator_list if _name(one) not in _MEMORY_ONLY]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        node.annotation = ast.Constant(None)
        return node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if "TYPE_CHECKING" in ast.dump(node.test):
            return None
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg in _UNSEEN_KEYWORDS else self.generic_visit(node)


def _name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def mutant(place: Place, source: str, name: str, occurrence: int) -> Mutant | None:
    """The mutant of one change; None where the change is no Python or says the same."""
    changed = mutate_code(source, operators()[name], occurrence)
    try:
        if changed is None or meaning(changed) == meaning(source):
            return None
    except SyntaxError:
        return None
    lines = difflib.ndiff(source.splitlines(), changed.splitlines())
    marked = [line for line in lines if line[:2] in ("- ", "+ ")]
    before = " ".join(line[2:].strip() for line in marked if line[0] == "-")
    after = " ".join(line[2:].strip() for line in marked if line[0] == "+")
    return Mutant(place.path, place.start[0], name, before, after, changed)


def draw(files: Iterable[Path], top: Path, sample: int, seed: int) -> list[Mutant]:
    """At most ``sample`` mutants of ``files``, each at a place of its own; ``sample=0`` takes every place."""
    rng = random.Random(seed)
    texts = {str(path.relative_to(top)): path.read_text("utf-8") for path in sorted(files)}
    every = [place for path, source in texts.items() for place in places(path, source)]
    rng.shuffle(every)
    drawn: list[Mutant] = []
    for place in every:
        if sample and len(drawn) == sample:
            break
        for name, occurrence in rng.sample(place.changes, len(place.changes)):
            if (found := mutant(place, texts[place.path], name, occurrence)) is not None:
                drawn.append(found)
                break
    return drawn
