"""Builds the last minute that is not enough bit by bit, with Python's unbounded integers."""

import sys


def main() -> None:
    data = list(map(int, sys.stdin.read().split()))
    order = data[1]
    kilns = [
        (data[i], data[i + 1], data[i + 2], data[i + 3], data[i + 1] * data[i + 3] + data[i + 4])
        for i in range(2, len(data), 5)
    ]

    def bowls(t: int) -> int:
        total = 0
        for warm, batch, size, row, cycle in kilns:
            if t > warm:
                rounds, rest = divmod(t - warm, cycle)
                total += (rounds * row + min(row, rest // batch)) * size
        return total

    t = 0
    for bit in reversed(range(60)):
        if bowls(t + (1 << bit)) < order:
            t += 1 << bit
    print(t + 1)


main()
