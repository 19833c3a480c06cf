"""Brute force: every way to give each lane to one of its ends."""

from itertools import product

n = int(input())
squares = [tuple(map(int, input().split())) for _ in range(n)]
lanes = [tuple(map(int, input().split())) for _ in range(n - 1)]
best = None
for choice in product((0, 1), repeat=n - 1):
    load = [0] * n
    for lane, end in zip(lanes, choice):
        load[lane[end] - 1] += 1
    cost = sum(w * -(-l // c) for (w, c), l in zip(squares, load))
    best = cost if best is None else min(best, cost)
print(best)
