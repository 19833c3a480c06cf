"""Brute force: exact expectation over all contents of the jar."""

from fractions import Fraction
from functools import cache


@cache
def given(jar: tuple[int, ...]) -> Fraction:
    """Expected number of sweets given away from this jar."""
    if len(jar) <= 2:
        return Fraction(0)
    result = Fraction(1)
    for i, count in enumerate(jar):
        rest = sorted(x for x in (*jar[:i], count - 1, *jar[i + 1 :]) if x > 0)
        result += Fraction(count, sum(jar)) * given(tuple(rest))
    return result


input()
value = given(tuple(sorted(map(int, input().split()))))
print(value.numerator * pow(value.denominator, -1, 998244353) % 998244353)
