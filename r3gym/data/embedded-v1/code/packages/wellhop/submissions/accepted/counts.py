# Counts, for every terrace and every Grundy value, the targets of that value once, then looks each goat up.
import sys
from collections import Counter


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    top, d, k, _ = data[:4]
    wells, goats = set(data[4 : 4 + k]), Counter(data[4 + k :])
    value = [0]
    below = -1
    nearest = [-1]
    for p in range(1, top + 1):
        if p - 1 in wells:
            below = p - 1
        nearest.append(below)
        a = value[p - 1]
        b = value[p - d] if p >= d else -1
        c = value[below] if below >= 0 else -1
        x = 0
        while x == a or x == b or x == c:
            x += 1
        value.append(x)
    total = 0
    for p, herd in goats.items():
        if herd % 2:
            total ^= value[p]
    moves = 0
    for p, herd in goats.items():
        want = total ^ value[p]
        moves += herd * sum(q >= 0 and value[q] == want for q in {p - 1, p - d, nearest[p]})
    print(moves)


main()
