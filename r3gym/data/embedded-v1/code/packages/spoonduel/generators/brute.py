"""Brute force: play every game to its end."""

import sys
from functools import cache

sys.setrecursionlimit(10**5)
a, b, questions = map(int, input().split())
spoons = [list(map(int, input().split())) for _ in range(2)]


@cache
def mover_wins(honey: int, player: int) -> bool:
    return any(spoon <= honey and not mover_wins(honey - spoon, 1 - player) for spoon in spoons[player])


for _ in range(questions):
    print("Mira" if mover_wins(int(input()), 0) else "Tobin")
