"""Brute force: draws many copies of the pattern side by side and follows each line of the middle copy on this wall."""

r, c = map(int, input().split())
pattern = [input() for _ in range(r)]
# A curve that is closed visits each of the 2rc lines of the pattern at most once, so it never gets further than this.
reach = 2 * r * c + 2
sides = {"/": {"T": "L", "L": "T", "B": "R", "R": "B"}, "\\": {"T": "R", "R": "T", "B": "L", "L": "B"}}
step = {"T": (-1, 0, "B"), "B": (1, 0, "T"), "L": (0, -1, "R"), "R": (0, 1, "L")}

sorts = set()
longest = 0
for row in range(r):
    for column in range(c):
        for entry in "TB":
            x, y, side = row, column, entry
            lines = []
            while True:
                other = sides[pattern[x % r][y % c]][side]
                lines.append((x, y, frozenset((side, other))))
                dx, dy, side = step[other]
                x, y = x + dx, y + dy
                if (x, y, side) == (row, column, entry):
                    break
                if abs(x - row) > reach or abs(y - column) > reach or len(lines) > 4 * r * c:
                    lines = []
                    break
            if lines:
                longest = max(longest, len(lines))
                # The same sort gives the same lines up to a shift: move the topmost, leftmost tile into the first copy.
                top = min((x, y) for x, y, _ in lines)
                dx, dy = top[0] // r * r, top[1] // c * c
                sorts.add(frozenset((x - dx, y - dy, line) for x, y, line in lines))
print(len(sorts), longest)
