# Two different urgencies r / (2^t - 1) differ by more than 2^-60, so that their integer parts at that scale are exact keys.
import sys


def main() -> None:
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n = numbers[0]
    urgency = [(r << 60) // ((1 << t) - 1) for r, t in zip(numbers[1::2], numbers[2::2])]
    order = sorted(range(n), key=lambda i: -urgency[i])
    print(*(i + 1 for i in order))


main()
