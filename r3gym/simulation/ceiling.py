"""The best score of any online policy that knows the solver model: exact where tractable, bounded elsewhere.

The offline oracle knows all outcomes in advance; a policy sees only the results of its paid steps. The Bayes-optimal
policy is found by dynamic programming over multisets of histories: problems with the same history are interchangeable,
so only the number with each history matters. Tiers are assigned without replacement: evidence on one problem is
evidence on the others, and the method accounts for that.

The numbers of states and of assignments of tiers grow quickly with the number of problems. Where they are too many, an
upper bound replaces the exact value, and `Ceiling.exact` is False.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
import numpy.typing as npt

from r3gym.simulation.histories import Floats, Histories, TooManyHistories, grow
from r3gym.simulation.world import ATOMS, Feedback, World
from r3gym.utils.atomic_files import write_atomically
from r3gym.utils.cache_dir import cache_dir
from r3gym.utils.hashing import hash_bytes

Ints = npt.NDArray[np.int64]

#: Part of the cache key of ceilings: increase it when the method or the solver model changes.
METHOD = 1
#: Limit on the states per level of the exact method (about 0.5 GB and a few minutes).
MOST_STATES = 1_000_000
#: Every state is weighted under every assignment of tiers. The limits are those of six problems, which have 60.
_DEALS_OF_SIX = 60
_MOST_DEALS = 20_000
_CHUNK = 20_000 * _DEALS_OF_SIX


@dataclass(frozen=True)
class Ceiling:
    """The ceiling of a template at a budget: ``exact``, or else a proven upper bound."""

    value: float
    exact: bool


def ceiling(world: World, template: int, budget: int, most_states: int = MOST_STATES) -> Ceiling:
    """Return the exact value of the Bayes-optimal policy, or an upper bound if that takes too many states."""
    try:
        return Ceiling(optimal_value(world, template, budget, most_states), True)
    except TooManyHistories:
        return Ceiling(upper_bound(world, template, budget, most_states), False)


def cached_ceiling(world: World, template: int, budget: int, most_states: int = MOST_STATES) -> Ceiling:
    """Return the ceiling from the cache, or compute and cache it. A broken entry is computed again."""
    parts = (world.laws[world.slots[template]], world.outcomes[template], world.drafts[template])
    asked = f"{METHOD} {budget} {most_states}".encode() + b"".join(part.tobytes() for part in parts)
    path = cache_dir("ceilings") / f"{hash_bytes(asked)[:32]}.json"
    try:
        return Ceiling(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        found = ceiling(world, template, budget, most_states)
    with suppress(OSError):  # a cache that cannot be written only costs time
        write_atomically(path, json.dumps(asdict(found)))
    return found


def upper_bound(world: World, template: int, budget: int, most_states: int = MOST_STATES) -> float:
    """Bound the score of every online policy by the lesser of two relaxations (`clear_feedback`, `priced_bound`)."""
    bound = priced_bound(world, template, budget)
    try:
        return min(bound, optimal_value(clear_feedback(world), template, budget, most_states))
    except TooManyHistories:
        return bound


def clear_feedback(world: World) -> World:
    """Return the same problems with feedback that is never wrong and without wrong drafts.

    Its ceiling bounds that of the true world: a policy that knows what is right can simulate the noise itself, and
    where the noisy solver would spend a unit on checking a wrong draft it spends none.
    """
    clear = np.tile(Feedback().outcomes(), (len(world), 1, 1))
    return replace(world, outcomes=clear, drafts=np.zeros_like(world.drafts))


def priced_bound(world: World, template: int, budget: int) -> float:
    """Bound the score with tiers known, clear feedback, and a price per paid step instead of the budget.

    For any price the best value of the problems one by one, plus the price of the whole budget, bounds every policy
    that keeps the budget; the least over prices is returned.
    """
    laws = world.laws[world.slots[template]]
    steps = np.arange(budget + 1)
    reached = (laws[:, :, None] <= steps).mean(axis=1)
    spent = np.minimum(laws[:, :, None].astype(np.int64), steps).mean(axis=1)  # until right, or given up
    prices = np.concatenate([[0.0], np.geomspace(1e-4, 1.0, 2000)])
    gains = (reached[None] - prices[:, None, None] * spent[None]).max(axis=2).sum(axis=1)
    return float((gains + prices * budget).min())


def optimal_value(world: World, template: int, budget: int, most_states: int = MOST_STATES) -> float:
    """Compute the expected score of the Bayes-optimal policy exactly."""
    distinct, dealt = np.unique(world.slots[template], return_inverse=True)
    problems = len(dealt)
    tree = grow(world.laws[distinct], world.outcomes[template], float(world.drafts[template]) / ATOMS, budget)
    deals = distinct_deals(dealt.tolist())
    most_states = min(most_states, MOST_STATES * _DEALS_OF_SIX // len(deals))
    # Level by level: the states that can be reached with so many paid steps, and where a step leads.
    first = [node for node in tree.first if node >= 0]
    states = np.array(list(combinations_with_replacement(first, problems)), np.int64)
    start = _start_weights(states, tree, deals)
    states, start = states[start > 0], start[start > 0]
    levels: list[tuple[Ints, Floats]] = []
    for _ in range(budget):
        states, following, chance = _expanded(states, tree, deals, most_states)
        levels.append((following, chance))
    values = _final_values(states, tree, deals)
    for following, chance in reversed(levels):
        values = _best(following, chance, values)
    return float(start @ values)


def distinct_deals(dealt: list[int]) -> Ints:
    """List the distinct orders of a contest's laws, sorted; `TooManyHistories` when there are too many.

    >>> distinct_deals([0, 0, 1]).tolist()
    [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    """
    counts = np.bincount(dealt).tolist()
    ways = factorial(len(dealt))
    for count in counts:
        ways //= factorial(count)
    if ways > _MOST_DEALS:
        raise TooManyHistories
    deals: list[tuple[int, ...]] = [()]
    for _ in dealt:
        deals = [(*deal, law) for deal in deals for law, count in enumerate(counts) if deal.count(law) < count]
    return np.array(deals, np.int64)


def _tiers(states: Ints, tree: Histories, deals: Ints) -> Floats:
    """Return the probability of each law of each problem, given its state (states, problems, laws)."""
    laws = tree.likelihood.shape[1]
    weight = np.ones((len(states), len(deals)))
    for place in range(states.shape[1]):
        weight *= tree.likelihood[states[:, place, None], deals[None, :, place]]
    weight /= weight.sum(axis=1, keepdims=True)
    return np.stack([weight @ (deals == law) for law in range(laws)], axis=2)


def _expanded(states: Ints, tree: Histories, deals: Ints, most: int) -> tuple[Ints, Ints, Floats]:
    """Return the next level's states, and for each state, problem and outcome its successor (or -1) and chance."""
    count, problems = states.shape
    outcomes = tree.child.shape[1]
    chance = np.empty((count, problems, outcomes))
    chunk = max(1, _CHUNK // len(deals))
    for start in range(0, count, chunk):
        part = states[start : start + chunk]
        chance[start : start + chunk] = np.einsum("spl,splo->spo", _tiers(part, tree, deals), tree.chance[part])
    following = np.full((count, problems, outcomes), -1, np.int64)
    found: list[Ints] = []
    places: list[tuple[Ints, int, int]] = []
    for problem in range(problems):
        # Of problems with the same history only the first is stepped.
        fresh = np.ones(count, np.bool_) if problem == 0 else states[:, problem] != states[:, problem - 1]
        for outcome in range(outcomes):
            rows = np.flatnonzero(
                fresh & (chance[:, problem, outcome] > 0) & (tree.child[states[:, problem], outcome] >= 0)
            )
            after = states[rows].copy()
            after[:, problem] = tree.child[after[:, problem], outcome]
            after.sort(axis=1)
            found.append(after)
            places.append((rows, problem, outcome))
    everything = np.concatenate(found)
    unique, inverse = _unique_rows(everything, len(tree.child))
    if len(unique) > most:
        raise TooManyHistories
    at = 0
    for rows, problem, outcome in places:
        following[rows, problem, outcome] = inverse[at : at + len(rows)]
        at += len(rows)
    return unique, following, chance


def _unique_rows(rows: Ints, base: int) -> tuple[Ints, Ints]:
    """Find the distinct rows and the place of each row, by merging columns into one number as far as they fit."""
    key = np.zeros(len(rows), np.int64)
    size = 1
    for column in rows.T:
        if size > (1 << 62) // base:
            _, key = np.unique(key, return_inverse=True)
            size = int(key.max(initial=0)) + 1
        key = key * base + column
        size *= base
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return rows[first], inverse


def _start_weights(states: Ints, tree: Histories, deals: Ints) -> Floats:
    """Return the probability of each first state: which problems have an answer before any paid step."""
    weight = np.zeros(len(states))
    masses = dict(zip(tree.first, tree.first_chance, strict=True))
    for number, state in enumerate(states):
        orders = factorial(len(state))
        for node in set(state.tolist()):
            orders //= factorial(int((state == node).sum()))
        chosen = np.array([masses[node] for node in state.tolist()])
        weight[number] = orders * np.prod(chosen[np.arange(len(state))[None], deals], axis=1).mean()
    return weight


def _final_values(states: Ints, tree: Histories, deals: Ints) -> Floats:
    """Return the expected score of each state when nothing is left to spend."""
    values = np.empty(len(states))
    chunk = max(1, _CHUNK // len(deals))
    for start in range(0, len(states), chunk):
        part = states[start : start + chunk]
        values[start : start + chunk] = np.einsum("spl,spl->s", _tiers(part, tree, deals), tree.right[part])
    return values


def _best(following: Ints, chance: Floats, values: Floats) -> Floats:
    """Return the value of the best next step. Stopping is never better: a paid step has no other cost."""
    reached = np.where(following >= 0, values[following], 0.0)
    steps = np.where((following >= 0).any(axis=2), (chance * reached).sum(axis=2), -np.inf)
    best: Floats = steps.max(axis=1)
    return best
