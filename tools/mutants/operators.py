"""The one operator that cosmic-ray does not have: a simple statement is left out."""

from __future__ import annotations

from collections.abc import Iterator

from cosmic_ray.operators.operator import Operator
from parso.python.tree import Keyword
from parso.tree import NodeOrLeaf

#: What has no effect of its own (``pass``, a docstring, ``...``), or only names things; a field without a value too.
_WITHOUT_EFFECT = ("string", "strings", "fstring", "import_name", "import_from", "keyword", "operator")


def _without_effect(statement: NodeOrLeaf) -> bool:
    declares = statement.type == "expr_stmt" and statement.children[1].type == "annassign"
    return statement.type in _WITHOUT_EFFECT or (declares and len(statement.children[1].children) == 2)


class LeaveStatementOut(Operator):  # type: ignore[misc]
    """Replaces a simple statement by ``pass``."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """The place of the statement, where ``node`` is one that does something."""
        if node.type == "simple_stmt" and not _without_effect(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:  # noqa: ARG002
        """``node`` with ``pass`` in place of its statement."""
        statement = node.children[0]
        prefix = statement.get_first_leaf().prefix
        node.children[0] = Keyword("pass", statement.start_pos, prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: tests/tools/test_mutants.py shows them."""
        return ()
