"""Brute force: every choice of k sheep."""

from fractions import Fraction
from itertools import combinations

n, k = map(int, input().split())
sheep = [tuple(map(int, input().split())) for _ in range(n)]
best = 0
for chosen in combinations(range(n), k):
    square = Fraction(0)
    for axis in (0, 1):
        elder = Fraction(sum(sheep[i][axis] for i in chosen), k)
        younger = Fraction(sum(sheep[i][axis] for i in range(n) if i not in chosen), n - k)
        square += (elder - younger) ** 2
    best = max(best, square)
print(best * (k * (n - k)) ** 2)
