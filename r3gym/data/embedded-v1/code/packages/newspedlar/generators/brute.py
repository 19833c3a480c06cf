"""Brute force: the first best among all orders, with exact fractions."""

from fractions import Fraction
from itertools import permutations

n = int(input())
merchants = [tuple(map(int, input().split())) for _ in range(n)]
best, answer = Fraction(-1), ()
for order in permutations(range(n)):
    hours, earned = 0, Fraction(0)
    for i in order:
        hours += merchants[i][1]
        earned += Fraction(merchants[i][0], 2**hours)
    if earned > best:
        best, answer = earned, order
print(*(i + 1 for i in answer))
