"""Brute force: spread every scent pipe by pipe."""

n = int(input())
parents = [0, 0] + (list(map(int, input().split())) if n > 1 else [])
strengths = [0, *map(int, input().split())]
noticed = [0] * (n + 1)
for house in range(1, n + 1):
    here = {house}
    for pipes in range(strengths[house] + 1):
        for other in here:
            noticed[other] += 1
        here = {i for i in range(2, n + 1) if parents[i] in here}
print(*noticed[1:])
