"""The ceiling: exact against brute force where everything can be enumerated, and bounds that bound."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from simulation.conftest import NOISY, make_profile

from r3gym.core.state import ContestState
from r3gym.simulation.ceiling import (
    cached_ceiling,
    ceiling,
    clear_feedback,
    optimal_value,
    priced_bound,
    upper_bound,
)
from r3gym.simulation.histories import TooManyHistories
from r3gym.simulation.playing import driver_policy, play_contests
from r3gym.simulation.profiles import Signals, profile_world
from r3gym.simulation.world import ATOMS, KEEPS, NEVER, PASSES, World


def tiny_world(slots: list[int], signals: Signals, laws: list[list[int]]) -> World:
    """A world of few problems and laws; each law is four equally likely values."""
    base = profile_world([make_profile(signals)])
    table = np.array([np.repeat(law, ATOMS // len(law)) for law in laws], np.uint8)
    return World(**{**base.__dict__, "laws": table, "slots": np.array([slots])})


def brute_force(world: World, budget: int) -> float:
    """The value of the best policy by listing every hidden world and every history; no merging of any kind."""
    shares = [{code: float((codes == code).mean()) for code in range(4)} for codes in world.outcomes[0]]
    drafts = float(world.drafts[0]) / ATOMS
    problems = world.slots.shape[1]

    def starts() -> dict[tuple, dict[tuple, float]]:
        """By what is seen at first: the hidden worlds and their probabilities."""
        found: dict[tuple, dict[tuple, float]] = defaultdict(lambda: defaultdict(float))
        orders = list(permutations(world.slots[0].tolist()))
        for order in orders:
            for works in product(*(sorted(set(world.laws[law].tolist())) for law in order)):
                chance = 1 / len(orders)
                for law, work in zip(order, works, strict=True):
                    chance *= float((world.laws[law] == work).mean())
                for answered in product((False, True), repeat=problems):
                    share = chance
                    for work, has in zip(works, answered, strict=True):
                        share *= float(has) if work == 0 else drafts if has else 1 - drafts
                    if share:
                        found[answered][tuple(zip(works, answered, strict=True))] += share
        return found

    def value(hidden: dict[tuple, float], left: int) -> float:
        """The best expected score, times the probability of being here."""
        stop = sum(chance * sum(work == 0 for work, _ in state) for state, chance in hidden.items())
        if left == 0:
            return stop
        best = stop
        for problem in range(problems):
            seen: dict[tuple, dict[tuple, float]] = defaultdict(lambda: defaultdict(float))
            for state, chance in hidden.items():
                work, kept = state[problem]
                after = work if kept or work in (0, NEVER) else work - 1
                for code, share in shares[after == 0].items():
                    if share:
                        new = (*state[:problem], (after, bool(code & KEEPS)), *state[problem + 1 :])
                        seen[kept, code & PASSES][new] += chance * share
            best = max(best, sum(value(worlds, left - 1) for worlds in seen.values()))
        return best

    return sum(value(hidden, budget) for hidden in starts().values())


EASY, HARD, RAMP = [0, 1, 1, 2], [1, 3, NEVER, NEVER], [2, 2, 3, NEVER]


@pytest.mark.parametrize(
    ("slots", "signals", "laws", "budget"),
    [
        ([0, 1], NOISY, [EASY, HARD], 3),
        ([0, 0, 1], Signals(), [EASY, HARD], 3),
        ([0, 1], Signals(looks_right=0.8, looks_wrong=0.3, keeps=0.5), [RAMP, HARD], 4),
        ([0, 0], NOISY, [RAMP], 3),
        ([0, 1, 1], Signals(drafts=0.5, looks_right=0.7, looks_wrong=0.2), [EASY, RAMP], 2),
    ],
)
def test_dynamic_programming_equals_brute_force(
    slots: list[int], signals: Signals, laws: list[list[int]], budget: int
) -> None:
    world = tiny_world(slots, signals, laws)
    assert optimal_value(world, 0, budget) == pytest.approx(brute_force(world, budget), abs=1e-9)


@pytest.mark.parametrize("budget", [1, 3, 5])
def test_bounds_bound(budget: int) -> None:
    world = profile_world([make_profile()])
    exact, clear = optimal_value(world, 0, budget), optimal_value(clear_feedback(world), 0, budget)
    assert exact <= clear + 1e-9
    assert clear <= priced_bound(world, 0, budget) + 1e-9
    assert upper_bound(world, 0, budget) == pytest.approx(clear)


def test_no_scheduler_beats_the_ceiling_and_the_value_is_what_play_gives() -> None:
    """With one unit and clear feedback any first step is optimal: simulation and theory must agree on its value."""
    world = profile_world([make_profile(Signals(), free=0.0)]).with_budgets(1)
    played = play_contests(world, 40_000, 5, lambda packed: np.zeros(len(packed), np.int64)).score
    assert played.mean() == pytest.approx(optimal_value(world, 0, 1), abs=4 * played.std() / len(played) ** 0.5)

    def fewest(state: ContestState) -> str | None:
        return min(state.problems, key=lambda p: p.paid_steps).label

    world = profile_world([make_profile()]).with_budgets(5)
    played = play_contests(world, 5000, 5, driver_policy(fewest)).score
    assert played.mean() <= optimal_value(world, 0, 5) + 4 * played.std() / len(played) ** 0.5


def test_too_large_a_budget_is_bounded_and_says_so() -> None:
    world = profile_world([make_profile()])
    found = ceiling(world, 0, 6, most_states=50)
    assert not found.exact
    assert found.value >= optimal_value(world, 0, 6)
    with pytest.raises(TooManyHistories):
        optimal_value(world, 0, 6, most_states=50)


def test_a_ceiling_is_computed_once_and_a_broken_memory_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path))
    world = profile_world([make_profile()])
    wanted = ceiling(world, 0, 3)
    assert cached_ceiling(world, 0, 3) == wanted
    (kept,) = tmp_path.rglob("*.json")
    kept.write_text('{"value": 4.5, "exact": true}')
    assert cached_ceiling(world, 0, 3).value == 4.5, "it comes from the cache"
    kept.write_text("{")
    assert cached_ceiling(world, 0, 3) == wanted
    assert cached_ceiling(world, 0, 2) != wanted
    other = profile_world([make_profile(Signals())])
    assert cached_ceiling(other, 0, 3) == ceiling(other, 0, 3)
