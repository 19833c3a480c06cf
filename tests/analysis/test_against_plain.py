"""Every figure on random campaigns, against a slow reference that follows the definitions word by word."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from made_campaign import write_campaign
from plain_analysis import PlainCell
from random_campaign import SIZE, campaigns

from r3gym.analysis.analyse import cell_figures
from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.groups import RATED
from r3gym.analysis.omissions import CLASSES
from r3gym.analysis.oracle_score import oracle_of
from r3gym.analysis.regret import step_regrets
from r3gym.campaigns import CampaignSuite, EpisodeRow
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells, curve_cells


def plain(suite: CampaignSuite, rows: list[EpisodeRow], repeats: int) -> PlainCell:
    contests = [r for r in rows if r.kind == "contest"]
    return PlainCell(suite, contests, [r for r in rows if r.kind == "curve"], repeats)


def computed(suite: CampaignSuite, rows: list[EpisodeRow], repeats: int, grid: list[float]) -> dict[Name, Figure]:
    with tempfile.TemporaryDirectory() as folder:
        campaign = read_campaign([write_campaign(Path(folder), [suite], rows, repeats=repeats, grid=grid)])
    (cell,) = contest_cells(campaign)
    return cell_figures(cell, curve_cells(campaign)[cell.key.curves])


@settings(max_examples=80, deadline=None)
@given(campaigns())
def test_every_figure_is_what_its_definition_says(
    made: tuple[CampaignSuite, list[EpisodeRow], int, list[float]],
) -> None:
    suite, rows, repeats, _grid = made
    want, got = plain(suite, rows, repeats), computed(*made)
    value = {name: figure.value for name, figure in got.items()}
    assert value["contest", ""] == want.contest()
    assert value["oracle", ""] == want.oracle()
    assert value["equal", ""] == want.equal()
    assert value["gap", ""] == want.oracle() - want.contest()
    assert value["gap_ratio", ""] == ((want.oracle() - want.contest()) / want.oracle() if want.oracle() else None)
    if repeats > 1:
        assert value["cross_fitted_oracle", ""] == want.cross_fitted()
    assert value["selected_miss_mass", ""] == want.mean([*want.masses().values()]) * SIZE
    assert value["selected_miss_rate", "all"] == want.miss_rate()
    assert value["accuracy", "all"] == want.accuracy()
    assert value["wasted", "all"] == want.wasted()
    for tier in RATED:
        if ("accuracy", tier) in value:
            assert value["accuracy", tier] == want.accuracy(tier)
            assert value["selected_miss_rate", tier] == want.miss_rate(tier)
            assert value["portfolio", tier] == want.portfolio(tier)
            assert value["wasted", tier] == want.wasted(tier)
    for place in range(SIZE):
        position = f"position {place + 1}"
        assert value["accuracy", position] == want.accuracy(place=place)
        assert value["selected_miss_rate", position] == want.miss_rate(place=place)
        assert value["cumulative_output_share", position] == want.cumulative_share(place)
        assert value["answered", position] == want.omission("answered", place)
        assert value["truncated", position] == want.omission("truncated", place)
    for name in CLASSES:
        assert value["omission", name] == want.omission(name)


@settings(max_examples=80, deadline=None)
@given(campaigns())
def test_regret_is_never_negative_adds_up_and_is_what_solving_anew_says(
    made: tuple[CampaignSuite, list[EpisodeRow], int, list[float]],
) -> None:
    suite, rows, repeats, grid = made
    want = plain(suite, rows, repeats)
    with tempfile.TemporaryDirectory() as folder:
        campaign = read_campaign([write_campaign(Path(folder), [suite], rows, repeats=repeats, grid=grid)])
    (cell,) = contest_cells(campaign)
    oracle = oracle_of(cell, curve_cells(campaign)[cell.key.curves])
    assert oracle is not None
    walks = step_regrets(cell, oracle)
    if cell.key.setting == "tool_free":
        assert walks is None
        return
    assert walks is not None
    assert (walks.regret >= 0).all()
    assert (walks.at_end >= walks.funded).all()
    runs = sorted((r for r in rows if r.kind == "contest"), key=lambda r: (r.contest, r.repeat))
    for n, r in enumerate(runs):
        regrets = walks.regret[walks.run == n]
        assert (regrets / repeats).tolist() == [float(one) for one in want.regrets(r)]
        assert regrets.sum() == oracle.value[walks.contest[n]] - walks.at_end[n]
        assert walks.funded[n] == repeats * want.rest(r, len(r.path or ""), left=0)
    value = {name: figure.value for name, figure in cell_figures(cell, curve_cells(campaign)[cell.key.curves]).items()}
    parts = [value[name, ""] for name in ("regret", "unspent", "execution")]
    assert sum(part for part in parts if part is not None) == value["gap", ""]
    assert sum(value["regret", f"position {n}"] or 0 for n in range(1, SIZE + 1)) == value["regret", ""]
