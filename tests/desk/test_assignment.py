"""Who labels what: stated overlap, equal shares, a plan that never changes under anybody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from r3gym.desk.assignment import Plan, Wish, join, plan_path, read_plan
from r3gym.errors import InputError

EPISODES = [f"e{n:02d}" for n in range(40)]


def test_shares_are_equal_apart_from_the_stated_overlap_and_together_are_the_run(tmp_path: Path) -> None:
    wish = Wish(annotators=3, overlap=0.1, seed=5)
    for name in ("ann", "ben", "cleo"):
        plan = join(tmp_path, EPISODES, name, wish)
    shares = plan.shares()
    assert list(shares) == ["ann", "ben", "cleo"]
    assert [len(mine) for mine in shares.values()] == [16, 16, 16]
    everybody = set.intersection(*map(set, shares.values()))
    assert len(everybody) == 4  # a tenth of forty
    assert set.union(*map(set, shares.values())) == set(EPISODES)
    assert sum(len(set(mine) - everybody) for mine in shares.values()) == 36  # and nothing else twice


def test_the_same_numbers_give_the_same_shares_in_another_copy_and_another_seed_gives_others(tmp_path: Path) -> None:
    copies = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        (tmp_path / name).mkdir()
        copies.append(join(tmp_path / name, EPISODES, "ann", Wish(2, 0.1, seed)))
    assert copies[0].shares() == copies[1].shares() != copies[2].shares()
    assert copies[0].shares()["ann"] != sorted(copies[0].shares()["ann"])


def test_a_share_is_taken_once_and_kept(tmp_path: Path) -> None:
    first = join(tmp_path, EPISODES, "ann", Wish(2, 0.2, 0)).shares()
    assert join(tmp_path, EPISODES, "ann", Wish()).shares() == first
    second = join(tmp_path, EPISODES, "ben", Wish()).shares()
    assert (second["ann"], second["ben"]) == (first["ann"], first["share 2"])
    with pytest.raises(InputError, match=r"2 share\(s\) are taken by ann, ben; cleo is none"):
        join(tmp_path, EPISODES, "cleo", Wish())


@pytest.mark.parametrize("wish", [Wish(annotators=3), Wish(overlap=0.5), Wish(seed=9)])
def test_other_numbers_than_the_plans_are_refused(tmp_path: Path, wish: Wish) -> None:
    join(tmp_path, EPISODES, "ann", Wish(2, 0.2, 0))
    with pytest.raises(InputError, match="shares never change"):
        join(tmp_path, EPISODES, "ben", wish)


def test_episodes_that_come_later_are_dealt_behind_the_others(tmp_path: Path) -> None:
    before = join(tmp_path, EPISODES[:20], "ann", Wish(2, 0.1, 0)).shares()
    after = join(tmp_path, EPISODES, "ann", Wish()).shares()
    assert all(after[name][: len(mine)] == mine for name, mine in before.items())
    assert {one for mine in after.values() for one in mine} == set(EPISODES)


def test_an_overlap_that_is_stated_is_never_rounded_to_nothing(tmp_path: Path) -> None:
    shares = join(tmp_path, EPISODES[:4], "ann", Wish(2, 0.05)).shares()
    assert len(set(shares["ann"]) & set(shares["share 2"])) == 1


@pytest.mark.parametrize(
    ("wish", "said"),
    [(Wish(annotators=0), "at least 1"), (Wish(2, 1.5), "from 0 to 1"), (Wish(2, -0.1), "from 0 to 1")],
)
def test_numbers_that_cannot_be_are_refused_and_leave_no_plan(tmp_path: Path, wish: Wish, said: str) -> None:
    with pytest.raises(InputError, match=said):
        join(tmp_path, EPISODES, "ann", wish)
    assert read_plan(tmp_path) is None


@pytest.mark.parametrize("name", ["", "../ann", "a b", ".ann", "a/b"])
def test_a_name_that_is_no_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="letters, digits"):
        join(tmp_path, EPISODES, name, Wish())


def test_a_plan_that_was_edited_into_nonsense_is_named(tmp_path: Path) -> None:
    join(tmp_path, EPISODES, "ann", Wish())
    file = plan_path(tmp_path)
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"annotators": 0}), "utf-8")
    with pytest.raises(InputError, match=r"assignment.json: no plan of an assignment: annotators"):
        read_plan(tmp_path)


def test_one_annotator_gets_everything_once() -> None:
    assert Plan(names=("ann",), overlap=0.5, batches=(("a", "b"),)).shares() == {"ann": ["a", "b"]}
