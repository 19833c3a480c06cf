"""Brute force: the most money for every set of reservations, call by call."""

from itertools import combinations

n, k = map(int, input().split())
requests = [tuple(map(int, input().split())) for _ in range(n)]
money = {frozenset[int](): 0}
for i, (r, _) in enumerate(requests):
    after: dict[frozenset[int], int] = {}
    for reserved, crowns in money.items():
        for size in range(len(reserved) + 1):
            for cancelled in combinations(reserved, size):
                left = reserved.difference(cancelled)
                rest = crowns - sum(requests[j][1] for j in cancelled)
                after[left] = max(after.get(left, rest), rest)
                if len(left) < k:
                    after[left | {i}] = max(after.get(left | {i}, rest + r), rest + r)
    money = after
print(max(money.values()))
