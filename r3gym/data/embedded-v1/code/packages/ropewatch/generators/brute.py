"""Brute force: all numbers of watchers up to the largest need."""

from itertools import product

n, m = map(int, input().split())
wages = list(map(int, input().split()))
bridges = [tuple(map(int, input().split())) for _ in range(m)]
top = 2 * max((h for _, _, h in bridges), default=0)
best = None
for watchers in product(range(top + 1), repeat=n):
    if all(watchers[u - 1] + watchers[v - 1] >= 2 * h for u, v, h in bridges):
        cost = sum(x * c for x, c in zip(watchers, wages, strict=True))
        best = cost if best is None else min(best, cost)
print(best)
