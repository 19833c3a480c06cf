"""Brute force: all orders of the tiles."""

import re
from itertools import permutations

n, a, b = map(int, input().split())
tiles = input()
bad = re.compile(f"[aeiou]{{{a + 1}}}|[^aeiou]{{{b + 1}}}")
words = {"".join(order) for order in permutations(tiles)}
print(min((word for word in words if not bad.search(word)), default="impossible"))
