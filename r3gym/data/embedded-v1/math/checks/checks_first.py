"""The first twelve problems, each answered by search, exact simulation or linear algebra."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product


def check_m_lattice_walk() -> int:
    """All 1024 walks."""
    walks = ("".join(walk) for walk in product("RU", repeat=10))
    return sum(walk.count("R") == 5 and "RRR" not in walk and "UUU" not in walk for walk in walks)


def check_m_harmonic_pairs() -> str:
    """All pairs with a below 15 (three terms of at most 1/a each) and b below 1000."""
    pairs = [
        (a, b)
        for a in range(1, 16)
        for b in range(a + 1, 1000)
        if Fraction(1, a) + Fraction(1, b) + Fraction(1, a * b) == Fraction(1, 5)
    ]
    return r"\{" + ",".join(f"({a},{b})" for a, b in pairs) + r"\}"


def check_m_broken_line_bound() -> str:
    """Every multiple of 1/16 between -10 and 10, tried on a fine grid and far out."""
    places = [Fraction(i, 8) for i in range(-800, 801)] + [Fraction(-(10**9)), Fraction(10**9)]

    def holds(c: Fraction) -> bool:
        return all(abs(x - 1) + abs(x - 4) >= c * x - 2 for x in places)

    good = [c for c in (Fraction(i, 16) for i in range(-160, 161)) if holds(c)]
    return f"[{min(good)},{max(good)}]"


def check_m_kept_die() -> Fraction:
    """All 216 rolls."""
    rolls = list(product(range(1, 7), repeat=3))
    return Fraction(sum(max(a, b) > c + 1 for a, b, c in rolls), len(rolls))


def check_m_growing_steps() -> str:
    """Fit (p n + q) 3^n + r to three terms, then compare forty."""
    terms = [Fraction(3)]
    for n in range(1, 40):
        terms.append(terms[-1] + (2 * n + 1) * 3**n)
    a, b, c = terms[:3]
    # (p+q)3+r = a, (2p+q)9+r = b, (3p+q)27+r = c
    p = Fraction(c - 4 * b + 3 * a, 18)
    q = (b - a - 15 * p) / 6
    r = a - 3 * (p + q)
    assert all((p * n + q) * 3**n + r == term for n, term in enumerate(terms, 1))
    return rf"({p}\cdot n+({q}))\cdot 3^n+({r})"


def check_m_almost_additive() -> str:
    """The coefficients of a polynomial of degree at most 6, from the equation at many points."""
    import sympy

    x = sympy.Symbol("x")
    coefficients = sympy.symbols("c0:7")
    f = sum(c * x**i for i, c in enumerate(coefficients))

    def at(value: int) -> sympy.Expr:
        return f.subs(x, value)

    equations = [at(1) - 4] + [
        at(a + b) - at(a) - at(b) - 3 * a * b * (a + b) + 2 * a * b for a in range(-4, 5) for b in range(-4, 5)
    ]
    (solution,) = sympy.linsolve(equations, coefficients)
    return str(sympy.expand(sum(c * x**i for i, c in enumerate(solution)))).replace("**", "^").replace("*", "")


def check_m_residue_sum() -> int:
    """All residues."""
    return sum(n for n in range(1, 226) if (n * n + n + 3) % 225 == 0)


def check_m_weighted_product() -> str:
    """The best point of the grid of step 1/20 (the function is strictly log-concave, so the grid shows its peak)."""
    points = ((x, y, 240 - x - y) for x in range(1, 240) for y in range(1, 240 - x))
    x, y, two_z = max(points, key=lambda p: p[0] * p[1] ** 2 * p[2] ** 3)
    return f"({Fraction(x, 20)},{Fraction(y, 20)},{Fraction(two_z, 40)})"


def check_m_touching_the_top() -> str:
    """The centre is where the distances to A, to E and to the line CD agree."""
    import sympy

    h, k = sympy.symbols("h k", real=True)
    to_a, to_e, to_line = h**2 + k**2, (h - 4) ** 2 + (k - 1) ** 2, (4 - k) ** 2
    found = sympy.solve([sympy.Eq(to_a, to_line), sympy.Eq(to_e, to_line)], [h, k])
    ((_, height),) = [(a, b) for a, b in found if 0 < a.evalf() < 4 and 0 < b.evalf() < 4]
    return str(sympy.latex(sympy.radsimp(4 - height)))


def check_m_forbidden_gaps() -> int:
    """All 4096 subsets as bit patterns."""
    return sum(not (s & s >> 2 or s & s >> 3) for s in range(1 << 12))


def check_m_hexagon_tour() -> Fraction:
    """The chance that the tour is not over after t jumps, summed: a Markov chain over (visited, vertex), solved exactly."""
    states = [(s, p) for s in range(64) for p in range(6) if s >> p & 1 and s != 63]
    index = {state: i for i, state in enumerate(states)}
    rows = [[Fraction(0)] * (len(states) + 1) for _ in states]
    for (s, p), i in index.items():
        rows[i][i] += 1
        rows[i][-1] = Fraction(1)
        for step in (1, 2):
            at = (p + step) % 6
            if (s | 1 << at) != 63:
                rows[i][index[s | 1 << at, at]] -= Fraction(1, 2)
    for i in range(len(states)):  # Gauss-Jordan
        pivot = next(j for j in range(i, len(states)) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [value / scale for value in rows[i]]
        for j in range(len(states)):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b if b else a for a, b in zip(rows[j], rows[i], strict=True)]
    return rows[index[1, 0]][-1]


def check_m_restless_seats() -> int:
    """All 362880 seatings."""
    return sum(all(1 <= abs(seat - old) <= 3 for old, seat in enumerate(order)) for order in permutations(range(9)))
