"""Brute force: lower the number of moves of all levels along all moves until nothing changes."""

from itertools import product

k, m, q = map(int, input().split())
start = tuple(map(int, input().split()))
moves = dict.fromkeys(product(range(m + 1), repeat=k), 10**9)
moves[start] = 0
changed = True
while changed:
    changed = False
    for state, count in list(moves.items()):
        results = []
        if state[0] < m:
            results.append((state[0] + 1, *state[1:]))
        if state[-1] > 0:
            results.append((*state[:-1], state[-1] - 1))
        for i in range(k - 1):
            low, odd = divmod(state[i] + state[i + 1], 2)
            results.append((*state[:i], low + odd, low, *state[i + 2 :]))
        for result in results:
            if count + 1 < moves[result]:
                moves[result] = count + 1
                changed = True
for _ in range(q):
    count = moves[tuple(map(int, input().split()))]
    print(count if count < 10**9 else -1)
