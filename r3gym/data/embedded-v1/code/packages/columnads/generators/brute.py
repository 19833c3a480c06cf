"""Brute force: every advertisement is refused or printed in any allowed place."""

n, k, h, g = map(int, input().split())
ads = [tuple(map(int, input().split())) for _ in range(n)]


def best(i: int, column: int, free: int) -> int:
    """Fees of the advertisements from i on, if lines from `free` on are still empty in this column."""
    if i == n:
        return 0
    x, fee = ads[i]
    result = best(i + 1, column, free)
    for c in range(column, k):
        top = free if c == column else 0
        if top > 0:
            top += g
        if top + x <= h:
            result = max(result, fee + best(i + 1, c, top + x))
    return result


print(best(0, 0, 0))
