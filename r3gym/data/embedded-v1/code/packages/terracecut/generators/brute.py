"""Brute force: try all choices of levels."""

from itertools import product

n, m, k = map(int, input().split())
costs = [list(map(int, input().split())) for _ in range(n)]
stairs = [tuple(map(int, input().split())) for _ in range(m)]
print(
    min(
        sum(costs[i][h] for i, h in enumerate(levels)) + sum(w * (levels[i - 1] - levels[j - 1]) ** 2 for i, j, w in stairs)
        for levels in product(range(k + 1), repeat=n)
    )
)
