"""Brute force: every order of every choice of sledges."""

from itertools import permutations

n = int(input())
sledges = [tuple(map(int, input().split())) for _ in range(n)]


def eaten(order):
    total = clock = 0
    for time, fish in order:
        total += clock * fish
        clock += time
    return total


print(min(eaten(order) for order in permutations(sledges, n - 1)))
