"""Brute force: tests every stud of the bounding box."""

n = int(input())
corners = [tuple(map(int, input().split())) for _ in range(n)]
sides = list(zip(corners, corners[1:] + corners[:1]))


def on_rope(x, y):
    for (a, b), (c, d) in sides:
        if (c - a) * (y - b) == (d - b) * (x - a) and min(a, c) <= x <= max(a, c) and min(b, d) <= y <= max(b, d):
            return True
    return False


def inside(x, y):
    """Whether a ray to the right crosses the rope an odd number of times."""
    odd = False
    for (a, b), (c, d) in sides:
        if b > d:
            a, b, c, d = c, d, a, b
        if b <= y < d and (c - a) * (y - b) > (x - a) * (d - b):
            odd = not odd
    return odd


count = [0, 0]
for x in range(min(x for x, _ in corners), max(x for x, _ in corners) + 1):
    for y in range(min(y for _, y in corners), max(y for _, y in corners) + 1):
        if not on_rope(x, y) and inside(x, y):
            count[(x + y) % 2] += 1
print(*count)
