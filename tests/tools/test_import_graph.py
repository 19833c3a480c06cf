"""The picture of the rooms: cycles are found, heights follow the imports, and the committed picture is acyclic."""

from __future__ import annotations

import tomllib
from pathlib import Path

import import_graph

TOP = Path(__file__).parents[2]


def test_a_circle_is_found_and_stands_at_one_height() -> None:
    edges = {("cli", "a"): 1, ("a", "b"): 1, ("b", "a"): 2, ("b", "errors"): 1}
    assert import_graph.cyclic_rooms(edges) == [frozenset({"a", "b"})]
    assert import_graph.levels(edges) == {"cli": 2, "a": 1, "b": 1, "errors": 0}
    assert import_graph.drawn(edges).count('class="cycle"') == 4  # two boxes and two arrows


def test_all_import_statements_count(tmp_path: Path) -> None:
    package = tmp_path / "r3gym"
    for room, text in {
        "low": "",
        "high": "def f():\n    from r3gym.low import x\n",
        "odd": "from ..low import x\n",
    }.items():
        (package / room).mkdir(parents=True)
        (package / room / "__init__.py").write_text(text)
    (package / "low" / "x.py").write_text("")
    edges = import_graph.room_edges(import_graph.modules(tmp_path))
    assert set(edges) == {("high", "low"), ("odd", "low")}


def test_the_layers_of_the_page_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    wanted = [set(layer.split(" | ")) for layer in contracts[0]["layers"]]
    page = [set(rooms) - {"r3gym"} for rooms in import_graph.named_layers(TOP / "docs" / "architecture.md").values()]
    order = {room: height for height, layer in enumerate(wanted) for room in layer}
    heights = [{order[room] for room in rooms} for rooms in page]
    assert set().union(*page) == set(order)
    assert all(len(height) == 1 for height in heights), "rooms of one row stand in one layer"
    assert [min(height) for height in heights] == sorted(min(height) for height in heights)


def test_the_rooms_are_acyclic() -> None:
    assert import_graph.cyclic_rooms(import_graph.room_edges(import_graph.modules(TOP))) == []
