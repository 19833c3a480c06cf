"""Brute force: let the coral grow, then count the choices of polyps."""

k, n = map(int, input().split())
rows = {letter: input() for letter in "abc"[:k]}
coral = input()
pattern = input()
for _ in range(n):
    coral = "".join(rows[polyp] for polyp in coral)
ways = [1] + [0] * len(pattern)
for polyp in coral:
    for i in reversed(range(len(pattern))):
        if pattern[i] == polyp:
            ways[i + 1] += ways[i]
print(ways[-1] % (10**9 + 7))
