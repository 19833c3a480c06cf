"""Values under conditions: a table of cases, or "A if ..., and B otherwise"."""

from __future__ import annotations

from r3gym.domains.math.judging.clauses import read_condition, split_top
from r3gym.domains.math.judging.conditions import Condition
from r3gym.domains.math.judging.expr import Tokens, UnreadableExpression, read_expression
from r3gym.domains.math.judging.latex_tokens import is_word
from r3gym.domains.math.judging.shapes import Piecewise

_IF = frozenset(['"if', '"when', '"for'])
_OTHERWISE = frozenset(['"otherwise', '"else'])


def read_piecewise(tokens: Tokens) -> Piecewise | None:
    """Read the cases; None where there are none. Raise `UnreadableExpression` for cases that cannot be read."""
    if tokens and tokens[0] == r"\{":
        tokens = tokens[1:]
    if tokens and tokens[0] in (r"\begincases", r"\beginmatrix"):
        return _read_table(tokens)
    if '"otherwise' in tokens or sum(token in ('"if', '"when') for token in tokens) > 1:
        return _read_sentence(tokens)
    return None


def _read_table(tokens: Tokens) -> Piecewise | None:
    end = r"\endcases" if tokens[0] == r"\begincases" else r"\endmatrix"
    if tokens[-1] != end or tokens.count(end) != 1:
        return None
    rows = [row for row in split_top(tokens[1:-1], {r"\newrow"}) if row]
    cells = [tuple(cell for cell in split_top(row, {r"\amp"}) if cell) for row in rows]
    if end == r"\endmatrix" and not all(len(row) == 2 and any(is_word(t) for t in row[1]) for row in cells):
        return None
    return _rows([_two_cells(row) for row in cells])


def _two_cells(cells: tuple[Tokens, ...]) -> tuple[Tokens, Tokens]:
    """Return the value and the condition of a row, split at the first comma where the row has no alignment mark."""
    if len(cells) == 1:
        value, *rest = split_top(cells[0], {","})
        cells = (value, cells[0][len(value) + 1 :]) if rest else cells
    if len(cells) != 2 or not all(cells):
        raise UnreadableExpression("a case without a condition")
    return _trimmed(cells[0]), _trimmed(cells[1])


def _trimmed(tokens: Tokens) -> Tokens:
    while tokens and tokens[-1] in (",", ".", ";"):
        tokens = tokens[:-1]
    return tokens


def _rows(cells: list[tuple[Tokens, Tokens]]) -> Piecewise:
    read: list[tuple[Tokens, Condition | None]] = []
    for value, clause in cells:
        while clause and clause[0] in _IF:
            clause = clause[1:]
        read_expression(value)
        otherwise = len(clause) == 1 and clause[0] in _OTHERWISE
        read.append((value, None if otherwise else read_condition(clause)))
    if not read or any(condition is None for _, condition in read[:-1]):
        raise UnreadableExpression("cases in an unusual order")
    return Piecewise(tuple(read))


def _read_sentence(tokens: Tokens) -> Piecewise:
    """Read a sentence such as ``n - 3 "if n "odd , "and n - 2 "otherwise``."""
    cells: list[tuple[Tokens, Tokens]] = []
    rest = tokens
    while rest:
        while rest and rest[0] in (",", ";", '"and', '"or', '"but'):
            rest = rest[1:]
        at = next((index for index, token in enumerate(rest) if token in _IF | _OTHERWISE), None)
        if at is None:
            raise UnreadableExpression("a case without a condition")
        value = _trimmed(rest[:at])
        if rest[at] in _OTHERWISE:
            cells.append((value, rest[at : at + 1]))
            rest = rest[at + 1 :]
            if rest:
                raise UnreadableExpression("words after the last case")
            break
        clause, rest = _clause(rest[at + 1 :])
        cells.append((value, clause))
    return _rows(cells)


def _clause(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """Return the clause and the rest, split at the last separator before the next "if" or "otherwise"."""
    following = next((index for index, token in enumerate(tokens) if token in _IF | _OTHERWISE), None)
    if following is None:
        return _trimmed(tokens), ()
    for index in range(following, -1, -1):
        if tokens[index] in (",", ";", '"and'):
            return _trimmed(tokens[:index] if tokens[index - 1] != "," else tokens[: index - 1]), tokens[index:]
    raise UnreadableExpression("two cases side by side")
