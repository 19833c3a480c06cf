"""Brute force: all settings."""

from itertools import product

n, p, s, t = map(int, input().split())
boxes = [tuple(map(int, input().split())) for _ in range(n)]
count = 0
for setting in product((False, True), repeat=n):
    x = s
    for on, (a, b) in zip(setting, boxes):
        if on:
            x = (a * x + b) % p
    count += x == t
print(count)
