"""Brute force: relaxes all moves between all pairs of a town and a gauge until nothing changes."""

n, m, s = map(int, input().split())
rates = [tuple(map(int, input().split())) for _ in range(n)]
lines = [tuple(map(int, input().split())) for _ in range(m)]
top = max([s, *(line[3] for line in lines)])
far = 10**18
when = [[far] * (top + 1) for _ in range(n + 1)]
when[1][s] = 0
changed = True
while changed:
    before = [row[:] for row in when]
    for town in range(1, n + 1):
        widen, narrow = rates[town - 1]
        for old in range(1, top + 1):
            for new in range(1, top + 1):
                minutes = (new - old) * widen if new > old else (old - new) * narrow
                when[town][new] = min(when[town][new], when[town][old] + minutes)
    for u, v, t, g in lines:
        when[u][g], when[v][g] = min(when[u][g], when[v][g] + t), min(when[v][g], when[u][g] + t)
    changed = when != before
best = min(when[n])
print(best if best < far else -1)
