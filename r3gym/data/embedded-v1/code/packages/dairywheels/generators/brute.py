"""Brute force: all displays that exactly k presses can give."""

n, w, k = map(int, input().split())
displays = {tuple(map(int, input()))}
for _ in range(k):
    after = set()
    for wheels in displays:
        for i in range(n):
            after.add(tuple((d + 1) % 10 if i <= j < i + w else d for j, d in enumerate(wheels)))
    displays = after
print("".join(map(str, max(displays))))
