"""The tests of `quaylane`; the seed is fixed, so they are always the same.

Ferries that fit exactly, that take nothing, that take many convoys at once; convoys cut from both ends; huge convoys.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610005)


def show(events: list[str]) -> str:
    """One input file."""
    return "".join(f"{line}\n" for line in [len(events), *events])


def mixed(rng: random.Random, q: int, cars: int, longest: int, lane: int, weights: str) -> list[str]:
    """Random events, their kinds drawn from the letters of `weights`; the last one is a ferry."""
    events = []
    for _ in range(q - 1):
        kind = rng.choice(weights)
        k = rng.randint(1, cars)
        events.append(
            f"J {k} {rng.randint(1, longest)}"
            if kind == "J"
            else f"L {k}"
            if kind == "L"
            else f"F {rng.randint(1, lane)}"
        )
    return [*events, f"F {lane}"]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(["J 5 300", "J 3 200", "J 1 50", "F 1000", "L 2", "F 850", "F 850"])
    yield "sample/2", show(["F 7", "J 2 10", "L 9", "F 100", "J 1 101", "F 100", "J 4 25", "F 101", "F 99"])
    yield "secret/01-nothing-waits", show(["F 1"])
    yield "secret/02-exact-fit", show(["J 10 400", "F 2000", "F 1999", "F 400", "F 1"])
    yield "secret/03-blocked", show(["J 1 2000", "J 1000 1", "F 1999", "F 2000", "F 1500"])
    yield "secret/04-leave-exactly-all", show(["J 3 5", "J 4 6", "L 7", "F 100", "J 3 5", "J 4 6", "L 8", "F 100"])
    yield (
        "secret/05-leave-one-convoy",
        show(["J 3 5", "J 4 6", "L 4", "F 100", "J 3 5", "J 4 6", "L 5", "F 9", "F 100"]),
    )
    yield "secret/06-both-ends-of-one-convoy", show(["J 100 7", "F 70", "L 80", "F 65", "L 1", "F 1000"])
    yield "secret/07-small", show(mixed(RNG, 40, 5, 4, 20, "JJLF"))
    yield "secret/08-small", show(mixed(RNG, 200, 9, 10, 60, "JJJLFF"))
    yield (
        "secret/09-huge-convoys",
        show(["J 1000000000 2000"] * 50 + ["L 999999999", "F 1000000000000000", "F 999999999999999"]),
    )
    yield "secret/10-huge-mixed", show(mixed(RNG, 500, 10**9, 2000, 10**13, "JJJLF"))
    yield (
        "secret/11-one-ferry-takes-all",
        show([f"J 1000000 {1 + i % 2000}" for i in range(900)] + ["F 1000000000000000"]),
    )
    yield (
        "secret/12-alternating",
        show([x for i in range(1000) for x in (f"J {i + 1} 3", f"F {2 * i + 5}", "L 1")] + ["F 9999999"]),
    )
    yield "secret/13-mostly-leaving", show(mixed(RNG, 3000, 50, 30, 400, "JLLF"))
    yield "secret/14-medium", show(mixed(RNG, 20000, 100, 50, 4000, "JJJLFF"))
    steps = [f"J {RNG.randint(1, 9)} {RNG.randint(1, 9)}" for _ in range(50000)]
    yield "secret/15-long-lane-short-ferries", show(steps + [f"F {RNG.randint(5, 40)}" for _ in range(50000)])
    yield "secret/16-long-lane-leaving", show(steps + [f"L {RNG.randint(1, 9)}" for _ in range(49990)] + ["F 30"] * 10)
    yield "secret/17-large", show(mixed(RNG, 80000, 10**9, 2000, 10**13, "JJJLFF"))


def small(rng: random.Random) -> str:
    """A random small input."""
    return show(
        mixed(
            rng,
            rng.randint(1, 12),
            rng.randint(1, 6),
            rng.randint(1, 5),
            rng.randint(1, 30),
            rng.choice(["JJLF", "JF", "JJF"]),
        )
    )
