"""Second computations for the counting problems: enumeration, matching, variable elimination."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import gcd

from tools import closed_form, polynomial


def check_m_lantern_row() -> str:
    def good(row: tuple[str, ...]) -> bool:
        return all(
            c == "r" or (c == "g" and "r" in row[:i]) or (c == "b" and "r" in row[i + 1 :]) for i, c in enumerate(row)
        )

    return closed_form([sum(map(good, product("rgb", repeat=n))) for n in range(1, 10)], 1)


def check_m_three_subsets() -> int:
    full = 31
    return sum(1 for a, b, c in product(range(32), repeat=3) if a and a & ~b == 0 and a & c == 0 and b | c == full)


def check_m_balanced_rectangles() -> str:
    def count(n: int) -> int:
        size, total = 2 * n, 0
        for top, left in product(range(size), repeat=2):
            for bottom, right in product(range(top, size), range(left, size)):
                cells = ((r + c) % 2 for r in range(top, bottom + 1) for c in range(left, right + 1))
                black = white = 0
                for colour in cells:
                    black, white = black + colour, white + 1 - colour
                total += black == white
        return total

    def quick(n: int) -> int:  # the same by two-dimensional prefix sums of +1 and -1
        size, total = 2 * n, 0
        sums = [[0] * (size + 1) for _ in range(size + 1)]
        for r, c in product(range(size), repeat=2):
            sums[r + 1][c + 1] = sums[r][c + 1] + sums[r + 1][c] - sums[r][c] + (-1) ** (r + c)
        for t, b in combinations(range(size + 1), 2):
            strip = [sums[b][c] - sums[t][c] for c in range(size + 1)]
            total += sum(x == y for x, y in combinations(strip, 2))
        return total

    assert [count(n) for n in (1, 2, 3)] == [quick(n) for n in (1, 2, 3)]
    return polynomial({n: quick(n) for n in range(1, 10)})


def check_m_couples_at_table() -> int:
    def place(couple: int, free: frozenset[int]) -> int:
        if couple == 5:
            return 1
        ways = 0
        for one, other in permutations(sorted(free), 2):
            if min((one - other) % 10, (other - one) % 10) <= 2:
                ways += place(couple + 1, free - {one, other})
        return ways

    return place(0, frozenset(range(10)))


def check_m_coprime_cube() -> int:
    edges = [(a, b) for a, b in combinations(range(8), 2) if (a ^ b).bit_count() == 1]
    return sum(all(gcd(p[a], p[b]) == 1 for a, b in edges) for p in permutations(range(1, 9)))


def check_m_even_meets_odd() -> str:
    def count(n: int) -> int:
        masks = range(2**n)
        return sum((a & b).bit_count() % 2 == 0 and (a | b).bit_count() % 2 == 1 for a in masks for b in masks)

    return closed_form([count(n) for n in range(1, 10)], 1)


def check_m_no_shared_street() -> int:
    walks = []
    for ups in combinations(range(10), 5):
        x = y = 0
        used = []
        for step in range(10):
            up = step in ups
            used.append((x, y, up))
            x, y = x + (not up), y + up
        walks.append(frozenset(used))
    return sum(a.isdisjoint(b) for a in walks for b in walks)


def prism(n: int) -> list[tuple[int, int, int]]:
    """The edges at each of the 2n vertices; bottom edges are 0..n-1, top edges n..2n-1, joining edges 2n..3n-1."""
    return [(layer * n + i, layer * n + (i + 1) % n, 2 * n + i) for i in range(n) for layer in (0, 1)]


def count_prism_all(n: int) -> int:
    """Every one of the 2^(3n) colourings, as bit masks."""
    masks = [sum(1 << e for e in v) for v in prism(n)]
    return sum(all(0 < c & m < m for m in masks) for c in range(1 << 3 * n))


def count_prism_by_elimination(n: int) -> int:
    """Vertex by vertex, keeping only the colours of the edges that occur again (nothing about prisms is used)."""
    vertices = prism(n)
    states: dict[frozenset[tuple[int, int]], int] = {frozenset(): 1}
    for k, v in enumerate(vertices):
        later = {e for w in vertices[k + 1 :] for e in w}
        following: dict[frozenset[tuple[int, int]], int] = {}
        for state, ways in states.items():
            known = dict(state)
            fresh = [e for e in v if e not in known]
            for colours in product((0, 1), repeat=len(fresh)):
                now = known | dict(zip(fresh, colours, strict=True))
                if len({now[e] for e in v}) == 2:
                    rest = frozenset((e, c) for e, c in now.items() if e in later)
                    following[rest] = following.get(rest, 0) + ways
        states = following
    return sum(states.values())


def check_m_two_coloured_prism() -> str:
    assert [count_prism_all(n) for n in (3, 4, 5)] == [count_prism_by_elimination(n) for n in (3, 4, 5)]
    return closed_form([count_prism_by_elimination(n) for n in range(3, 13)], 3)


def check_m_no_double_no_fivefold() -> int:
    """300 minus a maximum matching: the graph is bipartite by the number of factors 2 and 5 (Koenig)."""

    def parity(k: int) -> int:
        count = 0
        for p in (2, 5):
            while k % p == 0:
                k, count = k // p, count + 1
        return count % 2

    partner: dict[int, int] = {}

    def augment(u: int, seen: set[int]) -> bool:
        near = [2 * u, 5 * u] + [u // p for p in (2, 5) if u % p == 0]
        for v in near:
            if v <= 300 and v not in seen:
                seen.add(v)
                if v not in partner or augment(partner[v], seen):
                    partner[v] = u
                    return True
        return False

    return 300 - sum(augment(u, set()) for u in range(1, 301) if parity(u) == 0)
