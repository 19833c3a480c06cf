"""Brute force: all distributions of colours."""

from itertools import product

n, c, k = map(int, input().split())
ways = 0
for colours in product(range(c), repeat=n):
    changes = sum(colours[i] != colours[i - 1] for i in range(n))
    ways += changes == k and len(set(colours)) == c
print(ways % 998244353)
