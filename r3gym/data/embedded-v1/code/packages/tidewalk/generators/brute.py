"""Brute force: the set of cells that the walker can be in, minute by minute."""

r, c, p = map(int, input().split())
tide = list(map(int, input()))
heights = [list(map(int, input())) for _ in range(r)]
here, minute = {(0, 0)}, 0
while (r - 1, c - 1) not in here and minute <= r * c * p:
    minute += 1
    near = {(y + dy, x + dx) for y, x in here for dy, dx in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))}
    here = {(y, x) for y, x in near if 0 <= y < r and 0 <= x < c and heights[y][x] >= tide[minute % p]}
print(minute if (r - 1, c - 1) in here else "stranded")
