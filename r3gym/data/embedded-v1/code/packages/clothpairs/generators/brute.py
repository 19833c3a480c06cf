"""Brute force: every pair of cloths in every position."""

from itertools import combinations

n, p, q = map(int, input().split())
cloths = [tuple(map(int, input().split())) for _ in range(n)]
count = 0
for one, two in combinations(cloths, 2):
    sheets = [(a, b + d) for a, b in (one, one[::-1]) for c, d in (two, two[::-1]) if a == c]
    count += any(x * q == y * p or x * p == y * q for x, y in sheets)
print(count)
