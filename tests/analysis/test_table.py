"""Rows become columns: what counts when rows repeat, fail, tear or do not belong."""

from __future__ import annotations

from pathlib import Path

import hand_campaign
import pytest
from known_domains import AR, CODE, MATH
from made_campaign import played_suite, row, write_campaign

from r3gym.analysis import Resampling, analyse
from r3gym.campaigns import EpisodeRow, Failure, FailureClass
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.cells.table import read_table
from r3gym.errors import InputError

FEW = Resampling(resamples=20)
SUITE = played_suite({"x": "EM"})


def contest(states: str, repeat: int = 1, **given: object) -> EpisodeRow:
    return row("contest", SUITE, "x", states, pressure=0.2, budget=4, repeat=repeat, **given)


def failed(repeat: int, id: str) -> EpisodeRow:
    fault = Failure(kind=FailureClass.SANDBOX, message="gone", attempts=3)
    return contest("++", repeat, id=id).model_copy(update={"slots": (), "failure": fault, "ending": None})


def written(folder: Path, rows: list[EpisodeRow], repeats: int = 1, tail: str = "") -> Path:
    return write_campaign(folder, [SUITE], rows, repeats=repeats, grid=[0.2], tail=tail)


def test_a_torn_last_line_is_ignored_and_counted(tmp_path: Path) -> None:
    whole = contest("++", 2).model_dump_json()
    for cut in (1, len(whole) // 2, len(whole)):  # the last is whole but for its line end
        table = read_table([written(tmp_path, [contest("+w")], tail=whole[:cut]) / "rows.jsonl"])
        assert (len(table), table.torn) == (1, 1)


def test_of_rows_with_one_id_the_last_without_failure_wins(tmp_path: Path) -> None:
    rows = [failed(1, "a"), contest("ww", id="a"), contest("++", id="a"), failed(1, "a")]
    campaign = read_campaign([written(tmp_path, rows)])
    (cell,) = contest_cells(campaign)
    assert cell.solved.tolist() == [[1, 1]]
    assert campaign.table.failed == ()


def test_a_failed_episode_is_owed_and_never_scored(tmp_path: Path) -> None:
    found = analyse([written(tmp_path, [contest("+w"), failed(2, "b")], repeats=2)], resampling=FEW)
    assert found.failed == {"sandbox": 1}
    assert found.missing[0].missing_runs == ("x repeat 2",)
    assert found.cells[0].estimates == {}


def test_a_line_that_is_no_row_is_an_error_with_its_number(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"rows\.jsonl, line 2: kind: Field required"):
        read_table([written(tmp_path, [contest("+w")], tail='{"id": "x"}\n') / "rows.jsonl"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([contest("+w").model_copy(update={"contest": "z"})], "contest is 'z', which the manifest does not list"),
        ([contest("+w", 3)], "repeat 3 of 1"),
        ([contest("+w"), contest("+w")], "under two identities"),
        ([contest("+w").model_copy(update={"suite": "other"})], "a row names the suite 'other'"),
        ([row("curve", SUITE, "x", "+", problem="x1", pressure=0.5, budget=1, repeat=1)], "level 0.5"),
        ([contest("+w").model_copy(update={"slots": contest("+w").slots[::-1]})], "are not those of its contest"),
        ([contest("+w").model_copy(update={"slots": contest("+w").slots[:1]})], "does not have 2 problems"),
    ],
)
def test_what_does_not_fit_the_manifest_is_refused(tmp_path: Path, rows: list[EpisodeRow], message: str) -> None:
    with pytest.raises(InputError, match=message):
        analyse([written(tmp_path, rows)], resampling=FEW)


def test_levels_with_the_same_cap_stay_two_levels(tmp_path: Path) -> None:
    grid = (0.05, 0.1)
    rows = [
        row("curve", SUITE, "x", state, problem=problem, pressure=level, budget=0, repeat=1)
        for problem in ("x1", "x2")
        for level, state in zip(grid, "w+", strict=True)
    ]
    (cell,) = curve_cells(read_campaign([write_campaign(tmp_path, [SUITE], rows, repeats=1, grid=grid)])).values()
    assert cell.caps.tolist() == [0, 0]
    assert cell.successes.tolist() == [[0, 1], [0, 1]]


def test_curves_and_contests_may_lie_in_different_folders(tmp_path: Path) -> None:
    together = analyse([hand_campaign.write(tmp_path / "all")], resampling=FEW)
    design = {"repeats": 2, "grid": hand_campaign.GRID}
    curves = write_campaign(tmp_path / "a", [hand_campaign.SUITE], hand_campaign.curve_rows(), **design)
    contests = write_campaign(tmp_path / "b", [hand_campaign.SUITE], hand_campaign.contest_rows(), **design)
    apart = analyse([curves, contests], resampling=FEW)
    assert apart.cells[0].estimates == together.cells[0].estimates
    assert analyse([contests], resampling=FEW).without_curves == (apart.cells[0].key,)


def test_campaigns_of_different_design_or_suite_are_not_mixed(tmp_path: Path) -> None:
    first = written(tmp_path / "a", [contest("+w")])
    with pytest.raises(InputError, match="different designs"):
        read_campaign([first, written(tmp_path / "b", [contest("+w", 2)], repeats=2)])
    other = played_suite({"x": "EM"}, content="another")
    changed = write_campaign(tmp_path / "c", [other], [contest("+w")], repeats=1, grid=[0.2])
    with pytest.raises(InputError, match="not the same"):
        read_campaign([first, changed])


def test_a_budget_in_units_makes_a_cell_of_its_own(tmp_path: Path) -> None:
    rows = [contest("+w").model_copy(update={"pressure": None, "budget": b, "id": str(b)}) for b in (3, 5)]
    cells = contest_cells(read_campaign([written(tmp_path, rows)]))
    assert [(cell.key.regime, cell.budget) for cell in cells] == [("B=3", 3), ("B=5", 5)]


def test_no_folder_and_no_rows_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no manifest\.json"):
        read_campaign([tmp_path])
    (written(tmp_path, []) / "rows.jsonl").unlink()
    with pytest.raises(InputError, match="nothing was played"):
        read_campaign([tmp_path])


def test_a_cell_without_path_has_no_regret_and_keeps_its_other_figures(tmp_path: Path) -> None:
    rows = [*hand_campaign.curve_rows(), *(r.model_copy(update={"path": None}) for r in hand_campaign.contest_rows())]
    folder = write_campaign(tmp_path, [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
    names = {name for name, _ in analyse([folder], resampling=FEW).cells[0].estimates}
    assert "gap" in names
    assert "regret" not in names


def test_a_suite_without_any_contest_run_is_named(tmp_path: Path) -> None:
    suites = [SUITE, played_suite({"x": "EM"}, CODE)]
    found = analyse([write_campaign(tmp_path, suites, [contest("+w")], repeats=1, grid=[0.2])], resampling=FEW)
    assert found.unplayed == (("made", "code"),)


def test_domains_of_a_suite_are_told_apart(tmp_path: Path) -> None:
    suites = [played_suite({"x": "EM"}, domain) for domain in (MATH, AR)]
    rows = [row("contest", s, "x", "+w", pressure=0.2, budget=4, repeat=1) for s in suites]
    found = analyse([write_campaign(tmp_path, suites, rows, repeats=1, grid=[0.2])], resampling=FEW)
    assert [cell.key.domain for cell in found.cells] == ["math", "ar"]
