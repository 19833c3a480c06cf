"""The tests of `swarmbeam`; the seed is fixed, so they are always the same.

Swarms that meet in a point, cross in lines, fly in formation, or turn their enclosing circle on three drones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510005)


Drone = tuple[int, int, int, int]


def show(end: int, drones: list[Drone]) -> str:
    """One input file."""
    return f"{len(drones)} {end}\n" + "".join(" ".join(map(str, drone)) + "\n" for drone in drones)


def loose(n: int, place: int, speed: int) -> list[Drone]:
    """Independent drones."""
    pick = RNG.randint
    return [
        (pick(-place, place), pick(-place, place), pick(-speed, speed), pick(-speed, speed)) for _ in range(n)
    ]


def meeting(n: int, when: int, blur: int) -> list[Drone]:
    """All drones are near (17, -4) at time `when`."""
    drones: list[Drone] = []
    for _ in range(n):
        u, v = RNG.randint(-99, 99), RNG.randint(-99, 99)
        drones.append(
            (17 - u * when + RNG.randint(-blur, blur), -4 - v * when + RNG.randint(-blur, blur), u, v)
        )
    return drones


def inward(n: int, radius: int, speed: int) -> list[Drone]:
    """Drones from everywhere around a circle, all flying roughly to its centre."""
    drones: list[Drone] = []
    while len(drones) < n:
        x, y = RNG.randint(-radius, radius), RNG.randint(-radius, radius)
        if 0.98 * radius**2 <= x * x + y * y <= radius**2:
            drones.append((x, y, round(-x * speed / radius), round(-y * speed / radius)))
    return drones


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(10, [(0, 0, 1, 0), (5, 2, -1, 0)])
    yield "sample/2", show(1, [(0, 0, 0, 0), (8, 0, -2, 0), (0, 6, 0, 0), (1, 1, 0, 0)])
    yield "sample/3", show(3, [(0, 0, 2, 1), (-3, 4, 5, -6), (7, 7, -1, -1), (4, -6, 0, 3), (1, 9, 2, -2)])
    yield "secret/01-one-drone", show(1000, [(10000, -10000, 100, -100)])
    yield "secret/02-same-place", show(0, [(5, 5, 1, 2)] * 3)
    yield "secret/03-no-time", show(0, loose(50, 10000, 100))
    yield "secret/04-formation", show(1000, [(x, y, 37, -51) for x, y, _, _ in loose(40, 10000, 0)])
    yield "secret/05-meet-in-a-point", show(1000, meeting(100, 97, 0))
    yield "secret/06-meet-after-the-end", show(90, meeting(60, 98, 3))
    yield "secret/07-almost-meet", show(1000, meeting(300, 60, 40))
    yield "secret/08-drifting-apart", show(1000, [(x, y, x // 3, y // 3) for x, y, _, _ in loose(60, 300, 0)])
    yield "secret/09-on-one-line", show(500, [(x, 2 * x, u, 2 * u) for x, _, u, _ in loose(80, 5000, 50)])
    yield "secret/10-triangle", show(200, [(0, 0, 0, 0), (10, 0, -1, 3), (5, 9, 0, -2)])
    yield "secret/11-half-time", show(3, [(0, 0, 1, 0), (1, 0, 0, 0), (0, 1, 1, -2), (1, 1, 0, -2)])
    yield "secret/12-small", show(20, loose(7, 30, 5))
    yield "secret/13-small", show(20, loose(12, 40, 4))
    yield "secret/14-inward", show(1000, inward(300, 9990, 77))
    yield "secret/15-inward-slow", show(100, inward(300, 9999, 13))
    yield "secret/16-random", show(1000, loose(300, 10000, 100))
    yield "secret/17-random-slow", show(1000, loose(300, 10000, 7))
    yield "secret/18-still", show(1000, [(x, y, 0, 0) for x, y, _, _ in inward(300, 7321, 0)])
    yield (
        "secret/19-two-camps",
        show(
            1000,
            [(x - 9000, y, 30 + u, v) for x, y, u, v in loose(150, 900, 3)]
            + [(x + 9000, y + 50, u - 30, v) for x, y, u, v in loose(150, 900, 3)],
        ),
    )


def small(rng: random.Random) -> str:
    """A random small input."""
    RNG.seed(rng.randint(0, 10**9))
    end = rng.choice([0, 1, 5, 100])
    swarm = loose(rng.randint(1, 5), rng.choice([2, 10, 1000]), rng.choice([1, 5, 100]))
    return show(end, swarm if rng.random() < 0.7 else meeting(rng.randint(1, 5), 3, rng.randint(0, 2)))
