"""The ledger: a unit is taken when a counted command is accepted, attributed to one problem, and never given back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.core.budget import Budget, Ledger
from r3gym.core.unit import Unit

LABELS = ("A", "B", "C")
ENTRIES = st.lists(st.sampled_from(["counted A", "counted B", "counted C", "free", "blocked", "protocol_error"]))


def enter(ledger: Ledger, entry: str) -> Ledger:
    verb, _, label = entry.partition(" ")
    if verb == "counted":
        return ledger if ledger.exhausted else ledger.counted(label)
    return {"free": ledger.free, "blocked": ledger.blocked, "protocol_error": ledger.protocol_error}[verb]()


@given(st.integers(0, 8), ENTRIES)
def test_used_is_what_is_attributed_and_never_exceeds_the_total(total: int, entries: list[str]) -> None:
    ledger = Ledger.opened(Budget(total), LABELS)
    for entry in entries:
        ledger = enter(ledger, entry)
    counted = [e for e in entries if e.startswith("counted")][:total]
    assert ledger.used == len(counted) == sum(ledger.per_problem.values())
    assert ledger.remaining == total - ledger.used >= 0
    assert ledger.exhausted == (ledger.used == total)


@given(ENTRIES)
def test_only_counted_actions_cost(entries: list[str]) -> None:
    ledger = Ledger.opened(Budget(100_000), LABELS)
    for entry in entries:
        before = ledger
        ledger = enter(ledger, entry)
        assert ledger.used - before.used == entry.startswith("counted")
    assert (ledger.free_count, ledger.blocked_count, ledger.protocol_error_count) == tuple(
        entries.count(kind) for kind in ("free", "blocked", "protocol_error")
    )


def test_a_counted_action_after_exhaustion_never_reaches_the_ledger() -> None:
    with pytest.raises(ValueError, match="budget is spent"):
        Ledger.opened(Budget(0), LABELS).counted("A")


def test_a_unit_goes_to_a_problem_of_the_contest() -> None:
    with pytest.raises(ValueError, match="'Z' is not a problem"):
        Ledger.opened(Budget(1), LABELS).counted("Z")


def test_an_unbudgeted_run_is_never_exhausted() -> None:
    ledger = Ledger.opened(Budget(None), LABELS)
    for _ in range(1000):
        ledger = ledger.counted("A")
    assert ledger.remaining is None
    assert not ledger.exhausted


def test_a_negative_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="budget=-1"):
        Budget(-1)


@given(st.lists(st.integers(0, 40), min_size=3, max_size=3), st.integers(0, 40))
def test_many_units_at_once_are_taken_whole_or_not_at_all(amounts: list[int], unattributed: int) -> None:
    ledger = Ledger.opened(Budget(100, Unit.OUTPUT_TOKENS), LABELS)
    charge = dict(zip(LABELS, amounts, strict=True))
    if sum(amounts) + unattributed > 100:
        with pytest.raises(ValueError, match="larger than what remains"):
            ledger.charged(charge, unattributed)
        return
    after = ledger.charged(charge, unattributed)
    assert (after.used, after.remaining) == (sum(amounts) + unattributed, 100 - sum(amounts) - unattributed)
    assert dict(after.per_problem) == charge
    assert after.summary()["unattributed"] == unattributed


def test_a_charge_is_for_problems_of_the_contest_and_never_negative() -> None:
    ledger = Ledger.opened(Budget(9), LABELS)
    with pytest.raises(ValueError, match="no problems of this contest"):
        ledger.charged({"Z": 1})
    with pytest.raises(ValueError, match="must not be negative"):
        ledger.charged({"A": 2, "B": -1})
    with pytest.raises(ValueError, match="must not be negative"):
        ledger.charged({}, -1)
