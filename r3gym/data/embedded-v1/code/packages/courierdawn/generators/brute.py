"""Brute force: every host, every order of couriers in every house."""

from itertools import permutations

n = int(input())
lanes: list[dict[int, int]] = [{} for _ in range(n)]
path, seen = [0], 1
for sign in input():
    if sign == "<":
        path.pop()
        continue
    lanes[path[-1]][seen] = lanes[seen][path[-1]] = int(sign)
    path.append(seen)
    seen += 1


def need(house: int, came_from: int) -> int:
    """Minutes until everybody behind this house knows the news that it has."""
    others = [(lane + need(other, house)) for other, lane in lanes[house].items() if other != came_from]
    return min(max((turn + rest for turn, rest in enumerate(order, 1)), default=0) for order in permutations(others))


times = [need(host, -1) for host in range(n)]
print(min(times), times.count(min(times)))
