"""Brute force: try all orders."""

from itertools import accumulate, permutations

for _ in range(int(input())):
    n, f, r, d = map(int, input().split())
    for row in permutations(range(1, n + 1)):
        if row[0] == f and len(set(accumulate(row, max))) == r and sum(x > y for x, y in zip(row, row[1:])) == d:
            print(*row)
            break
    else:
        print("impossible")
