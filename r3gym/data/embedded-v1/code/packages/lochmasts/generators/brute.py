"""Brute force: Kruskal's algorithm on all pairs of masts."""

from itertools import combinations

n, length = map(int, input().split())
masts = [tuple(map(int, input().split())) for _ in range(n)]
cables = []
for i, j in combinations(range(n), 2):
    way = abs(masts[i][0] - masts[j][0])
    cables.append((min(way, length - way) + max(masts[i][1], masts[j][1]), i, j))
group = list(range(n))
total = 0
for cost, i, j in sorted(cables):
    if group[i] != group[j]:
        total += cost
        old = group[j]
        group = [group[i] if g == old else g for g in group]
print(total)
