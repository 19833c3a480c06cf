"""Brute force: add the digits of every number."""

low, high, ahead = (int(input()) for _ in range(3))


def digits(x: int) -> int:
    return sum(map(int, str(x)))


print(sum(digits(x) == digits(x + ahead) for x in range(low, high + 1)) % (10**9 + 7))
