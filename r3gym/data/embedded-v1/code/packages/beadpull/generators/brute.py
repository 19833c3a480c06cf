"""Brute force: try all orders of the colours and really take the beads off."""

from itertools import groupby, permutations

n, k = map(int, input().split())
thread = input()


def pulls(order: tuple[str, ...]) -> int:
    left, count = thread, 0
    for colour in order:
        count += sum(bead == colour for bead, _ in groupby(left))
        left = left.replace(colour, "")
    return count


print(min(pulls(order) for order in permutations(sorted(set(thread)))))
