"""Brute force: every circumference, every moment of the lift."""

s = input()
n = len(s)


def works(p):
    endless = s[:p] * (n // p + 1)
    return any(s == endless[:i] + endless[: n - i] for i in range(p, n + 1))


print(next(p for p in range(1, n + 1) if works(p)))
