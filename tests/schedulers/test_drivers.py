"""What each driver chooses, and what it is built on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from known_domains import CODE, MATH

from r3gym.core.state import ContestState, ProblemState
from r3gym.errors import InputError
from r3gym.schedulers import Driver, make_scheduler
from r3gym.schedulers.belief import SHAPES, Evidence, gain, index, solved_probability
from r3gym.schedulers.shadow_price import clearing_price

FAILING = {"candidate": True, "last_exit": 1}
PASSING = {"candidate": True, "last_exit": 0}


def state(total: int | None, *problems: tuple[int, dict[str, object]]) -> ContestState:
    made = tuple(
        replace(ProblemState(label, paid_steps=paid), **seen)  # type: ignore[arg-type]
        for label, (paid, seen) in zip("ABCDEF", problems, strict=False)
    )
    used = sum(p.paid_steps for p in made)
    return ContestState(CODE, made, None, total, used, None if total is None else total - used)


def choose(name: str, now: ContestState) -> str | None:
    driver = make_scheduler(name)
    assert isinstance(driver, Driver)
    return driver.choose(now)


FRESH = state(12, *[(0, {})] * 6)
DRIVERS = ("equal", "round_robin", "greedy", "sequential", "index", "shadow_price")


def path(name: str, total: int, solved_after: dict[str, int]) -> str:
    """The order of paid steps when each problem looks solved after so many steps (missing: never)."""
    now, taken = state(total, *[(0, {})] * 6), ""
    while (label := choose(name, now)) is not None:
        taken += label
        rows = [(p.paid_steps + (p.label == label), p) for p in now.problems]
        now = state(
            total,
            *(
                (paid, {} if paid == 0 else PASSING if paid >= solved_after.get(p.label, 99) else FAILING)
                for paid, p in rows
            ),
        )
    return taken


@pytest.mark.parametrize("name", DRIVERS)
def test_every_driver_begins_with_the_first_of_equals_and_ends_with_the_budget(name: str) -> None:
    assert choose(name, FRESH) == "A"
    assert choose(name, state(6, *[(1, FAILING)] * 6)) is None


def test_greedy_stays_until_it_looks_solved() -> None:
    assert path("greedy", 8, {"A": 2, "B": 1}) == "AABCCCCC"


def test_sequential_gives_up_and_comes_back_in_a_second_round() -> None:
    assert path("sequential:2", 15, {"A": 1, "C": 3}) == "ABBCCDDEEFFBBCD"
    assert path("sequential", 7, {}) == "AAAAAAB"


def test_round_robin_takes_turns_and_leaves_out_what_looks_solved() -> None:
    assert path("round_robin", 11, {"B": 1, "D": 2}) == "ABCDEFACDEF"


def test_equal_gives_everybody_the_same_and_passes_nothing_on() -> None:
    assert path("equal", 14, {"C": 1}) == "AAABBBCDDEEFF"


def test_looking_solved_needs_an_answer_and_a_step_that_ended_well() -> None:
    assert choose("greedy", state(9, (1, {"last_exit": 0}), (0, {}))) == "A", "no answer is recorded"
    assert choose("greedy", state(9, (1, FAILING), (0, {}))) == "A"
    assert choose("greedy", state(9, (1, PASSING), (0, {}))) == "B"


def test_with_constant_hazards_the_index_covers_first_and_prefers_what_was_tried_least() -> None:
    assert path("index:constant", 8, {})[:6] == "ABCDEF"
    assert choose("index:constant", state(20, (3, FAILING), (2, FAILING), (4, FAILING))) == "B"


def test_with_a_ramp_the_index_stays_where_work_was_put_in() -> None:
    assert choose("index:ramp", state(9, (1, FAILING), (0, {}), (0, {}))) == "A"
    assert path("index:ramp", 4, {"A": 2, "B": 2}) == "AABB"


def test_the_index_does_not_start_what_the_budget_cannot_end() -> None:
    assert index("ramp", CODE, 0, Evidence.UNSEEN, 1) == 0
    assert choose("index:ramp", state(3, (2, FAILING), (0, {}))) == "A"


def test_an_answer_that_passes_is_worth_less_work_where_passing_means_something() -> None:
    for shape in SHAPES:
        code = [index(shape, CODE, 2, evidence_seen) for evidence_seen in (Evidence.FAILING, Evidence.PASSING)]
        maths = [index(shape, MATH, 2, evidence_seen) for evidence_seen in (Evidence.FAILING, Evidence.PASSING)]
        assert code[1] < code[0] / 2
        assert maths[1] > code[1], "a program that ran through says little in mathematics"


@pytest.mark.parametrize("shape", SHAPES)
def test_the_posterior_is_the_one_of_bayes_rule(shape: str) -> None:
    """Against the sum over everything that could have happened."""
    right, wrong, steps, more = 0.08, 0.50, 2, 3
    kinds = SHAPES[shape]
    assert sum(k.share for k in kinds) == pytest.approx(1)
    joint_solved = sum(k.share * k.solved_by(steps) * right for k in kinds)
    joint_open = sum(k.share * (1 - k.solved_by(steps)) * wrong for k in kinds)
    becomes = sum(k.share * (k.solved_by(steps + more) - k.solved_by(steps)) * wrong for k in kinds)
    evidence = joint_solved + joint_open
    assert solved_probability(shape, CODE, steps, Evidence.FAILING) == pytest.approx(joint_solved / evidence)
    assert gain(shape, CODE, steps, Evidence.FAILING, more) == pytest.approx(becomes / evidence)


def test_a_scarce_budget_has_a_higher_price() -> None:
    prices = [clearing_price(state(total, *[(0, {})] * 6)) for total in (2, 6, 12, 30, 60)]
    assert prices == sorted(prices, reverse=True)
    assert prices[0] > prices[-1]


def test_a_problem_whose_value_falls_below_the_price_is_abandoned() -> None:
    fixed = path("shadow_price:0.1", 60, {})
    assert fixed == "".join(sorted(fixed)), "in presented order, and nobody returns"
    assert 6 <= len(fixed) < 60, "it ends with budget left over when nothing is worth the price"
    assert len(path("shadow_price:0.2", 60, {})) < len(fixed)
    assert len(path("shadow_price", 40, {})) == 40, "its own price falls while budget is left"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("sequential:0", "whole number above 0"),
        ("sequential:x", "whole number above 0"),
        ("index:bathtub", "choose one of both, constant, ramp"),
        ("shadow_price:2", "above 0 and below 1"),
        ("shadow_price:dear", "not a number"),
        ("coverage:3", "takes no parameter"),
    ],
)
def test_a_wrong_parameter_is_named(name: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        make_scheduler(name)
    assert repr(name) in str(caught.value)


def test_a_name_carries_its_parameter() -> None:
    names = ("sequential:4", "index:ramp", "shadow_price:0.1", "index")
    assert tuple(make_scheduler(n).name for n in names) == names
