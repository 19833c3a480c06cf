# For every fox that is just missed, binary searches give the end of the stretch and the herons in it.
import sys
from bisect import bisect_left


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m, p, q, last = data[:5]
    herons, foxes = data[5 : 5 + n], data[5 + n :]
    best = 0
    for start in {1, *(t + 1 for t in foxes)}:
        over = bisect_left(foxes, start) + q
        end = foxes[over] - 1 if over < m else last
        if end >= start and bisect_left(herons, end + 1) - bisect_left(herons, start) >= p:
            best = max(best, end - start + 1)
    print(best)


main()
