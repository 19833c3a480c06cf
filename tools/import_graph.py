"""Draw the rooms of r3gym and what imports what: ``tools/import_graph.py [CHECKOUT] -o FILE.svg [--layers PAGE]``.

A room is a folder of the package; modules that lie loose in ``r3gym/`` are one box. All import statements count, those
inside functions and for type checkers too. Rooms stand above what they import, or in the layers that a page names in a
table (docs/architecture.md). An arrow that follows from others is drawn faintly; arrows of a cycle are red.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

SISTERS = ("envs", "policies", "schedulers", "sandbox", "train")
#: What `import r3gym` needs at the top of the package; everything else at the top is loose.
TOP = {"__init__", "errors", "version", "registration"}
LOOSE = "loose modules"

WIDTH, HEIGHT, GAP, ROW = 112, 30, 22, 84
STYLE = """text{font:13px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#111}
rect{fill:#eef3fb;stroke:#5b7db1;rx:5}rect.cycle{fill:#fdeaea;stroke:#b03030}
path{fill:none;stroke:#44546a;stroke-width:1.1}path.implied{stroke-opacity:.13}path.cycle{stroke:#c43b3b;stroke-opacity:.75}
.layer{text-anchor:start;font-style:italic;fill:#555}"""

Edges = Mapping[tuple[str, str], int]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("checkout", nargs="?", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("-o", "--out", type=Path, required=True, help="the SVG file")
    parser.add_argument("--layers", type=Path, help="a page with a table of layers, from the top: name and rooms")
    given = parser.parse_args()
    edges = room_edges(modules(given.checkout))
    cycles = cyclic_rooms(edges)
    given.out.write_text(drawn(edges, None if given.layers is None else named_layers(given.layers)), "utf-8")
    shown = "; ".join(" ".join(sorted(cycle)) for cycle in cycles) or "none"
    print(f"{len(rooms_of(edges))} rooms, {len(edges)} arrows, {sum(edges.values())} imports; cycles: {shown}")


def modules(checkout: Path) -> dict[str, Path]:
    """Every module of the package by its import name. Before there were links the sister rooms lay beside it."""
    found: dict[str, Path] = {}
    for folder in (checkout / "r3gym", *(checkout / name for name in SISTERS)):
        start = ("r3gym",) if folder.name == "r3gym" else ("r3gym", folder.name)
        for file in sorted(_python_files(folder)):
            parts = (*start, *file.relative_to(folder).with_suffix("").parts)
            if "data" not in parts:
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def _python_files(folder: Path) -> Iterator[Path]:
    for place, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith((".", "__"))]
        yield from (Path(place) / name for name in names if name.endswith(".py"))


def room_edges(found: Mapping[str, Path]) -> Counter[tuple[str, str]]:
    """How many import statements lead from one room to another."""
    folders = {name.split(".")[1] for name, file in found.items() if "." in name and file.parent.name != "r3gym"}
    edges: Counter[tuple[str, str]] = Counter()
    for name, file in found.items():
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for target in _targets(node, package, found):
                pair = (_room(name, folders), _room(target, folders))
                if pair[0] != pair[1]:
                    edges[pair] += 1
    return edges


def _targets(node: ast.AST, package: str, found: Mapping[str, Path]) -> set[str]:
    if isinstance(node, ast.Import):
        names = {alias.name for alias in node.names}
    elif isinstance(node, ast.ImportFrom):
        parts = package.split(".")
        start = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
        base = ".".join(part for part in (start, node.module) if part)
        names = {inner if (inner := f"{base}.{alias.name}") in found else base for alias in node.names}
    else:
        return set()
    return {name for name in names if name.split(".")[0] == "r3gym"}


def _room(module: str, folders: set[str]) -> str:
    first = module.split(".")[1] if "." in module else "__init__"
    if first in folders:
        return first
    return {"__init__": "r3gym"}.get(first, first) if first in TOP else LOOSE


def rooms_of(edges: Edges) -> list[str]:
    """All rooms, by name."""
    return sorted({room for pair in edges for room in pair})


def reachable(edges: Edges) -> dict[str, set[str]]:
    """What each room leads to, directly or not."""
    found = {room: {b for a, b in edges if a == room} for room in rooms_of(edges)}
    for middle in found:
        for ends in found.values():
            if middle in ends:
                ends |= found[middle]
    return found


def cyclic_rooms(edges: Edges) -> list[frozenset[str]]:
    """The groups of rooms that import each other in a circle."""
    ends = reachable(edges)
    groups = {frozenset(b for b in ends if b in ends[a] and a in ends[b]) for a in ends}
    return sorted((group for group in groups if group), key=sorted)


def levels(edges: Edges) -> dict[str, int]:
    """The height of each room: above all that it imports; the rooms of a cycle have the same height."""
    ends = reachable(edges)
    found: dict[str, int] = {}

    def height(room: str) -> int:
        if room not in found:
            circle = {other for other in ends[room] if room in ends[other]} | {room}
            below = {b for a, b in edges if a in circle and b not in circle}
            level = max((height(b) for b in below), default=-1) + 1
            found.update(dict.fromkeys(circle, level))
        return found[room]

    for room in ends:
        height(room)
    return found


def named_layers(page: Path) -> dict[str, list[str]]:
    """The layers of a page's table from the top, each with its rooms."""
    found: dict[str, list[str]] = {}
    for line in page.read_text("utf-8").partition("| layer")[2].splitlines()[2:]:
        if not line.startswith("|"):
            break
        name, rooms = line.strip("| ").split(" | ")
        found[name] = re.findall(r"`(\w+)`", rooms)
    return found


def drawn(edges: Edges, layers: Mapping[str, list[str]] | None = None) -> str:
    """The picture as SVG; without layers the heights follow from the imports."""
    at, ends = levels(edges), reachable(edges)
    if layers is not None:
        at = {room: height for height, rooms in enumerate(reversed(layers.values())) for room in rooms if room in ends}
        if lost := sorted(set(ends) - set(at)):
            raise SystemExit(f"no layer for {', '.join(lost)}")
    rows: dict[int, list[str]] = {}
    for room in sorted(at):
        rows.setdefault(at[room], []).append(room)
    wide = max(len(row) for row in rows.values()) * (WIDTH + GAP) + (5 if layers else 2) * WIDTH
    high = len(rows) * ROW + 40
    place: dict[str, tuple[float, float]] = {}
    for level, row in rows.items():
        # Rows are shifted in turn, so that arrows of two or more rows do not run behind the boxes in between.
        shift = (0.6, -0.6, 1.5, -1.5)[level % 4] if layers else (0.6, -0.6)[level % 2]
        left = (wide - len(row) * (WIDTH + GAP) + GAP) / 2 + (shift + bool(layers)) * WIDTH
        for number, room in enumerate(row):
            bent = 16 if number % 2 and len(row) > 2 else 0
            place[room] = (left + number * (WIDTH + GAP), high - 45 - level * ROW - bent)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}"><style>{STYLE}</style>']
    lines.append(
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,1 L7,4 L0,7" /></marker></defs><rect width="100%" height="100%" style="fill:#fff;stroke:none"/>'
    )
    for height, name in enumerate(reversed(layers or {})):
        lines.append(f'<text x="8" y="{high - 30 - height * ROW}" class="layer">{name}</text>')
    for (one, other), _ in sorted(edges.items()):
        circle = one in ends[other]
        between = {room for room in ends if room in ends[one] and other in ends[room]}
        kind = "cycle" if circle else "implied" if between else "direct"
        lines.append(_arrow(place[one], place[other], kind))
    for room, (x, y) in place.items():
        kind = ' class="cycle"' if room in ends[room] else ""
        lines.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{WIDTH}" height="{HEIGHT}"{kind}/>')
        lines.append(f'<text x="{x + WIDTH / 2:.0f}" y="{y + HEIGHT / 2:.0f}">{room}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _arrow(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    (x, y), (u, v) = start, end
    x, u = x + WIDTH / 2, u + WIDTH / 2
    if abs(v - y) < ROW / 2:  # the same row: over the top
        path = f"M{x:.0f},{y:.0f} C{x:.0f},{y - 45:.0f} {u:.0f},{v - 45:.0f} {u:.0f},{v:.0f}"
    else:
        y += HEIGHT
        middle = (y + v) / 2
        path = f"M{x:.0f},{y:.0f} C{x:.0f},{middle:.0f} {u:.0f},{middle:.0f} {u:.0f},{v:.0f}"
    return f'<path d="{path}" class="{kind}" marker-end="url(#head)"/>'


if __name__ == "__main__":
    main()
