"""Brute force: for each length and column, all beams that cover it."""

n = int(input())
h = list(map(int, input().split()))
for w in range(1, n + 1):
    beams = [max(h[j : j + w]) for j in range(n - w + 1)]
    print(sum(min(beams[j] for j in range(n - w + 1) if j <= i < j + w) for i in range(n)))
