"""From rows to a comparison: pairs, differences, the share of the gap, and where it comes from."""

from __future__ import annotations

from typing import Any

import pytest

from r3gym.ablation import Comparison, compare, dominance, pair_up
from r3gym.core.setting import Setting
from r3gym.core.tier import Tier
from r3gym.core.verdict import ParseState
from r3gym.errors import InputError
from r3gym.records.rows import EpisodeRow, Failure, FailureClass, RunKind, Slot

TIERS = {f"p{n}": tier for n, tier in enumerate([Tier.EASY, Tier.MEDIUM, Tier.HARD])}


def row(scheduler: str, contest: str, solved: str, repeat: int = 1, **fields: Any) -> EpisodeRow:
    """An episode of three problems; ``solved`` such as "101"."""
    slots = tuple(
        Slot(problem_id=f"p{n}", label=label, correct=mark == "1", parse=ParseState.ANSWERED, spent=n)
        for n, (label, mark) in enumerate(zip("ABC", solved, strict=True))
    )
    base = {"id": f"{scheduler}{contest}{repeat}", "kind": RunKind.CONTEST, "policy": "p", "setting": Setting.AGENTIC}
    played = {"domain": "code", "suite": "s", "contest": contest, "scheduler": scheduler, "pressure": 0.2}
    rest = {"budget": 5, "repeat": repeat, "seed": repeat, "used": 3, "slots": slots}
    return EpisodeRow(**{**base, **played, **rest, **fields})


def compared(rows: list[EpisodeRow], *schedulers: str, **settings: Any) -> Comparison:
    (pairs,) = pair_up(rows, schedulers)
    return compare(pairs, tiers=TIERS, **settings)


ROWS = [
    row("none", "c1", "100"),
    row("none", "c1", "100", 2),
    row("none", "c2", "000"),
    row("none", "c2", "000", 2),
    row("coverage", "c1", "110", blocked=4),
    row("coverage", "c1", "100", 2),
    row("coverage", "c2", "100"),
    row("coverage", "c2", "110", 2),
]


def test_repeats_are_averaged_first_so_that_a_contest_is_the_unit() -> None:
    found = compared(ROWS, "none", "coverage")
    assert (found.contests, found.episodes, found.left_out) == (2, 8, 0)
    assert [side.score.estimate for side in found.sides] == [0.5, 1.5]
    (difference,) = found.differences
    assert difference.by_contest == {"s/c1": 0.5, "s/c2": 1.5}
    assert (difference.mean.estimate, difference.mean.low, difference.mean.high) == (1.0, 0.5, 1.5)
    assert difference.seen
    assert difference.permutation_p == 0.5, "two contests cannot show more"


def test_it_says_what_was_covered_blocked_and_left_over() -> None:
    none, coverage = compared(ROWS, "none", "coverage").sides
    assert (none.covered, none.unused, none.blocked) == (2, 2, 0)
    assert coverage.blocked == 1


def test_it_says_where_the_difference_comes_from() -> None:
    (difference,) = compared(ROWS, "none", "coverage").differences
    where = dict(difference.where)
    assert (where["easy"], where["medium"], where["hard"]) == (0.5, 0.5, 0)
    assert sum(part for name, part in where.items() if name.startswith("position")) == pytest.approx(1.0)


def test_the_share_of_the_gap_is_the_gain_over_what_the_oracle_has_more() -> None:
    oracle = {"s/c1": 2.0, "s/c2": 3.0}
    (difference,) = compared(ROWS, "none", "coverage", oracle=oracle).differences
    assert difference.recovered is not None
    assert difference.recovered.estimate == pytest.approx(1.0 / 2.0)


def test_the_first_scheduler_is_the_reference() -> None:
    (difference,) = compared(ROWS, "coverage", "none").differences
    assert (difference.scheduler, difference.mean.estimate) == ("none", -1.0)


def test_an_episode_without_a_partner_is_left_out_and_counted() -> None:
    fault = Failure(kind=FailureClass.MODEL, message="gone", attempts=3)
    failed = row("coverage", "c3", "000", slots=(), failure=fault)
    found = compared([*ROWS, row("none", "c3", "111"), failed], "none", "coverage")
    assert (found.contests, found.left_out) == (2, 2)


@pytest.mark.parametrize("other", [{"seed": 9}, {"budget": 6}])
def test_what_differs_in_more_than_the_scheduler_is_no_pair(other: dict[str, int]) -> None:
    with pytest.raises(InputError, match="are no pair"):
        pair_up([row("none", "c1", "100"), row("coverage", "c1", "100", **other)], ("none", "coverage"))


def test_two_orders_of_a_contest_are_no_pair() -> None:
    turned = row("coverage", "c1", "100")
    turned = turned.model_copy(update={"slots": turned.slots[::-1]})
    with pytest.raises(InputError, match="different seeds, budgets or orders"):
        pair_up([row("none", "c1", "100"), turned], ("none", "coverage"))


def test_no_policy_dominates_unless_one_is_best_everywhere() -> None:
    code = compared(ROWS, "none", "coverage")
    turned = {"none": "coverage", "coverage": "none"}
    maths = [r.model_copy(update={"scheduler": turned[r.scheduler], "domain": "math"}) for r in ROWS]
    assert dominance([code]) == "coverage"
    assert dominance([code, compared(maths, "none", "coverage")]) is None


def test_domains_and_regimes_are_compared_apart_and_suites_together() -> None:
    more = [r.model_copy(update={"pressure": 0.8, "budget": 9}) for r in ROWS]
    other = [r.model_copy(update={"suite": "t"}) for r in ROWS]
    found = pair_up([*ROWS, *more, *other], ("none", "coverage"))
    assert [(p.matchup.regime, len(p.contests)) for p in found] == [("pressure 0.2", 4), ("pressure 0.8", 2)]
