"""Brute force: list all paintings, keep one of each class under rotation."""

from itertools import product

n, colours = map(int, input().split())
columns = [pair for pair in product(range(colours), repeat=2) if pair[0] != pair[1]]


def fits(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] != b[0] and a[1] != b[1]


paintings = [[column] for column in columns]
for _ in range(n - 1):
    paintings = [painting + [column] for painting in paintings for column in columns if fits(painting[-1], column)]
found = {
    min(tuple(painting[i:] + painting[:i]) for i in range(n)) for painting in paintings if fits(painting[-1], painting[0])
}
print(len(found) % (10**9 + 7))
