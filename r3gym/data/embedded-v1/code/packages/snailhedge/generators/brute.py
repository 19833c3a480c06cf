"""Brute force: look at every cell of every square."""

n, m = map(int, input().split())
field = [list(map(int, input())) for _ in range(n)]
fair = 0
for top in range(n):
    for left in range(m):
        for k in range(1, min(n - top, m - left) + 1):
            hedge = beds = 0
            for i in range(k):
                for j in range(k):
                    if i in (0, k - 1) or j in (0, k - 1):
                        hedge += field[top + i][left + j]
                    else:
                        beds += field[top + i][left + j]
            fair += hedge == beds
print(fair)
