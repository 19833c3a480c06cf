"""Brute force: every choice of towed reaches that the horse can bear."""

from itertools import groupby, product

n, k = map(int, input().split())
horse = list(map(int, input().split()))
crew = list(map(int, input().split()))
best = None
for towed in product((False, True), repeat=n):
    runs = [(tow, len(list(group))) for tow, group in groupby(towed)]
    fine = all(length <= k for tow, length in runs if tow)
    for at in range(len(runs) - 2):  # a rest between two runs of towing
        if runs[at][0] and runs[at + 1][1] < runs[at][1]:
            fine = False
    if fine:
        time = sum(h if tow else w for tow, h, w in zip(towed, horse, crew))
        best = time if best is None else min(best, time)
print(best)
