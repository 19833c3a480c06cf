"""Brute force: all orders."""

from itertools import pairwise, permutations

n, k, m = map(int, input().split())
a = list(map(int, input().split()))
quarrels = {frozenset(map(int, input().split())) for _ in range(m)}
best = None
for order in permutations(range(1, n + 1)):
    pairs = list(pairwise(order))
    if any(abs(place - person) > k for place, person in enumerate(order, 1)) or any(
        frozenset(p) in quarrels for p in pairs
    ):
        continue
    cost = sum((a[x - 1] - a[y - 1]) ** 2 for x, y in pairs)
    best = cost if best is None else min(best, cost)
print("impossible" if best is None else best)
