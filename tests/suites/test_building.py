"""Bring your own problems: a JSONL or a folder of packages becomes a suite with one command."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from known_domains import MATH

from r3gym.core.contest_size import read_tier_mix, tier_mix
from r3gym.errors import InputError
from r3gym.suites import SuiteError, build_suite, load_keys, load_suite


def write_jsonl(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    return path


def math_rows(count: int, **extra: Any) -> list[dict[str, Any]]:
    return [{"id": f"p{n}", "statement": f"What is {n} + {n}?", "answer": str(2 * n), **extra} for n in range(count)]


def lengths(count: int) -> list[dict[str, Any]]:
    return [{"id": f"p{n}", "lengths": {"one": 10 * n, "two": 30 * n}} for n in range(count)]


def test_measured_tiers_come_from_mean_lengths(tmp_path: Path) -> None:
    pool = write_jsonl(tmp_path / "pool.jsonl", math_rows(12))
    built = build_suite(
        pool, "math", tmp_path / "suite", lengths=write_jsonl(tmp_path / "lengths.jsonl", lengths(12)), seed=3
    )
    suite = load_suite(str(tmp_path / "suite"), "math")
    ids = [p.id for c in suite.contests for p in c.problems]
    keys = load_keys(str(tmp_path / "suite"), "math", ids)
    assert built.manifest.tiers == suite.tiers == "measured"
    assert built.left_over == ()
    assert Counter(k.tier.value for k in keys.values()) == {"easy": 6, "medium": 4, "hard": 2}
    assert {i for i, k in keys.items() if k.tier.value == "hard"} == {"p10", "p11"}


def test_the_same_seed_builds_the_same_suite(tmp_path: Path) -> None:
    pool = write_jsonl(tmp_path / "pool.jsonl", math_rows(12))
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        build_suite(pool, "math", tmp_path / name, seed=seed, name="mine")
    hashes = [load_suite(str(tmp_path / n), "math").content_hash for n in "abc"]
    assert hashes[0] == hashes[1] != hashes[2]


def test_rows_without_tiers_are_unrated_and_dealt_six_at_a_time(tmp_path: Path) -> None:
    built = build_suite(write_jsonl(tmp_path / "pool.jsonl", math_rows(8)), "math", tmp_path / "suite")
    assert built.manifest.tiers == "unrated"
    assert len(built.manifest.contests) == 1
    assert len(built.left_over) == 2


@pytest.mark.parametrize("problems", [2, 4, 12])
def test_contests_of_another_size_keep_the_mixture_in_proportion(tmp_path: Path, problems: int) -> None:
    tiers = ["easy"] * 12 + ["medium"] * 8 + ["hard"] * 4
    rows = [{**row, "tier": tier} for row, tier in zip(math_rows(24), tiers, strict=True)]
    build_suite(write_jsonl(tmp_path / "pool.jsonl", rows), "math", tmp_path / "suite", problems=problems)
    suite = load_suite(str(tmp_path / "suite"), "math")
    assert suite.problems_per_contest == problems
    keys = load_keys(str(tmp_path / "suite"), "math", [p.id for c in suite.contests for p in c.problems])
    for contest in suite.contests:
        found = Counter(keys[p.id].tier for p in contest.problems)
        assert found == Counter({tier: count for tier, count in tier_mix(problems).items() if count})


def test_the_mixture_can_be_given(tmp_path: Path) -> None:
    rows = [{**row, "tier": "hard" if n % 2 else "medium"} for n, row in enumerate(math_rows(8))]
    pool = write_jsonl(tmp_path / "pool.jsonl", rows)
    built = build_suite(pool, "math", tmp_path / "suite", mix=read_tier_mix("0/1/1"))
    assert [len(contest.problems) for contest in built.manifest.contests] == [2, 2, 2, 2]
    with pytest.raises(SuiteError, match=r"do not fill one contest \(3 easy, 2 medium, 1 hard, or 6 unrated\)"):
        build_suite(pool, "math", tmp_path / "none")
    unrated = write_jsonl(tmp_path / "unrated.jsonl", math_rows(8))
    with pytest.raises(SuiteError, match="no tiers to mix"):
        build_suite(unrated, "math", tmp_path / "none", mix=read_tier_mix("0/1/1"))
    assert len(build_suite(unrated, "math", tmp_path / "four", problems=4).manifest.contests) == 2


def test_a_suite_folder_with_contests_of_two_sizes_is_refused(tmp_path: Path) -> None:
    build_suite(write_jsonl(tmp_path / "pool.jsonl", math_rows(12)), "math", tmp_path / "suite")
    manifest = json.loads((tmp_path / "suite" / "suite.json").read_text())
    manifest["contests"][0]["problems"].pop()
    (tmp_path / "suite" / "suite.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match="all contests of a suite have the same number"):
        load_suite(str(tmp_path / "suite"), "math")


def test_code_rows_become_packages_that_load(tmp_path: Path) -> None:
    rows = [
        {
            "id": f"double{n}",
            "title": f"Double {n}",
            "statement": "Read a number and print its double.",
            "samples": [{"input": "1\n", "output": "2\n"}],
            "tests": [{"input": "5\n", "output": "10\n"}],
            "time_limit_s": 1,
        }
        for n in range(6)
    ]
    build_suite(write_jsonl(tmp_path / "pool.jsonl", rows), "code", tmp_path / "suite")
    suite = load_suite(str(tmp_path / "suite"), "code")
    problem = suite.contests[0].problems[0]
    assert problem.title.startswith("Double ")
    assert problem.samples[0].output == "2\n"
    assert problem.limits is not None
    assert problem.limits.time_s == 1


def test_a_changed_problem_is_noticed(tmp_path: Path) -> None:
    build_suite(write_jsonl(tmp_path / "pool.jsonl", math_rows(6)), "math", tmp_path / "suite")
    problems = tmp_path / "suite" / "problems.jsonl"
    problems.write_text(problems.read_text("utf-8").replace("What is 3", "What was 3"), "utf-8")
    with pytest.raises(SuiteError, match="problem 'p3' has changed since the suite was frozen"):
        load_suite(str(tmp_path / "suite"), "math")


def test_a_changed_key_is_noticed_by_the_judge(tmp_path: Path) -> None:
    build_suite(write_jsonl(tmp_path / "pool.jsonl", math_rows(6)), "math", tmp_path / "suite")
    keys = tmp_path / "suite" / "keys.jsonl"
    keys.write_text(keys.read_text("utf-8").replace('"reference": "6"', '"reference": "7"'), "utf-8")
    load_suite(str(tmp_path / "suite"), "math")
    with pytest.raises(SuiteError, match="the key of 'p3' has changed"):
        load_keys(str(tmp_path / "suite"), "math", ["p3"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"id": "a b", "statement": "x", "answer": "1"}], "id: string should match pattern"),
        (
            [{"id": "a", "statement": " ", "answer": "1"}],
            "statement: string should have at least 1 character",
        ),
        (
            [{"id": "a", "statement": "x", "answer": "1", "anser": "2"}],
            "anser: extra inputs are not permitted",
        ),
        (math_rows(6) + math_rows(1), "id 'p0' appears 2 times"),
        ([*math_rows(5), {**math_rows(6)[5], "tier": "easy"}], "p0: no tier, while others have one"),
        (math_rows(5), "5 problems do not fill one contest"),
    ],
)
def test_a_bad_pool_is_refused_and_leaves_nothing_behind(tmp_path: Path, rows: list[Any], message: str) -> None:
    pool = write_jsonl(tmp_path / "pool.jsonl", rows)
    with pytest.raises(SuiteError, match=message):
        build_suite(pool, MATH, tmp_path / "suite")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["pool.jsonl"]


def test_a_suite_is_never_changed_in_place(tmp_path: Path) -> None:
    pool = write_jsonl(tmp_path / "pool.jsonl", math_rows(6))
    build_suite(pool, "math", tmp_path / "suite")
    with pytest.raises(SuiteError, match="exists already"):
        build_suite(pool, "math", tmp_path / "suite")


def test_lengths_must_cover_the_pool_exactly(tmp_path: Path) -> None:
    pool = write_jsonl(tmp_path / "pool.jsonl", math_rows(6))
    with pytest.raises(SuiteError, match="no output length for p5"):
        build_suite(pool, "math", tmp_path / "s", lengths=write_jsonl(tmp_path / "l.jsonl", lengths(5)))
    with pytest.raises(SuiteError, match="p6 is not in the pool"):
        build_suite(pool, "math", tmp_path / "s", lengths=write_jsonl(tmp_path / "l.jsonl", lengths(7)))


def test_lengths_must_be_numbers_that_can_be_ordered(tmp_path: Path) -> None:
    pool = write_jsonl(tmp_path / "pool.jsonl", math_rows(6))
    for bad in ("NaN", "-1", "Infinity"):
        rows = [f'{{"id": "p{n}", "lengths": {{"m": {bad if n == 0 else n}}}}}' for n in range(6)]
        (tmp_path / "l.jsonl").write_text("\n".join(rows))
        with pytest.raises(SuiteError, match=r"l.jsonl:1: lengths.m"):
            build_suite(pool, "math", tmp_path / "s", lengths=tmp_path / "l.jsonl")


def test_a_package_without_hidden_tests_is_refused(tmp_path: Path) -> None:
    for n in range(6):
        package = tmp_path / "packages" / f"p{n}"
        (package / "data" / "sample").mkdir(parents=True)
        (package / "statement").mkdir()
        (package / "problem.yaml").write_text("problem_format_version: 2023-07-draft\nname: P\nuuid: x\n")
        (package / "statement" / "problem.en.md").write_text("Do it.")
        for name in ("1.in", "1.ans"):
            (package / "data" / "sample" / name).write_text("1\n")
    with pytest.raises(SuiteError, match=r"p0: no hidden tests"):
        load_suite(f"packages:{tmp_path / 'packages'}", "code")


def test_unusual_but_valid_text_in_a_pool_is_fine(tmp_path: Path) -> None:
    rows = [{**r, "title": "a\u2028b"} for r in math_rows(6)]
    (tmp_path / "pool.jsonl").write_text("\ufeff" + "".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    build_suite(tmp_path / "pool.jsonl", "math", tmp_path / "suite")
    assert load_suite(str(tmp_path / "suite"), "math").contests[0].problems[0].title == "a\u2028b"
