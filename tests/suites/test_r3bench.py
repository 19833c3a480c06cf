"""The paper's public data loads as it is, and is checked on the way."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from known_domains import DOMAINS
from shared_data import shared_data

from r3gym.core.domain import Domain
from r3gym.core.paper_constants import TIER_MIX
from r3gym.domains.math.bank import MathBank
from r3gym.suites import SuiteError, load_keys, load_suite


@pytest.fixture
def public() -> Path:
    return shared_data("r3bench")


@pytest.mark.parametrize("domain", DOMAINS)
def test_all_300_problems_load_in_50_contests(public: Path, domain: Domain) -> None:
    suite = load_suite(f"r3bench:{public}", domain)
    ids = [p.id for c in suite.contests for p in c.problems]
    assert len(suite.contests) == 50
    assert len(set(ids)) == 300
    keys = load_keys(f"r3bench:{public}", domain, ids)
    for contest in suite.contests:
        assert Counter(keys[p.id].tier for p in contest.problems) == dict(TIER_MIX)


@pytest.mark.parametrize("domain", DOMAINS)
def test_public_problems_carry_no_tier(public: Path, domain: Domain) -> None:
    suite = load_suite(f"r3bench:{public}", domain)
    for contest in suite.contests:
        for problem in contest.problems:
            assert problem.shown_difficulty is None
            assert not {"easy", "medium", "hard"} & set(problem.id.lower().replace("_", "-").split("-"))


def test_the_with_difficulty_variant_shows_tiers(public: Path) -> None:
    suite = load_suite(f"r3bench:{public}", "math", show_difficulty=True)
    shown = Counter(p.shown_difficulty for c in suite.contests for p in c.problems)
    assert shown == {"easy": 150, "medium": 100, "hard": 50}


def test_order_is_shuffled_by_seed_and_file_order_is_an_option(public: Path) -> None:
    """The AR file is sorted by tier: kept as it is, the first position would always be easy."""
    keys = load_keys(f"r3bench:{public}", "ar", _ids(public, "ar"))

    def first(options: str) -> Counter[str]:
        suite = load_suite(f"r3bench:{public}{options}", "ar")
        return Counter(keys[c.problems[0].id].tier.value for c in suite.contests)

    assert first("?order=file") == {"easy": 50}
    assert len(first("")) == 3
    orders = [
        [p.id for c in load_suite(f"r3bench:{public}?seed={s}", "ar").contests for p in c.problems] for s in (0, 1, 0)
    ]
    assert orders[0] == orders[2] != orders[1]


def test_every_code_statement_yields_samples(public: Path) -> None:
    suite = load_suite(f"r3bench:{public}", "code")
    problems = [p for c in suite.contests for p in c.problems]
    assert all(p.samples and p.statement_has_samples for p in problems)
    assert sum(len(p.samples) for p in problems) == 321


def test_hidden_tests_come_from_the_users_folder(public: Path, tmp_path: Path) -> None:
    (tmp_path / "1983B").mkdir()
    keys = load_keys(f"r3bench:{public}?tests={tmp_path}", "code", ["1983B", "2001B"])
    assert keys["1983B"].tests == tmp_path / "1983B"  # type: ignore[union-attr]
    assert keys["2001B"].tests is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows[0].pop("answer"), r"math.jsonl:1: answer: field required"),
        (lambda rows: rows[3].update(difficulty="trivial"), r"math.jsonl:4: difficulty: .*trivial"),
        (lambda rows: rows.pop(), r"299 problems in 50 suites"),
        (lambda rows: rows[5].update(problem="changed"), r"omnimath-\d+: the statement does not match"),
        (lambda rows: rows[1].update(problem_id=rows[0]["problem_id"]), r"appears 2 times"),
        (lambda rows: rows[0].update(position=6), r"positions \[2, 3, 4, 5, 6, 6\]"),
    ],
)
def test_malformed_rows_get_one_clear_error_each_and_nothing_loads(
    public: Path, tmp_path: Path, change: object, message: str
) -> None:
    rows = [json.loads(line) for line in (public / MathBank.public_file).read_text("utf-8").splitlines()]
    rows.sort(key=lambda r: (r["suite_id"], r["position"]))
    change(rows)  # type: ignore[operator]
    (tmp_path / MathBank.public_file).write_text("\n".join(json.dumps(r) for r in rows), "utf-8")
    with pytest.raises(SuiteError, match=message):
        load_suite(f"r3bench:{tmp_path}", "math")


def test_all_faults_are_listed_at_once(public: Path, tmp_path: Path) -> None:
    lines = (public / MathBank.public_file).read_text("utf-8").splitlines()
    lines[2], lines[7] = "{broken", '{"problem_id": "x"}'
    (tmp_path / MathBank.public_file).write_text("\n".join(lines), "utf-8")
    with pytest.raises(SuiteError) as caught:
        load_suite(f"r3bench:{tmp_path}", "math")
    assert "2 faults, nothing was loaded" in str(caught.value)
    assert "math.jsonl:3: not JSON" in str(caught.value)
    assert "math.jsonl:8:" in str(caught.value)


def test_a_missing_folder_or_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="there is no folder"):
        load_suite(f"r3bench:{tmp_path}/nowhere", "math")
    with pytest.raises(SuiteError, match=r"coding.jsonl: not found"):
        load_suite(f"r3bench:{tmp_path}", "code")


def _ids(public: Path, domain: str) -> list[str]:
    return [p.id for c in load_suite(f"r3bench:{public}", domain).contests for p in c.problems]


def test_math_and_code_keep_the_published_order_and_only_the_file_that_is_sorted_by_tier_is_shuffled(
    public: Path,
) -> None:
    def ids(domain: str, options: str) -> list[list[str]]:
        suite = load_suite(f"r3bench:{public}{options}", domain)
        return [[problem.id for problem in contest.problems] for contest in suite.contests]

    for domain in ("math", "code"):
        assert ids(domain, "") == ids(domain, "?order=file") == ids(domain, "?seed=7")
        assert ids(domain, "") != ids(domain, "?order=seed")
    assert ids("ar", "") == ids("ar", "?order=seed") != ids("ar", "?order=file")
    assert ids("ar", "?seed=7") != ids("ar", "")
    assert load_suite(f"r3bench:{public}", "math").provenance.endswith("in the published order")
    assert load_suite(f"r3bench:{public}", "ar").provenance.endswith("each contest shuffled by seed 0")
    with pytest.raises(SuiteError, match="choose order=published, order=seed, order=file"):
        load_suite(f"r3bench:{public}?order=random", "math")
