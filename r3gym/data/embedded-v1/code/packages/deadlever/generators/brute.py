"""Brute force: counts the pulls of every lever in every span."""

n, b = map(int, input().split())
fines = list(map(int, input().split()))
sets = list(map(int, input().split()))
total = 0
for left in range(n):
    for right in range(left, n):
        for lever in range(b):
            pulls = sum(sets[minute] >> lever & 1 for minute in range(left, right + 1))
            if pulls > 0 and pulls % 2 == 0:
                total += fines[lever]
print(total)
