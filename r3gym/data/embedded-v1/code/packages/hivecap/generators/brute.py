"""Brute force: all choices of evenings, honey brought in day by day."""

n, room = map(int, input().split())
days = [tuple(map(int, input().split())) for _ in range(n)]


def best(day: int, honey: int) -> int:
    """The largest profit from this day (counted from 0) on, with the honey in the hive in its morning."""
    if day == n:
        return 0
    brought, price, cost = days[day]
    honey = min(room, honey + brought)
    return max(best(day + 1, honey), honey * price - cost + best(day + 1, 0))


print(best(0, 0))
