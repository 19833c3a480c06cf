"""Brute force: look at every stretch."""

n, m, p, q, last = map(int, input().split())
herons = list(map(int, input().split()))
foxes = list(map(int, input().split()))
best = 0
for s in range(1, last + 1):
    for e in range(s, last + 1):
        if sum(s <= t <= e for t in herons) >= p and sum(s <= t <= e for t in foxes) <= q:
            best = max(best, e - s + 1)
print(best)
