"""Brute force: try every order around the table."""

from itertools import permutations

n = int(input())
names = list(map(int, input().split()))
for rest in permutations(names[1:]):
    order = (names[0], *rest)
    if all((order[i - 1] + order[i]) % 3 for i in range(n)):
        print(*order)
        break
else:
    print("impossible")
