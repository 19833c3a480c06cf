"""Brute force: writes down every train."""

from collections import Counter

n, q = map(int, input().split())
trains: list[list[int]] = [[]]
for _ in range(n):
    kind, p, x = map(int, input().split())
    train = trains[p]
    trains.append({1: [x, *train], 2: [*train, x], 3: train[x:], 4: train[: len(train) - x]}[kind])
for _ in range(q):
    v, k = map(int, input().split())
    print(list(Counter(trains[v]).values()).count(k))
