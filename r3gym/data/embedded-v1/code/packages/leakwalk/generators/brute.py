"""Brute force: all ways to go on testing, at any valve that has not been tested yet, useful or not."""

n = int(input())
points = list(map(int, input().split()))
tests = list(map(int, input().split()))
repairs = list(map(int, input().split()))


def worst(possible: tuple[int, ...], place: int, untested: tuple[int, ...]) -> int:
    """The least time for the worst of the possible sections (numbered from 0), standing at the point."""
    if len(possible) == 1:
        (section,) = possible
        return min(abs(place - points[section]), abs(place - points[section + 1])) + repairs[section]
    best = 10**18
    for valve in untested:
        rest = tuple(v for v in untested if v != valve)
        near, far = tuple(s for s in possible if s < valve), tuple(s for s in possible if s >= valve)
        after = max(worst(part, points[valve], rest) for part in (near, far) if part)
        best = min(best, abs(place - points[valve]) + tests[valve - 1] + after)
    return best


print(worst(tuple(range(n)), points[0], tuple(range(1, n))))
