"""Second computations for the probability problems: full enumeration and exact linear algebra."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product

from tools import polynomial


def check_m_two_in_a_row() -> Fraction:
    total = Fraction(0)
    orders = set(permutations("wwwwbbb"))
    for order in orders:
        drawn = next((i + 1 for i in range(1, 7) if order[i] == order[i - 1]), 7)
        total += drawn
    return total / len(orders)


def check_m_outdoing_the_rest() -> Fraction:
    sets = list(combinations(range(1, 13), 3))
    return Fraction(sum(c > a * b for a, b, c in sets), len(sets))


def check_m_counting_heads() -> Fraction:
    tosses = list(product((0, 1), repeat=9))
    return Fraction(sum(sum(t[:6]) >= 2 * sum(t[6:]) for t in tosses), len(tosses))


def check_m_row_of_peaks() -> str:
    def mean(n: int) -> Fraction:
        total = count = 0
        for p in permutations(range(1, n + 1)):
            row = (0, *p, 0)
            total += sum(row[i] for i in range(1, n + 1) if row[i] > row[i - 1] and row[i] > row[i + 1])
            count += 1
        return Fraction(total, count)

    return polynomial({n: mean(n) for n in range(2, 9)})


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gauss-Jordan elimination with fractions."""
    rows = [[*r[:], b] for r, b in zip(matrix, right, strict=True)]
    size = len(rows)
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                factor = rows[i][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [r[-1] for r in rows]


def check_m_ant_on_prism() -> Fraction:
    """One linear system over all reachable states (visited set, place), solved set by set from the largest down."""
    n, full = 8, 255
    third = Fraction(1, 3)
    reachable = {(1, 0)}
    todo = [(1, 0)]
    while todo:
        visited, place = todo.pop()
        for step in (1, -1):
            to = (place + step) % n
            state = (visited | 1 << to, to)
            if state not in reachable:
                reachable.add(state)
                todo.append(state)
    value = {s: Fraction(1) for s in reachable if s[0] == full}
    for visited in sorted({v for v, _ in reachable if v != full}, key=lambda v: -v.bit_count()):
        places = sorted(p for v, p in reachable if v == visited)
        matrix = [[Fraction(i == j) for j in range(len(places))] for i in range(len(places))]
        right = [Fraction(0)] * len(places)
        for i, place in enumerate(places):
            for step in (1, -1):
                to = (place + step) % n
                if visited >> to & 1:
                    matrix[i][places.index(to)] -= third
                else:
                    right[i] += third * value[visited | 1 << to, to]
        for place, v in zip(places, solve(matrix, right), strict=True):
            value[visited, place] = v
    return value[1, 0]


def check_m_gold_and_silver() -> Fraction:
    """The optimal value by dynamic programming over all states of the bag."""

    @lru_cache(None)
    def best(gold: int, silver: int) -> Fraction:
        stop = Fraction((9 - gold) ** 2 * silver)
        if gold + silver == 0:
            return stop
        go = Fraction(0)
        if gold:
            go += Fraction(gold, gold + silver) * best(gold - 1, silver)
        if silver:
            go += Fraction(silver, gold + silver) * best(gold, silver - 1)
        return max(stop, go)

    return best(9, 4)
