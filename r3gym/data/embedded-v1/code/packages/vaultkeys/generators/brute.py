"""Brute force: minute by minute."""

n, k, d = map(int, input().split())
stays = [tuple(map(int, input().split())) for _ in range(n)]
minutes = times = work = 0
for minute in range(max(e for _, e, _ in stays) + 1):
    if len({c for s, e, c in stays if s <= minute < e}) < k:
        work = 0
        continue
    work += 1  # minutes with enough families, this one included
    minutes += work > d
    times += work == d + 1
print(minutes, times)
