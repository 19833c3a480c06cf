# Turns the board by 45 degrees, so that the black studs get all the integer coordinates, and counts there.
import sys
from math import gcd


def inside(corners):
    area = border = 0
    for (a, b), (c, d) in zip(corners, corners[1:] + corners[:1]):
        area += (c - a) * (b + d)
        border += gcd(c - a, d - b)
    return (abs(area) - border + 2) // 2


data = list(map(int, sys.stdin.read().split()))
corners = list(zip(data[1::2], data[2::2]))
every = inside(corners)
black = inside([((x + y) // 2, (x - y) // 2) for x, y in corners])
print(black, every - black)
