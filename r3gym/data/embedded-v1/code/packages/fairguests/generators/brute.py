"""Brute force: the nights as sets."""

n, q = map(int, input().split())
stays = []
for _ in range(n):
    a, b = map(int, input().split())
    stays.append(set(range(a, b)))
for _ in range(q):
    opened, closed, d = map(int, input().split())
    fair = set(range(opened, closed))
    print(sum(len(stay & fair) >= d for stay in stays))
