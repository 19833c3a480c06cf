"""Brute force: every way to cut the programme into evenings."""

from itertools import combinations, pairwise

n, d, r = map(int, input().split())
a = list(map(int, input().split()))
best = sum(a)
for evenings in range(1, d + 1):
    for cuts in combinations(range(1, n), evenings - 1):
        bounds = [0, *cuts, n]
        best = min(best, max(sum(a[max(0, s - r) : e]) for s, e in pairwise(bounds)))
print(best)
