"""Rules that stand twice, for one contest (`r3gym.oracle`, used live) and for all contests of a cell: they agree."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from made_campaign import write_campaign
from random_campaign import campaigns

from r3gym.analysis.oracle_score import oracle_of
from r3gym.analysis.selected_misses import miss_mass
from r3gym.campaigns import CampaignSuite, EpisodeRow
from r3gym.cells.campaign import read_campaign
from r3gym.cells.curve_file import read_curves
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.oracle import OracleCost, equal_replay, selected_miss_mass, selected_problems, solve_curves


@settings(max_examples=60, deadline=None)
@given(campaigns(), st.sampled_from(OracleCost))
def test_oracle_equal_replay_and_miss_mass_are_the_same_for_one_contest_and_for_all(
    made: tuple[CampaignSuite, list[EpisodeRow], int, list[float]], cost: OracleCost
) -> None:
    suite, rows, repeats, grid = made
    with tempfile.TemporaryDirectory() as folder:
        run = write_campaign(Path(folder), [suite], rows, repeats=repeats, grid=grid)
        campaign, (curves,) = read_campaign([run]), read_curves(run).curves
    (cell,) = contest_cells(campaign)
    oracle = oracle_of(cell, curve_cells(campaign)[cell.key.curves], cost)
    assert oracle is not None
    mass, scale = miss_mass(cell, oracle)
    for number, contest in enumerate(cell.problems.tolist()):
        known = [found for p in contest if (found := curves.curve(cell.suite.problems[p], cost)) is not None]
        alone = solve_curves([curve for curve, _ in known], oracle.budget)
        assert Fraction(alone.successes, repeats) == Fraction(int(oracle.value[number]), oracle.scale)
        assert list(alone.assignment) == oracle.assignment[number].tolist()
        assert list(alone.selected) == oracle.selected[number].nonzero()[0].tolist()
        assert equal_replay([entry.attempts() for _, entry in known], oracle.budget) == oracle.equal[number]
        selected = selected_problems(
            alone,
            [curve.successes for curve, _ in known],
            repeats,
            cell.solved[number].tolist(),
            int(cell.runs[number]),
        )
        assert selected_miss_mass(selected) == Fraction(int(mass[number].sum()), scale)


@settings(max_examples=60, deadline=None)
@given(campaigns())
def test_at_observed_costs_no_oracle_is_below_the_nominal_one_or_the_equal_replay(
    made: tuple[CampaignSuite, list[EpisodeRow], int, list[float]],
) -> None:
    suite, rows, repeats, grid = made
    with tempfile.TemporaryDirectory() as folder:
        campaign = read_campaign([write_campaign(Path(folder), [suite], rows, repeats=repeats, grid=grid)])
    (cell,) = contest_cells(campaign)
    curves = curve_cells(campaign)[cell.key.curves]
    nominal, observed = (oracle_of(cell, curves, cost) for cost in OracleCost)
    assert nominal is not None
    assert observed is not None
    assert (observed.value >= nominal.value).all()  # a run never uses more than its cap
    assert (observed.value >= observed.equal * observed.scale).all()  # equal shares are one way to divide the budget
