"""Brute force: stamp every card on every day."""

n, m, c = map(int, input().split())
beans = [0] * (n + 1)
for _ in range(m):
    first, last = map(int, input().split())
    field = 0
    for day in range(first, last + 1):
        field = 1 if field == c else field + 1
        beans[day] += field
best = max(beans[1:])
print(best, beans.index(best, 1))
