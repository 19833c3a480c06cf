# Pins sorted into classes modulo the gcd; inside a class every pair rings, at a sum of two fixed multiples of idempotents.
from math import gcd


def main() -> None:
    p, q, _, _ = map(int, input().split())
    left = list(map(int, input().split()))
    right = list(map(int, input().split()))
    g = gcd(p, q)
    u, v = p // g, q // g
    period = u * q
    # t = x + (y - x) * e, where e = 0 mod u and e = 1 mod v, and (y - x) is a multiple of g.
    e = u * pow(u, -1, v) if v > 1 else 0
    classes: dict[int, list[int]] = {}
    for x in left:
        classes.setdefault(x % g, []).append(x)
    rings = sorted((x + (y - x) * e) % period for y in right for x in classes.get(y % g, ()))
    if not rings:
        print("silent")
        return
    rings.append(rings[0] + period)
    print(max(map(int.__sub__, rings[1:], rings)))


main()
