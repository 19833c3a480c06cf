"""Brute force: plays the whole game with all goats, no theory of sums."""

from functools import lru_cache

top, d, k, g = map(int, input().split())
wells = list(map(int, input().split()))
goats = list(map(int, input().split()))


def targets(p):
    ways = {p - 1, p - d} | {max((w for w in wells if w < p), default=-1)}
    return {q for q in ways if q >= 0}


@lru_cache(maxsize=None)
def wins(state):
    """Whether whoever is to move wins; the state is sorted."""
    for i, p in enumerate(state):
        for q in targets(p):
            if not wins(tuple(sorted(state[:i] + (q,) + state[i + 1 :]))):
                return True
    return False


print(sum(not wins(tuple(sorted(goats[:i] + [q] + goats[i + 1 :]))) for i in range(g) for q in targets(goats[i])))
