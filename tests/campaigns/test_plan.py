"""The matrix: which episodes, in which order, with which identity, seed and budget."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import campaign, puzzle_suite
from known_domains import MATH

from r3gym.calibration.calibration_file import CalibratedCell, Calibration
from r3gym.campaigns.plan import PlannedEpisode, plan
from r3gym.campaigns.suite_selection import choose_suites, make_manifest, target_contests
from r3gym.core.contest import Contest
from r3gym.core.problem import Problem
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.rows import RunKind
from r3gym.suites import build_suite

ALL = ["baseline", "contest", "curve", "target"]


def caps(natural: str, *policies: str) -> Calibration:
    cells = [
        CalibratedCell(policy=p, setting=s, domain="ar", source="test", natural=natural)
        for p in policies or ("scanner",)
        for s in Setting
    ]
    return Calibration(cells=tuple(cells))


def planned(folder: Path, known: Calibration | None = None, /, size: int = 1, **fields: Any) -> list[PlannedEpisode]:
    if not (folder / "suite").exists():
        puzzle_suite(folder, size)
    given = {"budgets": None, "calibration": "measured", "kinds": ["baseline", "contest", "curve"], **fields}
    made = campaign(folder, **given)
    return list(plan(made, choose_suites(made), known))


def test_the_matrix_is_the_product_of_its_parts(tmp_path: Path) -> None:
    found = planned(tmp_path, caps("20"), size=2, kinds=ALL, repeats=3, schedulers=["none", "coverage"])
    assert Counter(e.kind for e in found) == {
        RunKind.BASELINE: 2 * 3,
        RunKind.CONTEST: 2 * 2 * 2 * 3,  # contests, pressures, schedulers, repeats
        RunKind.CURVE: 12 * 5 * 3,  # problems, levels, repeats
        RunKind.TARGET: 2 * 6,  # every position once
    }
    assert len({e.id for e in found}) == len(found)
    assert [e.kind for e in found] == sorted((e.kind for e in found), key=ALL.index)


def test_levels_keep_their_identity_when_two_have_the_same_cap(tmp_path: Path) -> None:
    curve = [e for e in planned(tmp_path, caps("35/4")) if e.kind is RunKind.CURVE]
    by_level = {e.pressure: e.budget for e in curve}
    assert by_level == {0.05: 0, 0.1: 0, 0.2: 1, 0.4: 3, 0.8: 7}
    assert len({e.id for e in curve}) == 6 * 5


def test_contests_are_rounded_to_the_nearest_and_levels_down(tmp_path: Path) -> None:
    found = planned(tmp_path, caps("10.9"), kinds=ALL)
    assert {e.budget for e in found if e.kind is RunKind.CONTEST} == {2, 9}
    assert max(e.budget or 0 for e in found if e.kind is RunKind.CURVE) == 8
    assert {e.budget for e in found if e.kind is RunKind.TARGET} == {8}, "the largest budget of a single problem"
    assert {e.budget for e in found if e.kind is RunKind.BASELINE} == {None}


def test_schedulers_pressures_and_policies_are_paired_by_contest_and_seed(tmp_path: Path) -> None:
    two = [{"name": n, "kind": "scripted", "personality": n} for n in ("tunnel", "scanner")]
    found = planned(
        tmp_path,
        caps("20", "tunnel", "scanner"),
        size=2,
        repeats=2,
        schedulers=["none", "coverage", "verification"],
        policies=two,
    )
    seeds: dict[tuple[str, int], set[int]] = {}
    for e in found:
        if e.kind is RunKind.CONTEST:
            seeds.setdefault((e.contest, e.repeat), set()).add(e.seed)
    assert len(seeds) == 4
    assert all(len(same) == 1 for same in seeds.values())
    assert len(set().union(*seeds.values())) == 4, "other contests and repeats have other seeds"


def test_the_runs_of_a_curve_are_independent(tmp_path: Path) -> None:
    curve = [e for e in planned(tmp_path, caps("20"), repeats=5) if e.kind is RunKind.CURVE]
    assert len({e.seed for e in curve}) == len(curve) == 6 * 25


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"policies": [{"name": "scanner", "kind": "scripted", "personality": "tunnel"}]},
        {"policies": [{"name": "scanner", "kind": "scripted", "personality": "scanner", "patience": 3}]},
        {"judges": {"ar": {"judge": "reasoning-gym"}, "code": {"all_tests": True, "judge": "local"}}},
        {"limits": {"memory_mb": 512}},
        {"show_difficulty": True},
    ],
)
def test_what_defines_an_episode_changes_its_identity(tmp_path: Path, change: dict[str, Any]) -> None:
    before = {e.id for e in planned(tmp_path, caps("20"))}
    after = {e.id for e in planned(tmp_path, caps("20"), **change)}
    same = "judges" in change  # another domain's judge decides nothing here
    assert (before == after) if same else not (before & after)


def test_another_budget_is_another_episode_and_the_baseline_is_not(tmp_path: Path) -> None:
    small, large = planned(tmp_path, caps("20")), planned(tmp_path, caps("40"))
    assert {e.id for e in small} & {e.id for e in large} == {e.id for e in small if e.kind is RunKind.BASELINE}


def test_without_caps_episodes_can_be_counted_and_have_no_identity(tmp_path: Path) -> None:
    found = planned(tmp_path)
    assert len(found) == len(planned(tmp_path, caps("20")))
    assert {e.kind for e in found if e.id} == {RunKind.BASELINE}


def test_tool_free_has_nothing_to_schedule(tmp_path: Path) -> None:
    model = {"name": "m", "kind": "llm", "model": "x", "base_url": "http://127.0.0.1:1/v1"}
    found = planned(
        tmp_path, kinds=["contest"], calibration="published:GLM-5.2", settings=["tool_free", "agentic"],
        schedulers=["coverage", "verification"], policies=[model],
    )  # fmt: skip
    by = Counter((e.setting, e.scheduler) for e in found)
    assert by == {("tool_free", "none"): 2, ("agentic", "coverage"): 2, ("agentic", "verification"): 2}


def test_a_choice_of_contests_by_index_or_id(tmp_path: Path) -> None:
    everything = planned(tmp_path, size=3, kinds=["baseline"])
    ids = list(dict.fromkeys(e.contest for e in everything))
    assert {e.contest for e in planned(tmp_path, kinds=["baseline"], contests=[2])} == {ids[2]}
    assert {e.contest for e in planned(tmp_path, kinds=["baseline"], contests=[0, ids[1]])} == set(ids[:2])
    with pytest.raises(InputError, match="has contests 0 to 2"):
        planned(tmp_path, kinds=["baseline"], contests=[3])
    with pytest.raises(InputError, match="contests: nobody: no such id"):
        planned(tmp_path, kinds=["baseline"], contests=["nobody"])


def test_suites_of_one_domain_have_contests_of_one_size(tmp_path: Path) -> None:
    puzzle_suite(tmp_path, 2)
    build_suite(tmp_path / "pool.jsonl", "ar", tmp_path / "four", problems=4)
    made = campaign(tmp_path, suites=["four"], budgets=None, calibration="published:GLM-5.2")
    assert [chosen.suite.problems_per_contest for chosen in choose_suites(made)] == [4]
    with pytest.raises(InputError, match=r"suite \(6\), four \(4\)"):
        choose_suites(campaign(tmp_path, suites=["suite", "four"]))


def test_the_manifest_knows_every_tier(tmp_path: Path) -> None:
    puzzle_suite(tmp_path, 2)
    made = campaign(tmp_path)
    (suite,) = make_manifest(made, choose_suites(made), "").suites
    assert Counter(p.tier.value for c in suite.contests for p in c.problems) == {"easy": 6, "medium": 4, "hard": 2}


def contests(*lengths: int) -> list[Contest]:
    return [Contest(f"c{n}", MATH, (Problem(f"p{n}", "math", "t", "x" * length),)) for n, length in enumerate(lengths)]


def test_targets_are_drawn_one_from_each_stratum_of_length() -> None:
    pool = contests(*(1000 - 10 * (n * 7 % 50) for n in range(50)))
    drawn = target_contests(pool, 10, seed=0)
    strata = sorted(int(len(c.problems[0].statement) - 510) // 50 for c in drawn)
    assert strata == list(range(10))
    assert drawn == target_contests(pool, 10, seed=0)
    assert drawn != target_contests(pool, 10, seed=1)
    assert list(drawn) == [c for c in pool if c in drawn], "in the suite's order"


def test_a_small_suite_gives_all_its_contests_as_targets() -> None:
    assert target_contests(contests(5, 1, 3), 10, seed=0) == tuple(contests(5, 1, 3))
