"""Second computations for the number theory problems: direct search over the stated range."""

from __future__ import annotations

from itertools import product
from math import isqrt, lcm, prod


def check_m_steps_of_three() -> int:
    text = str(prod(range(1, 1001, 3)))
    return len(text) - len(text.rstrip("0"))


def check_m_tall_middle() -> int:
    return sum(n for n in range(100, 1000) if str(n)[1] > str(n)[0] and str(n)[1] > str(n)[2])


def check_m_neither_divides() -> int:
    numbers = range(1, 361)
    return sum(lcm(a, b) == 360 and a % b != 0 and b % a != 0 for a in numbers for b in numbers)


def check_m_whole_roots() -> set[int]:
    """All k up to 10^5 in size; beyond that the discriminant lies strictly between two squares of its parity."""
    found = set()
    for k in range(-(10**5), 10**5 + 1):
        inner = k * k - 4 * (2 * k + 11)  # = (k - 4)^2 - 60
        if inner >= 0 and isqrt(inner) ** 2 == inner and (isqrt(inner) - k) % 2 == 0:
            found.add(k)
    return found


def check_m_eighth_of_a_square() -> set[int]:
    """All primes below 200000, by a table of least prime factors; the two derivations settle the rest."""
    bound = 200_000
    least = list(range(bound + 2))
    for p in range(2, isqrt(bound + 1) + 1):
        if least[p] == p:
            for q in range(p * p, bound + 2, p):
                if least[q] == q:
                    least[q] = p

    def prime_factors(k: int) -> int:
        count = 0
        while k > 1:
            k, count = k // least[k], count + 1
        return count

    odd_primes = (p for p in range(3, bound) if least[p] == p)
    # (p - 1)(p + 1) is the number times 8, which takes away three of the prime factors
    return {p for p in odd_primes if prime_factors(p - 1) + prime_factors(p + 1) - 3 == 2}


def check_m_power_meets_cube() -> set[int]:
    return {n for n in range(1, 56) if (3**n - n**3) % 11 == 0}


def check_m_sum_meets_product() -> int:
    return sum((x * y * z - x - y - z) % 29 == 0 for x, y, z in product(range(29), repeat=3))


def check_m_thrice_choose() -> int:
    """The exponent of 3 in m! for every m below 3^9, factor by factor."""
    top = 3**9
    exponent = [0] * (top + 1)
    for m in range(1, top + 1):
        k, count = m, 0
        while k % 3 == 0:
            k, count = k // 3, count + 1
        exponent[m] = exponent[m - 1] + count
    return sum(exponent[3 * n] - exponent[n] - exponent[2 * n] == 3 for n in range(1, 3**8))
